import type { Metric, MetricName } from '../schema/run/metrics.ts';
import { dollars, duration } from './words.ts';

/** What each metric is called wherever a person reads it, and what it is counted over. */
export const metricLabels: Record<MetricName, [label: string, from: string]> = {
  success_rate: ['tasks solved', 'task'],
  first_attempt_pass_rate: ['passed on the first attempt', 'task'],
  attempts_to_pass: ['attempts to pass', 'solved task'],
  hand_over_rate: ['handed over to a person', 'task'],
  lesson_reuse_rate: ['solved after a failure, by a lesson', 'task'],
  cost_per_solved_task_usd: ['cost per solved task', 'solved task'],
  time_per_solved_task_seconds: ['time per solved task', 'solved task'],
  saved_against_top_tier_usd: ['saved compared with the top tier alone', 'solved task'],
  saved_against_top_tier_rate: ["saved, as a share of the top tier's cost", 'solved task'],
  time_saved_seconds: ['time saved', 'solved task'],
  loops_caught: ['loops caught', 'attempt'],
  loops_saved_usd: ['cost avoided by catching loops', 'loop'],
};

/** Time saved rests on hours that a planner guessed: it is in the JSON for whoever trusts them. */
export const isBelieved = (name: MetricName): boolean => name !== 'time_saved_seconds';

/** An estimate from less says nothing, and no target can be missed. */
const enough = 5;

const tooLittle = 'too little data';

/** The value; an estimate begins with `~`. */
export function metricValue(name: MetricName, { value, of, estimate }: Metric): string {
  if (value === null) return 'no data';
  return estimate && of < enough ? tooLittle : `${estimate ? '~' : ''}${metricAmount(name, value)}`;
}

export function metricTarget(name: MetricName, { target }: Metric): string {
  if (target === null) return '';
  return 'above' in target ? `> ${metricAmount(name, target.above)}` : `< ${metricAmount(name, target.below)}`;
}

/** Whether the target is met; '' where there is none. */
export function metricMet({ met, of }: Metric): '' | 'too few' | 'yes' | 'no' {
  if (met === null) return '';
  return of < enough ? 'too few' : met ? 'yes' : 'no';
}

function metricAmount(name: MetricName, value: number): string {
  if (name.endsWith('_rate')) return percent(value);
  const sign = value < 0 ? '-' : '';
  if (name.endsWith('_usd')) return `${sign}${dollars(Math.abs(value))}`;
  if (name.endsWith('_seconds')) return `${sign}${duration(Math.abs(value) * 1000)}`;
  return String(Number(value.toFixed(2)));
}

export const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;
