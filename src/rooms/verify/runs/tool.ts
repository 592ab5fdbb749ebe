import type { RunnerCommand } from '../../../languages/runner.ts';
import { commandIn, type Execution } from '../../../languages/runs/run-tests.ts';
import type { Clone } from '../../../ports/repo.ts';
import type { SandboxResult } from '../../../ports/sandbox.ts';

/** One command on a clean copy of a tree, in the sandbox. `name` keeps commands that run at once apart. */
export async function runTool(
  clone: Clone,
  name: string,
  tree: string,
  { command, needs }: { command: RunnerCommand; needs?: string[] | undefined },
  { sandbox, target, policy, signal, installed, timeout_ms }: Omit<Execution, 'workspace' | 'runner' | 'only'>,
): Promise<SandboxResult> {
  const workspace = await clone.workspace(name, tree);
  const place = commandIn(workspace, target, policy, installed);
  const env = { ...place.env, ...command.env };
  const result = await sandbox.run({ ...place, ...command, ...(needs && { needs }), env, timeout_ms }, signal);
  signal.throwIfAborted();
  return result;
}
