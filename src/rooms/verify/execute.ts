import type { Runner } from '../../languages/language.ts';
import { type Execution, runTests } from '../../languages/run-tests.ts';
import type { Clone } from '../../ports/repo.ts';
import type { TestRun } from '../../schema/test-run.ts';
import { doubtful, type Runs } from './observe.ts';

export interface Trees {
  base: string;
  judged: string;
  /** Base plus the added tests; null when none were added. */
  proof: string | null;
  added_tests: string[];
}

/** Runs everything that the pass rule needs to know, each in a clean tree of its own. */
export async function execute(
  clone: Clone,
  runner: Runner,
  trees: Trees,
  base: TestRun,
  how: Omit<Execution, 'workspace' | 'only' | 'runner'>,
): Promise<Runs> {
  const on = async (tree: string, only: string[] | null): Promise<TestRun> => {
    const workspace = await clone.workspace('judge', tree);
    const run = await runTests({ ...how, runner, workspace, only });
    how.signal.throwIfAborted();
    return run;
  };
  const now = await on(trees.judged, null);
  const again: Pick<Runs, 'again' | 'base_again' | 'proof'> = { again: null, base_again: null, proof: null };
  if (now.outcome !== 'ok') return { base, now, ...again };

  const files = doubtful(base, now);
  if (files.length > 0 && runner.evidence === 'report') {
    again.again = await on(trees.judged, files);
    const flipped = again.again.cases.some(
      (test) =>
        test.status === 'passed' && now.cases.some((first) => first.id === test.id && first.status !== 'passed'),
    );
    if (flipped) again.base_again = await on(trees.base, files);
  }
  if (trees.proof && runner.evidence === 'report') again.proof = await on(trees.proof, trees.added_tests);
  return { base, now, ...again };
}
