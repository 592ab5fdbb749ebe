import { slowerTests } from '../../../core/judge/slower-tests.ts';
import { type Execution, runTests } from '../../../languages/runs/run-tests.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { Verdict } from '../../../schema/judge/verdict.ts';
import type { Trees } from '../trees/trees.ts';
import { builtOn } from './candidate-build.ts';
import { type Runs, tookIn } from './observe.ts';

/** The tests that the change makes slower, as both trees show once more. */
export async function findSlower(
  clone: Clone,
  trees: Pick<Trees, 'base' | 'bare' | 'judged'>,
  { base, now }: Runs,
  how: Omit<Execution, 'workspace'>,
  limit_ms: number,
): Promise<Verdict['slower']> {
  const suspects = slowerTests([base], [now]);
  const slow = new Set(suspects.map(({ test }) => test));
  const files = [...new Set(now.cases.filter(({ id }) => slow.has(id)).map(({ file }) => file))];
  if (files.length === 0 || tookIn(now, files) > limit_ms) return suspects;
  const on = async (tree: string) => {
    const workspace = await clone.workspace('judge', tree);
    const run = await runTests({ ...how, ...builtOn(tree, trees, how), workspace, only: files });
    how.signal.throwIfAborted();
    return run;
  };
  const again = await on(trees.judged);
  const still = slowerTests([base], [now, again]);
  if (still.length === 0) return [];
  return slowerTests([base, await on(trees.base)], [now, again]).filter(({ test }) =>
    suspects.some((suspect) => suspect.test === test),
  );
}
