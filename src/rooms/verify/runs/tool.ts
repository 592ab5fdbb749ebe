import type { RunnerCommand } from '../../../languages/runner.ts';
import { commandIn } from '../../../languages/runs/command.ts';
import type { Execution } from '../../../languages/runs/run-tests.ts';
import type { Clone } from '../../../ports/outside/repo.ts';
import type { SandboxResult } from '../../../ports/outside/sandbox.ts';

interface Tool {
  command: RunnerCommand;
  needs?: string[] | undefined;
  /** Folders below the scope whose dependencies it sees, besides the scope's own. */
  dirs?: string[];
}

/** One command on a clean copy of a tree, in the sandbox. `name` keeps commands that run at once apart. */
export async function runTool(
  clone: Clone,
  name: string,
  tree: string,
  { command, needs, dirs }: Tool,
  { sandbox, target, policy, signal, installed, timeout_ms }: Omit<Execution, 'workspace' | 'runner' | 'only'>,
): Promise<SandboxResult> {
  const workspace = await clone.workspace(name, tree);
  const place = commandIn(workspace, target, policy, installed, dirs);
  const env = { ...place.env, ...command.env };
  const result = await sandbox.run({ ...place, ...command, ...(needs && { needs }), env, timeout_ms }, signal);
  signal.throwIfAborted();
  return result;
}

/** Tests that run meanwhile go first: some of them look at the clock. */
export function yielding(command: RunnerCommand): RunnerCommand {
  const script = 'command -v nice > /dev/null && exec nice -n 19 "$@"; exec "$@"';
  return { ...command, argv: ['sh', '-c', script, 'sh', ...command.argv] };
}
