import { foldersAbove } from '../../related.ts';

/** The files of a module, and of the packages above it. A folder without __init__.py has no file. */
export interface ModuleFiles {
  own: string[];
  above: string[];
}

/** Where modules are in a tree, by its paths alone. */
export interface Modules {
  /** Every module that a name may mean for a file; empty for none. */
  find(from: string, module: string): ModuleFiles[];
  /** The same below one folder: null where an ordinary package lacks it, undefined where that cannot be told. */
  below(folder: string, module: string): ModuleFiles | null | undefined;
  /** The folder, with a slash at the end, that a relative name starts from, and the rest of the name. */
  base(from: string, module: string): { folder: string; rest: string } | null;
  /** The folders from which a module of that name can be imported, each with a slash at the end. */
  roots(name: string): readonly string[];
}

export function modulesOf(paths: string[]): Modules {
  const pathSet = new Set(paths);
  const folders = new Set(paths.flatMap(foldersAbove));
  const starts = startsOf(paths, pathSet);
  const absolute = new Map<string, ModuleFiles[]>();

  const filesAt = (place: string): string[] =>
    [`${place}.py`, `${place}.pyi`, `${place}/__init__.py`].filter((path) => pathSet.has(path));
  const below: Modules['below'] = (folder, module) => {
    const above: string[] = [];
    let place = folder;
    for (const part of module.split('.')) {
      const moduleFiles = filesAt(`${place}${part}`);
      // Other places may add to a folder that is no ordinary package.
      if (moduleFiles.length === 0 && !folders.has(`${place}${part}/`))
        return pathSet.has(`${place}__init__.py`) ? null : undefined;
      above.push(...moduleFiles);
      place = `${place}${part}/`;
    }
    const own = filesAt(place.slice(0, -1));
    return { own, above: above.filter((path) => !own.includes(path)) };
  };
  const base: Modules['base'] = (from, module) => {
    const dots = /^\.*/.exec(module)?.[0].length ?? 0;
    const folder = foldersAbove(from)[dots - 1];
    return folder === undefined ? null : { folder, rest: module.slice(dots) };
  };
  const roots = (name: string) => starts.get(name) ?? [];
  const among = (places: readonly string[], module: string) => places.flatMap((folder) => below(folder, module) ?? []);

  return {
    base,
    below,
    roots,
    find: (from, module) => {
      if (!module.startsWith('.')) {
        const resolved = absolute.get(module) ?? among(roots(module.split('.')[0] ?? ''), module);
        absolute.set(module, resolved);
        return resolved;
      }
      const start = base(from, module);
      if (start === null) return [];
      if (start.rest !== '') return among([start.folder], start.rest);
      return [{ own: [`${start.folder}__init__.py`].filter((path) => pathSet.has(path)), above: [] }];
    },
  };
}

/** By the first part of a module's name: the parent of any outermost package may be on the module search path. */
function startsOf(paths: string[], pathSet: ReadonlySet<string>): Map<string, string[]> {
  const python = paths.filter((path) => /\.pyi?$/.test(path));
  const isPackage = (folder: string) => pathSet.has(`${folder}__init__.py`);
  const roots = new Set(['', ...python.map((path) => foldersAbove(path).find((folder) => !isPackage(folder)) ?? '')]);
  const starts = new Map<string, Set<string>>();
  for (const path of python) {
    for (const root of foldersAbove(path)) {
      if (!roots.has(root)) continue;
      const first =
        path
          .slice(root.length)
          .split('/')[0]
          ?.replace(/\.pyi?$/, '') ?? '';
      starts.set(first, (starts.get(first) ?? new Set()).add(root));
    }
  }
  return new Map([...starts].map(([name, places]) => [name, [...places]]));
}
