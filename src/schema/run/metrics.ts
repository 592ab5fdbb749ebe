/** In the order in which faces show them. A rate is a share from 0 to 1. */
export const metricNames = [
  'success_rate',
  'first_attempt_pass_rate',
  'attempts_to_pass',
  'hand_over_rate',
  'lesson_reuse_rate',
  'cost_per_solved_task_usd',
  'time_per_solved_task_seconds',
  'saved_against_top_tier_usd',
  'saved_against_top_tier_rate',
  'time_saved_seconds',
  'loops_caught',
  'loops_saved_usd',
] as const;

export type MetricName = (typeof metricNames)[number];

export interface Metric {
  /** Null: there is no data. */
  value: number | null;
  /** How many tasks, or attempts, it was made from. */
  of: number;
  target: { above: number } | { below: number } | null;
  /** Null without a target, and without data. */
  met: boolean | null;
  /** What would have been is not measured. */
  estimate: boolean;
}

export interface TierMetrics {
  tier: string;
  /** Tasks that it tried, and those that it solved. */
  tasks: number;
  solved: number;
  success_rate: number | null;
  attempts: number;
  /** Cost of all calls to its models, by any role. */
  called_usd: number;
  /** Cost of its attempts, including what other roles spent on judging them. */
  attempts_usd: number;
  usd_per_attempt: number | null;
}

/** The metrics of the runs in a period. */
export interface Metrics {
  since: string;
  until: string;
  runs: {
    /** Ended in the period, by status; consultations are not among them. */
    finished: number;
    by_status: Record<string, number>;
    /** Counted apart: nothing else here is made from these. */
    unfinished: number;
    consultations: number;
    damaged: { run: string; reason: string }[];
  };
  /** Of finished runs: those that an attempt was made at. */
  tasks: { solved: number; unsolved: number; cancelled: number };
  usd: { finished: number; unfinished: number; consultations: number };
  tiers: TierMetrics[];
  loops: { by_kind: Record<string, number>; within_attempts: number };
  lessons: { learned: number; recalled: number; reused: number };
  /** What failed in more than one attempt, the most frequent first. */
  recurring: {
    tests: { test: string; occurrences: number; resolution: 'pending' | 'resolved' }[];
    errors: { pattern: string; occurrences: number }[];
  };
  metrics: Record<MetricName, Metric>;
}

export interface MetricsOptions {
  /** `7d`, `24h`, `2w`, or a date or time (UTC); 30 days when absent. */
  since?: string;
}
