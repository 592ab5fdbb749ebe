import type { Additions, FindShadows, Shadow } from '../../judging/shadow.ts';
import { foldersAbove } from '../../related.ts';
import { dependencyModules } from '../modules/distributions.ts';
import { type Root, searchPath } from '../modules/search-path.ts';
import { standardModules } from '../modules/standard-modules.ts';

/** Beside tests, a module may stand in for one that the same change brings. */
const inTests = /(?:^|\/)(?:tests?|specs?)\//;
const ending = /(?:\/__init__)?(?:\.[\w-]+)?\.(py|pyc|pyd|so)$/;
const privateModules =
  /^(?:__future__|_(?:collections_abc|weakrefset|sitebuiltins|bootlocale|compat_pickle|compression|markupbase|py_abc|pydecimal|pyio|strptime|threading_local|pylong|opcode_metadata|colorize))$/;

/** Modules that Python would import instead of those that it imports on base. */
export const pythonShadows: FindShadows = async (additions) => {
  const { added, base, candidate } = additions;
  const modules = added.filter((path) => ending.test(path) && !/(?:^|\/)conftest\.py$/.test(path));
  if (modules.length === 0) return [];
  const roots = await searchPath(additions);
  const dependencies = await dependencyModules(base);
  const [before, now] = [new Set(base.paths), new Set(candidate.paths)];
  return modules.flatMap((file): Shadow[] => {
    const rule =
      cachedCode(file, now) ??
      compiledTwin(file, before, now) ??
      openedTests(file, additions) ??
      outer(file, roots, dependencies, before) ??
      inner(file, roots, before, now, additions);
    return rule === null ? [] : [{ file, rule }];
  });
};

/** Compiled code in a cache may say that it is not to be compared with its source. */
function cachedCode(file: string, now: ReadonlySet<string>): string | null {
  const [, folder = '', name = ''] = /^(.*\/)?__pycache__\/([\w]+)\.[\w.-]+$/.exec(file) ?? [];
  return name !== '' && now.has(`${folder}${name}.py`) ? `is loaded instead of ${folder}${name}.py` : null;
}

/**
 * A package or a compiled module is taken before a source file of the same name. A package may replace a file that is
 * gone; what nobody can read may not.
 */
function compiledTwin(file: string, before: ReadonlySet<string>, now: ReadonlySet<string>): string | null {
  const source = `${file.replace(ending, '')}.py`;
  if (file === source || !before.has(source)) return null;
  return file.endsWith('/__init__.py') && !now.has(source) ? null : `is imported instead of ${source}`;
}

/** A folder of tests that becomes a package loads its tests otherwise, after this file. */
function openedTests(file: string, { base, isTest }: Additions): string | null {
  const folder = /^(.*\/)?__init__\.(?:py|pyc|so)$/.exec(file)?.[1];
  if (folder === undefined) return null;
  const holds = base.paths.some((path) => isTest(path) && foldersAbove(path)[0] === folder);
  return holds ? 'changes how existing tests load' : null;
}

/** What is found at a place that Python searches before its own library and what is installed. */
function outer(
  file: string,
  roots: Root[],
  dependencies: ReadonlySet<string>,
  before: ReadonlySet<string>,
): string | null {
  const place = file.replace(ending, '');
  for (const { folder } of roots) {
    const name = place.startsWith(folder) ? place.slice(folder.length) : '';
    if (!/^\w+$/.test(name)) continue;
    if (standardModules.has(name) || privateModules.test(name)) return `shadows ${name} of the standard library`;
    const isOwnModule = roots.some((root) =>
      ['.py', '/__init__.py'].some((end) => before.has(`${root.folder}${name}${end}`)),
    );
    if (dependencies.has(name) && !isOwnModule) return `shadows the dependency ${name}`;
  }
  return null;
}

/** What is found before a module of the product, or of the tests, that has the same name. */
function inner(
  file: string,
  roots: Root[],
  before: ReadonlySet<string>,
  now: ReadonlySet<string>,
  { isTest }: Additions,
): string | null {
  if (isTest(file)) return null;
  const place = file.replace(ending, '');
  for (const { folder, rank } of roots) {
    const name = place.startsWith(folder) ? place.slice(folder.length) : '';
    if (name === '') continue;
    for (const other of roots) {
      const nested = rank === 0 && other.rank === 0 && folder.startsWith(other.folder);
      if (other.folder === folder || (rank >= other.rank && !nested)) continue;
      const twin = [`${other.folder}${name}.py`, `${other.folder}${name}/__init__.py`].find(
        (path) => path !== file && now.has(path) && (before.has(path) || inTests.test(file)),
      );
      if (twin !== undefined) return `is imported instead of ${twin}`;
    }
  }
  return null;
}
