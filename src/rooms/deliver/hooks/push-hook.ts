import { hookEnded, lastLine } from '../../../core/delivery/hooks.ts';
import type { GitFault } from '../../../ports/outside/repo.ts';
import type { World } from '../../../ports/world.ts';
import type { Context } from '../../room.ts';
import { hooksDue, runHook } from './run-hook.ts';

/** The reason why the user's pre-push hook refuses a branch; null: it passes, or there is none. */
export async function refusedByPushHook(
  context: Context,
  world: Pick<World, 'repo' | 'sandbox'>,
  { branch, sha }: { branch: string; sha: string },
): Promise<(Omit<GitFault, 'reason' | 'passing'> & { reason: string }) | null> {
  const { state, target } = context;
  const hooks = await hooksDue(context, world.repo, ['pre-push']);
  const [remote] = await world.repo.remotes(target);
  if (hooks === null || !remote) return null;
  const clone = await world.repo.clone(state.run, target);
  const nothing = '0'.repeat(sha.length);
  const run = await runHook(context, world, hooks, {
    name: 'pre-push',
    args: [remote.name, remote.url],
    stdin: `refs/heads/${branch} ${sha} refs/heads/${branch} ${nothing}\n`,
    commit: { tree: await clone.treeOf(sha), parent: sha, branch },
  });
  if (run.ended === 'passed') return null;
  const command = `git push ${remote.name} ${branch}`;
  return {
    reason: run.ended === 'timeout' ? 'hook_timeout' : 'hook',
    command,
    exit_code: run.exit_code,
    message: `${hookEnded({ hook: 'pre-push', ...run }, context.policy)}${lastLine(run.output)}`,
    cure: `fix the hook, then ${command}, or add --no-verify to push without it`,
  };
}
