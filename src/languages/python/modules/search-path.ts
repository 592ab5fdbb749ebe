import type { Additions } from '../../judging/shadow.ts';
import { foldersAbove, readAll } from '../../related.ts';

/** A folder that modules are imported from, with a slash at the end; lower ranks are searched first. */
export interface Root {
  folder: string;
  rank: number;
}

const [besideTests, top, sources] = [0, 1, 2];
const configs = /^(?:pyproject\.toml|pytest\.(?:ini|toml)|\.pytest\.ini|setup\.cfg|tox\.ini|setup\.py)$/;

/**
 * Where Python looks when tests run: the folders of tests that are no packages and of scripts that are started by their
 * path come first, then the top, then where sources are installed from.
 */
export async function searchPath({ added, base, candidate, isTest, runner }: Additions): Promise<Root[]> {
  const now = new Set(candidate.paths);
  const before = new Set(base.paths);
  const python = [...base.paths, ...added].filter((path) => path.endsWith('.py'));
  const tests = python.filter((path) => isTest(path) || /(?:^|\/)conftest\.py$/.test(path));
  const isPackage = (folder: string) => before.has(`${folder}__init__.py`);
  const nearest = tests.map((path) => foldersAbove(path).find((folder) => !isPackage(folder)) ?? '');
  // Discovery by unittest starts in a folder of tests, be it a package or not.
  const starts = runner === 'unittest' ? tests.map((path) => foldersAbove(path)[0] ?? '') : [];
  const named = python
    .map((path) => /^(?:.*\/)?(?:tests?|testing)\//.exec(path)?.[0] ?? '')
    .filter((one) => one !== '');
  const first = [...nearest, ...starts, ...named.filter((folder) => !isPackage(folder))];

  const texts = await readAll(
    base,
    base.paths.filter((path) => configs.test(path)),
  );
  const configured = [...texts.values()].flatMap(foldersIn);
  const beside = first.flatMap((folder) => {
    const parent = foldersAbove(folder.slice(0, -1))[0] ?? '';
    return parent === '' ? [] : [parent, `${parent}src/`];
  });
  const roots = new Map<string, number>();
  const add = (folder: string, rank: number) => {
    if (!roots.has(folder)) roots.set(folder, rank);
  };
  add('', top);
  for (const folder of [...first, ...(await scriptFolders(base.paths, texts, base, isTest))]) add(folder, besideTests);
  for (const folder of ['src/', 'lib/', ...configured, ...beside])
    if (!now.has(`${folder}__init__.py`) || folder === '') add(folder, sources);
  return [...roots].map(([folder, rank]) => ({ folder, rank }));
}

/** `pythonpath = src lib`, `package_dir = {"": "lib"}`, `where = ["python"]`. */
function foldersIn(text: string): string[] {
  const values = [
    ...text.matchAll(
      /^[ \t]*(?:pythonpath|where|package[_-]dir)\s*=\s*(\[[^\]]*\]|\{[^}]*\}|(?:.*(?:\n[ \t]+\S.*)*))/gm,
    ),
  ];
  return values
    .flatMap(([, value = '']) => value.split(/[\s,="'[\]{}:]+/))
    .map((word) => word.replace(/^\.\/|\/$/g, ''))
    .filter((word) => /^[\w.-]+(?:\/[\w.-]+)*$/.test(word) && word !== '.')
    .map((word) => `${word}/`);
}

/** A script that is started by its path has its own folder searched first. */
async function scriptFolders(
  paths: string[],
  configured: Map<string, string>,
  files: Additions['base'],
  isTest: (path: string) => boolean,
): Promise<string[]> {
  const scripts = new Map(
    paths.filter((path) => /\/[^/]+\.py$/.test(path) && !isTest(path)).map((path) => [path, true]),
  );
  const readers = paths.filter((path) => (path.endsWith('.py') && isTest(path)) || starters.test(path));
  const texts = [...(await readAll(files, readers)).values(), ...configured.values()];
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?<![\w.-])((?:[\w-]+\/)+[\w-]+\.py)\b/g)].map(([, path]) => path ?? ''),
  );
  return named.filter((path) => scripts.has(path)).map((path) => path.slice(0, path.lastIndexOf('/') + 1));
}

const starters = /^(?:Makefile|package\.json|[\w-]+\.sh|scripts\/[\w-]+\.sh)$/;
