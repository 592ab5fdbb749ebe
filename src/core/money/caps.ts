import type { Policy } from '../../schema/settings/policy.ts';
import type { RunState } from '../run/run-state.ts';

/** What an improvement that nobody asked for may take of the run's budget. */
const improvementShare = 0.2;

/** The limits on what is spent now. */
export function capsOf({ before_improving }: Pick<RunState, 'before_improving'>, { limits }: Policy): Policy['limits'] {
  if (before_improving === null) return limits;
  return { ...limits, run_usd: Math.min(limits.run_usd, before_improving + improvementShare * limits.run_usd) };
}
