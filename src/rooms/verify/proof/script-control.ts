import { otherData } from '../../../languages/judging/control/data.ts';
import { scriptControl } from '../../../languages/judging/control/script.ts';
import type { ScriptControl } from '../../../languages/judging/control/shape.ts';
import { type Execution, runTests } from '../../../languages/runs/run-tests.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { RepoPath } from '../../../schema/code/path.ts';
import { putInto, type Trees } from '../trees/trees.ts';
import type { Controlled } from './control.ts';

/** More scripts than a command usually runs one after the other. */
const most = 3;

/**
 * Whether a command of which only the exit code is known can fail at all: it must not end well with a script that fails,
 * nor with other expected values in its scripts or, where those have none, in the data of its checks. The first script is the one that the command names.
 */
export async function runScriptControl(
  clone: Clone,
  trees: Trees,
  { scripts, data }: { scripts: RepoPath[]; data: RepoPath[] },
  how: Omit<Execution, 'workspace' | 'only'>,
  mark: string,
): Promise<Controlled> {
  const texts = await clone.readMany(trees.bare, scripts.slice(0, most));
  const controls = new Map<string, ScriptControl>();
  for (const [path, text] of texts) {
    const control = await scriptControl(path, text, mark);
    if (control !== null) controls.set(path, control);
  }
  const [first] = controls;
  for (const text of first ? [first[1].canary, first[1].leaves] : [])
    if (first && (await endsWell(new Map([[first[0], text]])))) return { result: 'failed', passed: [first[0]] };
  const mutants = [...controls].flatMap(([path, { mutated }]): [string, string][] =>
    mutated === null ? [] : [[path, mutated]],
  );
  const others = mutants.length > 0 ? new Map(mutants) : otherData(await clone.readMany(trees.bare, data));
  if (others.size > 0 && (await endsWell(others))) return { result: 'failed', passed: [...others.keys()] };
  return { result: controls.size + others.size > 0 ? 'passed' : 'none', passed: [] };

  async function endsWell(patches: ReadonlyMap<string, string>): Promise<boolean> {
    const workspace = await clone.workspace('control', trees.bare);
    await putInto(workspace, patches);
    const run = await runTests({ ...how, workspace, only: null });
    how.signal.throwIfAborted();
    await workspace.dispose();
    return run.outcome === 'ok' && run.exit_code === 0;
  }
}
