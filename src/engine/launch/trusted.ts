import { createHash } from 'node:crypto';
import { withRaised } from '../../core/run/ending/reopen.ts';
import { ConfigError, StateDamaged } from '../../ports/errors.ts';
import { type Policy, policySchema } from '../../schema/settings/policy.ts';
import type { Trusted } from '../../schema/settings/trusted.ts';
import { loadState } from '../load.ts';
import type { Wiring } from '../wiring.ts';

/** A run as it was started on this machine. */
export interface TrustedRun {
  policy: Policy;
  providers: Trusted['providers'];
  dir: string;
  /** The request, where no branch was made for it yet. */
  unbranched: string | null;
}

/** A run's recorded policy, with the addresses and the folder that it was started with. */
export async function trusted(run: string, { trust, journal }: Pick<Wiring, 'trust' | 'journal'>): Promise<TrustedRun> {
  const record = await trust.load(run);
  const { policy, request, branch, limits } = await loadState(await journal(), run);
  if (!record || !policy)
    throw new ConfigError(`run ${run} was removed by pawl clean and cannot continue: start it again`, 'not_ours');
  if (record.policy_digest !== digestOf(policy))
    throw new StateDamaged(`the policy in the journal of run ${run} is not the one it was started with`);
  return {
    policy: withRaised(policy, limits),
    providers: record.providers,
    dir: record.target,
    unbranched: branch === null && policy.agent === undefined ? request : null,
  };
}

/** The digest of a policy. The schema sorts the keys, so the digest does not depend on how the policy was made. */
export const digestOf = (policy: Policy): string =>
  createHash('sha256')
    .update(JSON.stringify(policySchema.parse(policy)))
    .digest('hex');
