import { scriptControl } from '../../languages/control/script.ts';
import { type Execution, runTests } from '../../languages/run-tests.ts';
import type { Clone } from '../../ports/repo.ts';
import type { Controlled } from './control.ts';
import { putInto, type Trees } from './trees.ts';

/** More scripts than a command usually runs one after the other. */
const most = 3;

/**
 * Whether a command of which only the exit code is known can fail at all: it must not end well with a script that fails,
 * nor with other expected values in its scripts. `scripts` are paths in the repository.
 */
export async function runScriptControl(
  clone: Clone,
  trees: Trees,
  scripts: string[],
  how: Omit<Execution, 'workspace' | 'only'>,
  mark: string,
): Promise<Controlled> {
  const texts = await clone.readMany(trees.bare, scripts.slice(0, most));
  const mutated = new Map<string, string>();
  const passed: string[] = [];
  let made = 0;
  for (const [path, text] of texts) {
    const control = await scriptControl(path, text, mark);
    if (control === null) continue;
    made += 1;
    if (control.mutated !== null) mutated.set(path, control.mutated);
    for (const text of [control.canary, control.leaves])
      if (!passed.includes(path) && (await endsWell(new Map([[path, text]])))) passed.push(path);
  }
  if (mutated.size > 0 && passed.length === 0 && (await endsWell(mutated))) passed.push(...mutated.keys());
  if (passed.length > 0) return { result: 'failed', passed };
  return { result: made > 0 ? 'passed' : 'none', passed: [] };

  async function endsWell(patches: ReadonlyMap<string, string>): Promise<boolean> {
    const workspace = await clone.workspace('control', trees.bare);
    await putInto(workspace, patches);
    const run = await runTests({ ...how, workspace, only: null });
    how.signal.throwIfAborted();
    await workspace.dispose();
    return run.outcome === 'ok' && run.exit_code === 0;
  }
}
