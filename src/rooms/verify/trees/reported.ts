import { matchesAny } from '../../../code/globs.ts';
import { isManifest } from '../../../languages/judging/protection/manifests.ts';
import { ofChecks } from '../../../languages/judging/reach/checks.ts';
import { isData, isDocumentation, isInert } from '../../../languages/judging/reach/kinds.ts';
import { readersOf } from '../../../languages/judging/reach/readers.ts';
import { isTestFolder, neededBy, onlyTestsNeed } from '../../../languages/judging/reach/support.ts';
import { isCheck } from '../../../languages/judging/used/commands.ts';
import { byCommand } from '../../../languages/judging/used/used.ts';
import { isLoadedForTests } from '../../../languages/registry.ts';
import type { Runner } from '../../../languages/runner.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../../schema/code/path.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { Violation } from '../violations.ts';
import type { JudgeTree } from './judge-tree.ts';

/** Changes to the files that contain base's tests, with any name: base's own report names them. */
export function reportedBreaches(
  { changes, grown_tests }: JudgeTree,
  baseline: TestRun,
  { unlock, scope, mixed }: { unlock: string[]; scope: string; mixed: ReadonlySet<RepoPath> },
): Violation[] {
  const { fromTop } = scopeAt(scope);
  const tests = new Set(baseline.cases.map(({ file }) => fromTop(file)));
  return changes
    .filter(({ path, status }) => status !== 'added' && tests.has(path) && !matchesAny(path, unlock))
    .filter(({ path }) => !mixed.has(path) && !grown_tests.includes(path))
    .map(({ path }) => ({ file: path, rule: 'existing test', added: false }));
}

interface Base {
  clone: Clone;
  base: string;
  runner: Runner;
  baseline: TestRun;
  used: ReadonlyMap<RepoPath, string>;
}

interface Within {
  unlock: string[];
  scope: string;
  isTest: (path: RepoPath) => boolean;
}

/** Among the sources of a product, a folder that is called so may be about checks or specifications. */
const isSource = /(?:^|\/)(?:src|lib|app)\//;

/** So many files are read in a moment. */
const large = 1500;

/** What belongs to base's checks without being one. */
export interface Checks {
  /** Files that only checks lead to. Every file has to be read for that, so it is found when it is asked for. */
  led(): Promise<ReadonlySet<RepoPath>>;
  /** In a folder that is called so. */
  isNamedSo(path: RepoPath): boolean;
  /** Code of the product imports it, or something beside it. */
  isProduct(path: RepoPath): boolean;
  isBesideProduct(path: RepoPath): boolean;
}

/** `notLooked` is called where the tree is too large to tell what only checks lead to. */
export async function checksOf(
  { clone, base, runner, baseline, used }: Base,
  { scope, isTest }: Within,
  notLooked: () => void,
): Promise<Checks> {
  const { fromTop, nameOf } = scopeAt(scope);
  const files = await filesIn(clone, base, scope);
  const links = await runner.links(files, []);
  if (links === null) return noChecks;
  const tests = new Set(baseline.cases.map(({ file }) => file));
  const isOne = (path: ScopePath) => tests.has(path) || isTest(fromTop(path));
  const isNamedSo = (path: ScopePath) =>
    isCheck.test(folderOf(path)) &&
    (isInert(path) || !isSource.test(path)) &&
    (onlyTestsNeed(path, links, isOne) || isTestFolder(folderOf(path), links, isOne));
  const isOwn = (path: ScopePath) => isOne(path) || used.has(fromTop(path)) || isLoadedForTests(path);
  // In a large tree, what any code imports that is no test is taken for the product's.
  const importers = files.paths.length > large ? [...links] : [];
  const needed = new Set(importers.filter(([name]) => !isOwn(name)).flatMap(([, needs]) => [...needs]));
  const folders = new Set([...needed].filter((path) => !isOwn(path)).map(folderOf));
  const holds = (path: RepoPath, check: (name: ScopePath) => boolean) => {
    const name = nameOf(path);
    return name !== null && check(name);
  };
  let led: Promise<ReadonlySet<RepoPath>> | null = null;
  return {
    led() {
      const isScript = (path: ScopePath) => used.get(fromTop(path)) === byCommand;
      led ??= ofChecks(files, { links, isTest: isOwn, isScript }).then((paths) => {
        if (paths === null) notLooked();
        return new Set([...(paths ?? [])].map(fromTop));
      });
      return led;
    },
    isNamedSo: (path) => holds(path, isNamedSo),
    isProduct: (path) => holds(path, (name) => needed.has(name)),
    isBesideProduct: (path) => holds(path, (name) => folders.has(folderOf(name))),
  };
}

export const noChecks: Checks = {
  led: async () => new Set(),
  isNamedSo: () => false,
  isProduct: () => false,
  isBesideProduct: () => false,
};

/** Changes to what belongs to base's checks. */
export async function supportBreaches(
  { changes, grown_tests }: JudgeTree,
  checks: () => Promise<Checks>,
  { unlock, scope }: Within,
): Promise<Violation[]> {
  const { holds } = scopeAt(scope);
  const suspects = changes
    .filter(({ path, status }) => status !== 'added' && holds(path) && !matchesAny(path, unlock))
    .map(({ path }) => path)
    .filter((path) => !grown_tests.includes(path) && !isDocumentation(path) && !isManifest(path));
  if (suspects.length === 0) return [];
  const { led, isNamedSo, isProduct } = await checks();
  const only = suspects.some((path) => !isProduct(path)) ? await led() : new Set<RepoPath>();
  return suspects
    .filter((path) => isNamedSo(path) || only.has(path))
    .map((file) => ({ file, rule: 'existing test support', added: false }));
}

/** What a change puts beside tests. */
export interface AddedSupport {
  files: RepoPath[];
  /** Data among them that base's tests may open. */
  openable: ReadonlySet<RepoPath>;
  /** Base's tests that find such data by listing a folder. */
  walkers: ScopePath[];
}

/**
 * Files that the change adds beside tests and that are not tests: helpers and data of new tests. Code that the product
 * needs belongs to the product, in any folder.
 */
export async function addedSupport(
  { clone, base, runner, baseline, used }: Base,
  { tree, changes }: JudgeTree,
  checks: () => Promise<Checks>,
  { scope, isTest }: Within,
): Promise<AddedSupport> {
  const { inside, fromTop } = scopeAt(scope);
  const addedPaths = changes.filter(({ path, status }) => status === 'added' && !isTest(path)).map(({ path }) => path);
  const added = inside(addedPaths).filter((path) => !isDocumentation(path) && !isManifest(path));
  const [sure, others] = [added.filter(isBesideTests), added.filter((path) => !isBesideTests(path))];
  const { led, isBesideProduct } = others.length === 0 ? noChecks : await checks();
  const isOpen = others.some((path) => !isBesideProduct(fromTop(path)));
  const among = new Set(isOpen ? [...(await led())].map(folderOf) : []);
  among.delete(fromTop(''));
  const unsure = others.filter((path) => isCheck.test(folderOf(path)) || among.has(folderOf(fromTop(path))));
  const candidates = [...unsure, ...sure.filter((path) => !isData(path))];
  const links = candidates.length === 0 ? null : await runner.links(await filesIn(clone, tree, scope), []);
  const tests = new Set(baseline.cases.map(({ file }) => file));
  const isTestSide = (path: ScopePath) => tests.has(path) || used.has(fromTop(path)) || isTest(fromTop(path));
  const support = new Set(links === null ? sure : [...sure, ...unsure]);
  for (let shrunk = links !== null; shrunk; ) {
    const needed = [...support].filter((path) =>
      neededBy(path, links ?? new Map()).some(
        (name) => !isTestSide(name) && !support.has(name) && (unsure.includes(path) || isPlainProduct(name)),
      ),
    );
    for (const path of needed) support.delete(path);
    shrunk = needed.length > 0;
  }
  const data = [...support].filter((path) => isData(path) && !isInert(path));
  const before = await filesIn(clone, base, scope);
  const { openable, walkers } = await readersOf(data, before.paths.filter(isTestSide), before);
  return {
    files: [...support].map(fromTop),
    openable: new Set([...openable].map(fromTop)),
    walkers: walkers.filter((path) => tests.has(path)),
  };
}

/** Neither beside tests, nor a group of files, of which some may be. */
const isPlainProduct = (path: string): boolean =>
  !isBesideTests(path) && !path.endsWith('*') && !isLoadedForTests(path);

const isBesideTests = (path: string): boolean =>
  /(?:^|\/)(?:test|tests|__tests__|spec|specs|testdata|__fixtures__)\//.test(path);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
