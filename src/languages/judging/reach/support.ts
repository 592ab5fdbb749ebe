import type { Links } from '../../runner.ts';

/** Whether tests need a file and nothing else does, but for files beside it. Groups of files stand for their members. */
export function onlyTestsNeed(path: string, links: Links, isTest: (path: string) => boolean): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const groups = new Set(
    [...links].filter(([name, needed]) => name.endsWith('*') && includes(needed, path)).map(([name]) => name),
  );
  const needing = [...links]
    .filter(([name, needed]) => !name.endsWith('*') && [path, folder, ...groups].some((one) => includes(needed, one)))
    .map(([name]) => name)
    .filter((name) => name.slice(0, name.lastIndexOf('/') + 1) !== folder);
  return needing.length > 0 && needing.every(isTest);
}

/** Whether tests lie in a folder, and beside them only what nothing outside of it needs but tests. */
export function isTestFolder(folder: string, links: Links, isTest: (path: string) => boolean): boolean {
  const inside = (path: string) => path.slice(0, path.lastIndexOf('/') + 1) === folder && !path.endsWith('*');
  const insidePaths = [...links.keys()].filter(inside);
  const others = insidePaths.filter((path) => !isTest(path));
  const needed = others.map((path) => neededBy(path, links));
  return (
    insidePaths.some(isTest) &&
    needed.every((names) => names.length > 0 && names.every((name) => inside(name) || isTest(name)))
  );
}

/** The files, and groups of files, that need a file directly. */
export function neededBy(path: string, links: Links): string[] {
  return [...links].filter(([name, leads]) => name !== path && includes(leads, path)).map(([name]) => name);
}

function includes(needed: Iterable<string>, name: string): boolean {
  for (const one of needed) if (one === name) return true;
  return false;
}
