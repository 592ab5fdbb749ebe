import type { Runner } from '../../../languages/runner.ts';
import { filesIn } from '../../../languages/runs/project.ts';
import { scopeAt } from '../../../languages/runs/scope.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath, ScopePath } from '../../../schema/code/path.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { Violation } from '../violations.ts';
import type { JudgeTree } from './judge-tree.ts';

/**
 * Existing test files that a person's change alters and whose tests base's report does not name. A vanished test could
 * not be noticed there, so lines may be added but not removed.
 */
export function grownBreaches(
  { changes, grown_tests }: JudgeTree,
  baseline: TestRun,
  { scope }: { scope: string },
): Violation[] {
  const isNamed = namedIn(baseline, scope);
  return changes
    .filter(({ path, deletions }) => grown_tests.includes(path) && deletions > 0 && !isNamed(path))
    .map(({ path }) => ({ file: path, rule: 'existing test', added: false }));
}

/** Those of them that are run by themselves; the others are helpers, where base's report names files at all. */
export function grownFiles({ grown_tests }: JudgeTree, baseline: TestRun, scope: string): RepoPath[] {
  const isNamed = namedIn(baseline, scope);
  const namesNone = baseline.cases.every(({ file }) => file === '');
  return grown_tests.filter((path) => namesNone || isNamed(path));
}

/** Base's tests that load what is altered of those helpers: a case that one gets is a new test of theirs. */
export async function helpedTests(
  clone: Clone,
  { tree, grown_tests }: Pick<JudgeTree, 'tree' | 'grown_tests'>,
  { runner, baseline }: { runner: Pick<Runner, 'related'>; baseline: TestRun },
  scope: string,
): Promise<ScopePath[]> {
  const isNamed = namedIn(baseline, scope);
  const { inside, fromTop } = scopeAt(scope);
  const helpers = inside(grown_tests.filter((path) => !isNamed(path)));
  if (helpers.length === 0) return [];
  const tests = (await runner.related(helpers, await filesIn(clone, tree, scope))) ?? [];
  return tests.filter((file) => isNamed(fromTop(file)));
}

function namedIn({ cases }: TestRun, scope: string): (path: RepoPath) => boolean {
  const { fromTop } = scopeAt(scope);
  const named = new Set(cases.filter(({ file }) => file !== '').map(({ file }) => fromTop(file)));
  return (path) => named.has(path);
}
