import { readAll } from '../../related.ts';
import type { Files } from '../../runner.ts';

export interface Module {
  /** What its packages are named by. */
  path: string;
  /** With a slash at the end; empty for the top. */
  folder: string;
}

export interface Modules {
  readonly list: readonly Module[];
  /** Modules that one command can test together. */
  readonly groups: readonly (readonly Module[])[];
  /** The folder of a package in the tree, without a slash at the end; null for a package from elsewhere. */
  folderOf(name: string): string | null;
  /** Where the tests of a package are started, with a slash at the end; empty for the top. */
  startOf(name: string): string;
  /** The module that a file is in. */
  holding(path: string): Module | null;
}

/** What a go.mod calls its module. */
export const moduleIn = (text: string): string | null => /^\s*module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? null;

const apart = /(?:^|\/)(?:vendor|testdata|[._][^/]*)\//;

/**
 * The modules of a tree that have tests, the top first. Those of a workspace are tested together, others each by
 * itself; without any, the folder is a package of the kind that Go had before modules.
 */
export async function readModules(files: Files): Promise<Modules> {
  const manifests = files.paths.filter((path) => /(?:^|\/)go\.mod$/.test(path) && !apart.test(path));
  const modules = [...(await readAll(files, manifests))].flatMap(([file, text]): Module[] => {
    const path = moduleIn(text);
    return path === null ? [] : [{ path, folder: file.slice(0, -'go.mod'.length) }];
  });
  const list = modules.sort((one, other) => one.folder.length - other.folder.length);
  const holding = (path: string) => list.findLast(({ folder }) => path.startsWith(folder)) ?? null;
  const tested = new Set(files.paths.filter((path) => path.endsWith('_test.go') && !apart.test(path)).map(holding));
  const used = workspaceFolders((await files.read('go.work')) ?? '');
  const together = list.filter((one) => used.has(one.folder));
  const others = list.filter((one) => !used.has(one.folder) && (one.folder === '' || tested.has(one)));
  const moduleOf = (name: string) => list.findLast(({ path }) => name === path || name.startsWith(`${path}/`));
  return {
    list,
    groups: [...(together.length > 0 ? [together] : []), ...others.map((one) => [one])],
    holding,
    startOf(name) {
      const module = moduleOf(name);
      return module && !together.includes(module) ? module.folder : '';
    },
    folderOf(name) {
      const module = moduleOf(name);
      return module ? `${module.folder}${name.slice(module.path.length + 1)}`.replace(/\/$/, '') : null;
    },
  };
}

/** `use ./a` and `use (…)`, as folders with a slash at the end. */
function workspaceFolders(text: string): Set<string> {
  const uses = [...text.matchAll(/^use\s+(?:\(([^)]*)\)|(\S+))/gm)].flatMap(([, many, one]) =>
    (many ?? one ?? '').split('\n').map((line) =>
      line
        .replace(/\/\/.*/, '')
        .trim()
        .replace(/^"|"$/g, ''),
    ),
  );
  return new Set(
    uses
      .filter((use) => use !== '')
      .map((use) =>
        use
          .replace(/^\.\/?/, '')
          .replace(/\/?$/, '/')
          .replace(/^\/$/, ''),
      ),
  );
}
