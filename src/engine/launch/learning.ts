import { historyOf, remembered } from '../../core/learning/tier-history.ts';
import type { Journal } from '../../ports/state/journal.ts';
import type { Policy } from '../../schema/settings/policy.ts';

/**
 * A policy with what earlier runs here have shown of its tiers, where the choice of tiers is free: with all that is
 * remembered, and with ever less of it, for one that would get too large.
 */
export async function learning(policy: Policy, journal: Journal): Promise<Policy[]> {
  if (policy.history === undefined || policy.agent !== undefined) return [policy];
  const tries = (await journal.ended(remembered)).reverse().flatMap((run) => run.tried);
  const counts = [remembered, remembered / 2, remembered / 4, remembered / 8, 0];
  return counts.map((count) => ({
    ...policy,
    history: historyOf(count === 0 ? [] : tries.slice(-count), policy.tiers),
  }));
}
