import { matchesAny } from '../../code/globs.ts';
import type { Runner } from '../../languages/language.ts';
import { filesIn } from '../../languages/project.ts';
import { isTestFolder, neededBy, onlyTestsNeed } from '../../languages/reach/support.ts';
import { prefixOf } from '../../languages/scope.ts';
import { isCheck } from '../../languages/used/used.ts';
import type { Clone } from '../../ports/repo.ts';
import type { TestRun } from '../../schema/test-run.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { JudgeTree } from './judge-tree.ts';

/** Changes to files that held base's tests, whatever they are called: base's own report names them. */
export function reportedBreaches(
  { changes }: JudgeTree,
  baseline: TestRun,
  { unlock, scope, mixed }: { unlock: string[]; scope: string; mixed: ReadonlySet<string> },
): Verdict['integrity'] {
  const prefix = prefixOf(scope);
  const tests = new Set(baseline.cases.map(({ file }) => `${prefix}${file}`));
  return changes
    .filter(({ path, status }) => status !== 'added' && tests.has(path) && !matchesAny(path, unlock))
    .filter(({ path }) => !mixed.has(path))
    .map(({ path }) => ({ file: path, rule: 'existing test' }));
}

/** Changes to files in folders that are called like checks, and that only base's tests need or lie among. */
export async function supportBreaches(
  clone: Clone,
  base: string,
  { changes }: JudgeTree,
  { runner, baseline }: { runner: Runner; baseline: TestRun },
  { unlock, scope, isTest }: { unlock: string[]; scope: string; isTest: (path: string) => boolean },
): Promise<Verdict['integrity']> {
  const prefix = prefixOf(scope);
  const suspects = changes
    .filter(({ path, status }) => status !== 'added' && path.startsWith(prefix) && !matchesAny(path, unlock))
    .map(({ path }) => path.slice(prefix.length))
    .filter((path) => isCheck.test(folderOf(path)));
  if (suspects.length === 0) return [];
  const files = await filesIn(clone, base, scope);
  const links = await runner.links(files, []);
  if (links === null) return [];
  const tests = new Set(baseline.cases.map(({ file }) => file));
  const isOne = (path: string) => tests.has(path) || isTest(`${prefix}${path}`);
  return suspects
    .filter((path) => onlyTestsNeed(path, links, isOne) || isTestFolder(folderOf(path), links, isOne))
    .map((path) => ({ file: `${prefix}${path}`, rule: 'existing test support' }));
}

/**
 * Files that the change puts beside tests and that are none: helpers and data of new tests. In a folder that is only
 * called like checks, code that the product needs is the product's.
 */
export async function addedSupport(
  clone: Clone,
  { tree, changes }: JudgeTree,
  { runner, baseline, used }: { runner: Runner; baseline: TestRun; used: ReadonlyMap<string, string> },
  { scope, isTest }: { scope: string; isTest: (path: string) => boolean },
): Promise<string[]> {
  const prefix = prefixOf(scope);
  const added = changes
    .filter(({ path, status }) => status === 'added' && path.startsWith(prefix) && !isTest(path))
    .map(({ path }) => path.slice(prefix.length));
  const [sure, unsure] = [added.filter((path) => testFolder.test(path)), added.filter(isLikeCheck)];
  const links = unsure.length === 0 ? null : await runner.links(await filesIn(clone, tree, scope), []);
  const tests = new Set(baseline.cases.map(({ file }) => file));
  const own = (path: string) =>
    tests.has(path) || used.has(`${prefix}${path}`) || isTest(`${prefix}${path}`) || unsure.includes(path);
  const chosen = unsure.filter((path) => links !== null && neededBy(path, links).every(own));
  return [...sure, ...chosen].map((path) => `${prefix}${path}`);
}

const testFolder = /(?:^|\/)(?:test|tests|__tests__|spec|specs|testdata|__fixtures__)\//;
const isLikeCheck = (path: string): boolean => !testFolder.test(path) && isCheck.test(folderOf(path));

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
