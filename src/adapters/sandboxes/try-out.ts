import { PawlError } from '../../ports/errors.ts';
import type { Sandbox } from '../../ports/outside/sandbox.ts';
import { removeTree } from '../remove-tree.ts';
import { makeTempFolder } from '../temp-folder.ts';

/** Null when a command that does nothing does it, else why not. */
export async function tryOut(run: Sandbox['run']): Promise<string | null> {
  const work_dir = makeTempFolder();
  const nothing = { read_only: [], layered: [], env: {}, provide: {}, collect: [], needs: [] };
  const limits = { timeout_ms: 10_000, output_limit: 64 * 1024, file_limit: 0 };
  const command = { ...nothing, ...limits, argv: ['true'], work_dir, mount_at: '/try', cwd: '' };
  try {
    const { ended, exit_code, stderr } = await run(command, new AbortController().signal);
    if (exit_code === 0) return null;
    return `even an empty command fails in the sandbox (${ended}): ${stderr.trim().split('\n')[0]}`;
  } catch (error) {
    if (error instanceof PawlError) return error.message;
    throw error;
  } finally {
    await removeTree(work_dir);
  }
}
