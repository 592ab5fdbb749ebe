import { scopeAt } from '../../../languages/runs/scope.ts';
import type { RepoPath } from '../../../schema/code/path.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { Violation } from '../violations.ts';
import type { JudgeTree } from './judge-tree.ts';

/**
 * Existing test files that a person's change alters and whose tests base's report does not name: nobody could tell if
 * one of them vanished, so that lines may be added and none taken away.
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

function namedIn({ cases }: TestRun, scope: string): (path: RepoPath) => boolean {
  const { fromTop } = scopeAt(scope);
  const named = new Set(cases.filter(({ file }) => file !== '').map(({ file }) => fromTop(file)));
  return (path) => named.has(path);
}
