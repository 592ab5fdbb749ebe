import { slowerTests } from '../../../core/judge/slower-tests.ts';
import { type Execution, runTests } from '../../../languages/runs/run-tests.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { TestRun } from '../../../schema/judge/test-run.ts';
import type { Verdict } from '../../../schema/judge/verdict.ts';
import type { Trees } from '../trees/trees.ts';
import { builtOn } from './candidate-build.ts';
import { type Runs, tookIn } from './observe.ts';

/** The tests that the change makes slower, as both trees show once more. */
export function findSlower(
  clone: Clone,
  trees: Pick<Trees, 'base' | 'bare' | 'judged'>,
  runs: Runs,
  how: Omit<Execution, 'workspace'>,
  limits: { affected: string[] | null; limit_ms: number },
): Promise<Verdict['slower']> {
  return slowerAgain(runs, limits, async (side, only) => {
    const tree = trees[side];
    const workspace = await clone.workspace('judge', tree);
    const run = await runTests({ ...how, ...builtOn(tree, trees, how), workspace, only });
    how.signal.throwIfAborted();
    return run;
  });
}

/**
 * What was slow on a busy machine shows in another run, which has no more files than it needs: of tests that the change
 * can affect, and on base of those that are slow again.
 */
export async function slowerAgain(
  { base, now }: Pick<Runs, 'base' | 'now'>,
  { affected, limit_ms }: { affected: string[] | null; limit_ms: number },
  run: (side: 'judged' | 'base', files: string[]) => Promise<TestRun>,
): Promise<Verdict['slower']> {
  const isReached = (file: string) => file === '' || affected === null || affected.includes(file);
  const filesOf = (slow: Verdict['slower']) => {
    const ids = new Set(slow.map(({ test }) => test));
    return [...new Set(now.cases.filter(({ id }) => ids.has(id)).map(({ file }) => file))];
  };
  const reached = { ...now, cases: now.cases.filter(({ file }) => isReached(file)) };
  const suspects = slowerTests([base], [reached]);
  const files = filesOf(suspects);
  if (files.length === 0 || tookIn(now, files) > limit_ms) return suspects;
  const again = await run('judged', files);
  const still = slowerTests([base], [reached, again]);
  if (still.length === 0) return [];
  const slow = slowerTests([base, await run('base', filesOf(still))], [reached, again]);
  return slow.filter(({ test }) => still.some((one) => one.test === test));
}
