import { PawlError } from '../../../ports/errors.ts';
import type { Forge } from '../../../ports/outside/forge.ts';
import type { GitFault } from '../../../ports/outside/repo.ts';
import type { World } from '../../../ports/world.ts';
import type { Context } from '../../room.ts';
import { refusedByPushHook } from '../hooks/push-hook.ts';

const refused = ({ reason, message, cure }: Record<'reason' | 'message' | 'cure', string>): PawlError =>
  new PawlError(reason, `${message}: ${cure}`, 8);

interface BranchRequest {
  context: Context;
  forge: Forge;
  sha: string;
  /** What this run showed there before. */
  replaces: string | null;
}

const tries = 3;

/** Puts a commit where the forge sees it, on the first of these branches that is free or ours; the name that it has. */
export async function showBranch(
  { context, forge, sha, replaces }: BranchRequest,
  names: readonly string[],
  world: Pick<World, 'repo' | 'clock' | 'sandbox'>,
): Promise<string> {
  const { state, target } = context;
  const { repo, clock } = world;
  for (const [at, branch] of names.entries()) {
    const fault = forge.kind === 'local' ? await here(branch) : await pushed(branch);
    if (fault === null) return branch;
    if (fault.reason !== 'moved' || at === names.length - 1) throw refused(fault);
  }
  throw new Error('there is no name for the branch of a pull request');

  /** Without a forge, a branch of the user's repository is where people look. */
  async function here(branch: string): Promise<GitFault | null> {
    const tip = await repo.branchTip(target, branch);
    if (tip !== null && tip !== replaces && tip !== sha) return takenFault(branch);
    return (await repo.publish(state.run, target, branch, sha, tip)) ? null : takenFault(branch);
  }

  async function pushed(branch: string): Promise<GitFault | null> {
    const refusal = sha === replaces ? null : await refusedByPushHook(context, world, { branch, sha });
    if (refusal) throw refused(refusal);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await repo.push(state.run, target, { branch, sha, ...(replaces !== null && { replaces }) });
      if (!('fault' in answer)) return null;
      if (!answer.fault.passing || attempt >= tries) return answer.fault;
      await clock.sleep(1000 * 2 ** (attempt - 1));
    }
  }
}

const takenFault = (branch: string): GitFault => ({
  reason: 'moved',
  command: `git branch ${branch}`,
  exit_code: null,
  message: `the branch ${branch} is taken`,
  cure: 'rename it, or set another branch_template',
  passing: false,
});
