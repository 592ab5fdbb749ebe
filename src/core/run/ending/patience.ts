import type { Policy } from '../../../schema/settings/policy.ts';
import { deadline } from '../decide.ts';
import { providerIn, type RunState } from '../run-state.ts';

/**
 * Milliseconds that a model which cannot answer may be waited for: at most half of the time that is left, and none where
 * its provider was waited for in vain.
 */
export function patienceFor(state: RunState, policy: Policy, model: string): number {
  const isDown = Object.values(state.outages).some((outage) => providerIn(outage.model) === providerIn(model));
  if (isDown) return 0;
  const left_ms = deadline(state, policy) - state.last_at;
  return Math.max(0, Math.min((policy.limits.outage_minutes ?? 0) * 60_000, left_ms / 2));
}
