import { isProtected, mergesInto } from '../../core/delivery/landing.ts';
import { branchName } from '../../core/run/slug.ts';
import { ConfigError, Unfit } from '../../ports/errors.ts';
import type { Repo, Target } from '../../ports/outside/repo.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { isProtectedThere } from '../forge/forges.ts';
import type { Wiring } from '../wiring.ts';

/** The work of a run must be able to get where it is wanted, as far as that can be known before it begins. */
export async function mustDeliver(request: string, policy: Policy, wiring: Wiring): Promise<void> {
  const target = await wiring.target();
  await mustBranch(request, policy, wiring.repo, target);
  await mustLand(policy, target, wiring);
}

async function mustLand(policy: Policy, target: Target, wiring: Wiring): Promise<void> {
  const { branch } = target;
  const how = policy.strategy === 'direct' ? '--strategy direct' : '--merge';
  if (mergesInto(policy) && branch === null)
    throw new ConfigError(`${how} needs a branch to commit on, and HEAD is detached: switch to one first`, 'detached');
  if (mergesInto(policy) && branch !== null && isProtected(branch, policy.protected_branches ?? []))
    throw new ConfigError(
      `branch ${branch} is protected (protected_branches): run without ${how}, or switch to another branch`,
      'protected',
    );
  const isShared = policy.strategy === 'direct' || (policy.merge === true && policy.push === true);
  if (isShared && branch !== null && (await isProtectedThere(wiring, branch)))
    throw new ConfigError(
      `branch ${branch} is protected by the rules of its forge: use --strategy pr, or switch to another branch`,
      'protected',
    );
  if (policy.push && (await wiring.repo.remotes(target)).length === 0)
    throw new ConfigError('--push needs a remote: add one with git remote add origin URL', 'no_remote');
}

/** Git cannot keep a branch `a/b` beside a branch `a`, nor any where it cannot write: said now, not when the work is done. */
export async function mustBranch(
  request: string,
  { branch_template }: Policy,
  repo: Repo,
  target: Target,
): Promise<void> {
  await repo.mustBeWritable(target);
  const branch = branchName(branch_template, request);
  const other = await repo.obstacle(target, branch);
  if (other === null) return;
  throw new ConfigError(
    `branch_template ${JSON.stringify(branch_template)} makes the branch ${branch}, which git cannot create because your branch ${other} exists: set another branch_template, or rename that branch`,
    'branch_template',
  );
}

/** The code of a run has to be kept in by a sandbox. */
export async function mustRun(
  policy: Policy,
  target: Target,
  { sandbox, unsafe }: Pick<Wiring, 'sandbox' | 'unsafe'>,
): Promise<void> {
  const reason = await sandbox(policy.sandbox).unfit();
  if (reason) throw new Unfit(reason, 'no_sandbox');
  const leak = unsafe(policy, target);
  if (leak) throw new Unfit(leak, 'linked_dependencies');
}
