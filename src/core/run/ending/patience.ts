import type { Policy } from '../../../schema/settings/policy.ts';
import { deadline } from '../decide.ts';
import { providerIn, type RunState } from '../run-state.ts';

/**
 * How many milliseconds to wait for a model that cannot answer: at most half of the remaining time, and 0 if an earlier
 * wait for its provider was in vain.
 */
export function patienceFor(state: RunState, policy: Policy, model: string): number {
  const isDown = Object.values(state.outages).some((outage) => providerIn(outage.model) === providerIn(model));
  if (isDown) return 0;
  const left_ms = deadline(state, policy) - state.last_at;
  return Math.max(0, Math.min((policy.limits.outage_minutes ?? 0) * 60_000, left_ms / 2));
}
