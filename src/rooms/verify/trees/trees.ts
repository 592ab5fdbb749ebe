import { matchesAny } from '../../../code/globs.ts';
import { isData, isInert } from '../../../languages/judging/reach/kinds.ts';
import type { Runner } from '../../../languages/runner.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone, Workspace } from '../../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../../schema/code/path.ts';
import type { TestIdentity, TestRun } from '../../../schema/judge/test-run.ts';
import type { Runs } from '../runs/observe.ts';
import { grownFiles, helpedTests } from './grown.ts';
import type { InnerTests } from './inner-tests.ts';
import type { JudgeTree } from './judge-tree.ts';
import type { AddedSupport } from './reported.ts';

/** The trees that a judgement runs tests on. */
export interface Trees {
  base: string;
  /** The whole change: only this may be committed. */
  judged: string;
  /** The same without the test files that it adds, and the code that it puts beside tests. */
  bare: string;
  /** What `bare` lacks of the change. */
  left_out: RepoPath[];
  /** Files of `bare` as base's tests are to see them: with base's own test regions. */
  spliced: ReadonlyMap<RepoPath, string>;
  /** Base plus the changed tests; null when none were changed. */
  proof: { tree: string; spliced: ReadonlyMap<RepoPath, string> } | null;
  changed_tests: ScopePath[];
  /** Those that base lacks, or that got new tests. */
  added: ScopePath[];
  /** Those that base has and the change alters: base's own version is run as well. */
  grown: ScopePath[];
  /** Knows the added tests as well, where the runner of base's tests does not. */
  runner: Runner;
  isOnBase: (test: TestIdentity) => boolean;
  takenOut: Runs['takenOut'];
}

/** What else is known about a change. */
interface ChangeFacts {
  runner: Runner;
  inner: InnerTests;
  baseline: TestRun;
  /** What new tests bring along: a test that only lacks its helper would prove nothing, and base's tests need none of it. */
  support: AddedSupport;
  /** What a person opened is there for base's tests as well. */
  unlock: string[];
  hidden?: RepoPath[];
}

/** `hidden` are added files that turned out to be tests. */
export async function treesFor(
  clone: Clone,
  base: string,
  judged: JudgeTree,
  scope: string,
  { runner, inner: tests, baseline, support: { files: support, openable, walkers }, unlock, hidden = [] }: ChangeFacts,
): Promise<Trees> {
  const { inside, fromTop } = scopeAt(scope);
  const { tree, changes } = judged;
  const grown = grownFiles(judged, baseline, scope);
  const helped = await helpedTests(clone, judged, { runner, baseline }, scope);
  const added = [...judged.added_tests, ...grown, ...hidden];
  const changed = [...new Set([...judged.changed_tests, ...hidden])];
  // Data of checks is a case of its own where only an exit code is known.
  const cases = runner.evidence === 'exit_code' ? support : [];
  const isHarmless = (path: RepoPath) => isInert(path) || (isData(path) && !openable.has(path));
  const apart = [
    ...added,
    ...judged.grown_tests,
    ...support.filter((path) => cases.length > 0 || !isHarmless(path)),
  ].filter((path) => !matchesAny(path, unlock));
  // New data of a test that lists a folder is a new test.
  const walking = support.some((path) => apart.includes(path) && openable.has(path)) ? walkers : [];
  const texts = await clone.readMany(tree, changed);
  const deletedPaths = new Set(changes.filter((change) => change.status === 'deleted').map(({ path }) => path));
  const onBase = new Set(baseline.cases.map(({ id }) => id));
  const apartTests = new Set([...inside([...added, ...cases, ...tests.added]), ...walking, ...helped]);
  return {
    base,
    judged: tree,
    bare: apart.length > 0 ? await clone.overlay(tree, base, apart) : tree,
    left_out: apart,
    spliced: tests.spliced,
    proof:
      changed.length + tests.added.length + walking.length > 0
        ? {
            tree: await clone.overlay(base, tree, [...changed, ...support, ...judged.package_manifests]),
            spliced: tests.proof,
          }
        : null,
    changed_tests: [...new Set([...inside([...changed, ...tests.added]), ...walking, ...helped])],
    added: [...apartTests],
    grown: [...new Set([...inside([...grown, ...tests.grown]), ...helped])],
    runner,
    isOnBase: ({ id, file }) => onBase.has(id) || !apartTests.has(file),
    takenOut: ({ file, names }) => {
      const path = fromTop(file);
      const title = names.at(-1)?.replace(/\[.*$/s, '') ?? '';
      if (judged.grown_tests.includes(path)) return false;
      return deletedPaths.has(path) || texts.get(path)?.includes(title) === false;
    },
  };
}

/**
 * Added files that were not recognised as tests but that the runner ran as tests, as in a custom layout. They are then
 * run separately as well.
 */
export function hiddenTests({ base, now }: Runs, judged: JudgeTree, trees: Trees, scope: string): RepoPath[] {
  const { inside, fromTop } = scopeAt(scope);
  const expected = new Set<ScopePath>([...base.cases.map(({ file }) => file), ...trees.added]);
  // Whatever does not compile is an error: only where code is loaded does one tell of a test.
  const failed = trees.runner.compiles ? [] : now.errors.flatMap(({ file }) => file ?? []);
  const ran = new Set<ScopePath>([...now.cases.map(({ file }) => file), ...failed]);
  const added = judged.changes.filter(({ status }) => status === 'added').map(({ path }) => path);
  return inside(added)
    .filter((path) => ran.has(path) && !expected.has(path))
    .map(fromTop);
}

export async function putInto(workspace: Workspace, patches: ReadonlyMap<RepoPath, string>): Promise<void> {
  for (const [path, text] of patches) await workspace.write(path, text);
}
