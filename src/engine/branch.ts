import { branchName } from '../core/run/slug.ts';
import { ConfigError } from '../ports/errors.ts';
import type { Repo, Target } from '../ports/outside/repo.ts';
import type { Policy } from '../schema/settings/policy.ts';

/** Git cannot keep a branch `a/b` beside a branch `a`: said now, not when the work is done. */
export async function mustBranch(
  request: string,
  { branch_template }: Policy,
  repo: Repo,
  target: Target,
): Promise<void> {
  const branch = branchName(branch_template, request);
  const other = await repo.obstacle(target, branch);
  if (other === null) return;
  throw new ConfigError(
    `branch_template ${JSON.stringify(branch_template)} makes the branch ${branch}, which git cannot create because your branch ${other} exists: set another branch_template, or rename that branch`,
    'branch_template',
  );
}
