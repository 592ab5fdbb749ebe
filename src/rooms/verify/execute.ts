import { type Execution, runTests } from '../../languages/run-tests.ts';
import type { Clone } from '../../ports/repo.ts';
import type { TestRun } from '../../schema/test-run.ts';
import { doubtful, type Runs, within } from './observe.ts';

export interface Trees {
  base: string;
  judged: string;
  /** Base plus the changed tests; null when none were changed. */
  proof: string | null;
  changed_tests: string[];
  takenOut: Runs['takenOut'];
}

/**
 * Runs everything that the pass rule needs to know, each in a clean tree of its own: all tests, or those of some files.
 * `affected` is asked for only where a test changes its mind.
 */
export async function execute(
  clone: Clone,
  trees: Trees,
  baseline: TestRun,
  affected: () => Promise<string[] | null>,
  how: Omit<Execution, 'workspace'>,
): Promise<Runs> {
  const { runner, only } = how;
  const named = (run: TestRun) => (only === null ? run : within(run, only));
  const on = async (tree: string, files: string[] | null): Promise<TestRun> => {
    const workspace = await clone.workspace('judge', tree);
    const run = await runTests({ ...how, workspace, only: files });
    how.signal.throwIfAborted();
    return run;
  };
  const base = named(baseline);
  const now = named(await on(trees.judged, only));
  const runs: Runs = {
    base,
    now,
    again: null,
    base_again: null,
    proof: null,
    takenOut: trees.takenOut,
    affected: null,
  };
  if (now.outcome !== 'ok' || runner.evidence !== 'report') return runs;

  const files = doubtful(base, now);
  if (files.length > 0) {
    runs.again = await on(trees.judged, files);
    const flipped = runs.again.cases.some(
      (test) =>
        test.status === 'passed' && now.cases.some((first) => first.id === test.id && first.status !== 'passed'),
    );
    if (flipped) {
      runs.base_again = await on(trees.base, files);
      runs.affected = await affected();
    }
  }
  if (trees.proof && only === null) runs.proof = await on(trees.proof, trees.changed_tests);
  return runs;
}
