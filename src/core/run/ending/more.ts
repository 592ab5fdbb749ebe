import type { RunStatus } from '../../../schema/run/lifecycle.ts';
import { forecastUsd } from '../../money/forecast.ts';
import type { RunState } from '../run-state.ts';

/** How a run goes on that ended for want of money or time: with more of it. Null: it ended otherwise. */
export function resumeCommand(state: RunState, status: RunStatus): string | null {
  const command = `pawl resume ${state.run}`;
  if (status === 'timed_out') return `${command} --timeout ${moreMinutes(state)}`;
  if (status !== 'budget_exhausted' || state.exhausted === null) return null;
  // No flag raises the limit of a day.
  return state.exhausted.cap === 'day' ? command : `${command} --budget ${moreUsd(state).toFixed(2)}`;
}

/** A budget of the whole run that is enough for its next call, and by the forecast for what is left of its work. */
function moreUsd({ usd, exhausted, policy, tasks }: RunState): number {
  const { spent_usd = 0, needed_usd = 0, limit_usd = 0 } = exhausted ?? {};
  const used = Math.max(usd, spent_usd);
  const left = tasks.filter(({ status, improvement }) => !improvement && status !== 'completed').length;
  const unlimited = policy && { ...policy, limits: { ...policy.limits, run_usd: Number.POSITIVE_INFINITY } };
  const forecast = unlimited === null ? 0 : forecastUsd(unlimited, Math.max(1, left));
  return Math.ceil(Math.max(used + needed_usd, used + forecast, 2 * limit_usd) * 100 - 1e-9) / 100;
}

const moreMinutes = ({ active_ms }: RunState): number => Math.max(1, Math.ceil((2 * active_ms) / 60_000));
