/** The files that may declare a module: those beside it, and the one that its folder is named after. */
export function declarersOf(path: string): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const above = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1);
  const beside = (place: string) => ['lib.rs', 'main.rs', 'mod.rs'].map((name) => `${place}${name}`);
  return [...beside(folder), ...beside(above), `${folder.slice(0, -1)}.rs`];
}
