import { matchesAny } from '../../../code/globs.ts';
import type { Runner } from '../../../languages/language.ts';
import { filesIn } from '../../../languages/project.ts';
import { ofChecks } from '../../../languages/reach/checks.ts';
import { isDocumentation, isInert, isManifest } from '../../../languages/reach/kinds.ts';
import { isTestFolder, neededBy, onlyTestsNeed } from '../../../languages/reach/support.ts';
import { prefixOf } from '../../../languages/scope.ts';
import { byCommand, isCheck } from '../../../languages/used/used.ts';
import type { Clone } from '../../../ports/repo.ts';
import type { TestRun } from '../../../schema/test-run.ts';
import type { Verdict } from '../../../schema/verdict.ts';
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

interface Base {
  clone: Clone;
  base: string;
  runner: Runner;
  baseline: TestRun;
  used: ReadonlyMap<string, string>;
}

interface Within {
  unlock: string[];
  scope: string;
  isTest: (path: string) => boolean;
}

/** Among the sources of a product, a folder that is called so may be about checks or specifications. */
const isSource = /(?:^|\/)(?:src|lib|app)\//;

/** What belongs to base's checks without being one. */
export interface Checks {
  /** Files that only checks lead to. */
  led: ReadonlySet<string>;
  /** In a folder that is called so. */
  isNamedSo(path: string): boolean;
}

export async function checksOf(
  { clone, base, runner, baseline, used }: Base,
  { scope, isTest }: Within,
): Promise<Checks> {
  const prefix = prefixOf(scope);
  const files = await filesIn(clone, base, scope);
  const links = await runner.links(files, []);
  if (links === null) return noChecks;
  const tests = new Set(baseline.cases.map(({ file }) => file));
  const isOne = (path: string) => tests.has(path) || isTest(`${prefix}${path}`);
  const isNamedSo = (path: string) =>
    isCheck.test(folderOf(path)) &&
    (isInert(path) || !isSource.test(path)) &&
    (onlyTestsNeed(path, links, isOne) || isTestFolder(folderOf(path), links, isOne));
  const led = await ofChecks(files, {
    links,
    isTest: (path) => isOne(path) || used.has(`${prefix}${path}`) || /(?:^|\/)conftest\.py$/.test(path),
    isScript: (path) => used.get(`${prefix}${path}`) === byCommand,
  });
  return {
    led: new Set([...led].map((path) => `${prefix}${path}`)),
    isNamedSo: (path) => isNamedSo(path.slice(prefix.length)),
  };
}

export const noChecks: Checks = { led: new Set(), isNamedSo: () => false };

/** Changes to what belongs to base's checks. */
export async function supportBreaches(
  { changes }: JudgeTree,
  checks: () => Promise<Checks>,
  { unlock, scope }: Within,
): Promise<Verdict['integrity']> {
  const prefix = prefixOf(scope);
  const suspects = changes
    .filter(({ path, status }) => status !== 'added' && path.startsWith(prefix) && !matchesAny(path, unlock))
    .map(({ path }) => path)
    .filter((path) => !isDocumentation(path) && !isManifest(path));
  if (suspects.length === 0) return [];
  const { led, isNamedSo } = await checks();
  return suspects
    .filter((path) => led.has(path) || isNamedSo(path))
    .map((file) => ({ file, rule: 'existing test support' }));
}

/**
 * Files that the change puts beside tests, or among what belongs to them, and that are none: helpers and data of new
 * tests. Where only a folder's name says so, code that the product needs is the product's.
 */
export async function addedSupport(
  { clone, runner, baseline, used }: Base,
  { tree, changes }: JudgeTree,
  checks: () => Promise<Checks>,
  { scope, isTest }: Within,
): Promise<string[]> {
  const prefix = prefixOf(scope);
  const added = changes
    .filter(({ path, status }) => status === 'added' && path.startsWith(prefix) && !isTest(path))
    .map(({ path }) => path.slice(prefix.length))
    .filter((path) => !isDocumentation(path) && !isManifest(path));
  const [sure, others] = [added.filter(isBesideTests), added.filter((path) => !isBesideTests(path))];
  const among = new Set(others.length === 0 ? [] : [...(await checks()).led].map(folderOf));
  among.delete(prefix);
  const unsure = others.filter((path) => isCheck.test(folderOf(path)) || among.has(folderOf(`${prefix}${path}`)));
  const links = unsure.length === 0 ? null : await runner.links(await filesIn(clone, tree, scope), []);
  const tests = new Set(baseline.cases.map(({ file }) => file));
  const own = (path: string) =>
    tests.has(path) || used.has(`${prefix}${path}`) || isTest(`${prefix}${path}`) || unsure.includes(path);
  const chosen = unsure.filter((path) => links !== null && neededBy(path, links).every(own));
  return [...sure, ...chosen].map((path) => `${prefix}${path}`);
}

const isBesideTests = (path: string): boolean =>
  /(?:^|\/)(?:test|tests|__tests__|spec|specs|testdata|__fixtures__)\//.test(path);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
