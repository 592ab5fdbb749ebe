import { type MetricName, type Metrics, metricNames } from '../../schema/run/metrics.ts';

type Labels = Record<string, string>;
type Sample = [labels: Labels, value: number | null];

/**
 * The text exposition format. All are gauges: a period moves on, so nothing here only grows. What has no data is NaN,
 * which no comparison holds for.
 */
export function exposition(metrics: Metrics): string {
  const { runs, tasks, usd, tiers, loops, lessons } = metrics;
  const counted = (counts: Record<string, number>, label: string): Sample[] =>
    Object.entries(counts).map(([name, value]) => [{ [label]: name }, value]);
  const byTier = (of: (tier: Metrics['tiers'][number]) => number | null): Sample[] =>
    tiers.map((tier) => [{ tier: tier.tier }, of(tier)]);
  const targeted = metricNames.filter((name) => metrics.metrics[name].target !== null);
  const families: [name: string, help: string, samples: Sample[]][] = [
    ['pawl_period_start_timestamp_seconds', 'Beginning of the period.', [[{}, Date.parse(metrics.since) / 1000]]],
    ['pawl_period_end_timestamp_seconds', 'End of the period.', [[{}, Date.parse(metrics.until) / 1000]]],
    ['pawl_runs_finished', 'Runs that ended, by status.', counted(runs.by_status, 'status')],
    ['pawl_runs_unfinished', 'Runs that have not ended; they count in no other metric.', [[{}, runs.unfinished]]],
    ['pawl_runs_damaged', 'Runs that could not be read and are left out.', [[{}, runs.damaged.length]]],
    ['pawl_consultations', 'Questions to one agent.', [[{}, runs.consultations]]],
    ['pawl_tasks', 'Tasks of runs that ended, by outcome.', counted(tasks, 'outcome')],
    ['pawl_spent_usd', 'USD spent, by purpose.', counted(usd, 'on')],
    ...metricNames.map((name): [string, string, Sample[]] => [
      nameOf(name),
      `${helps[name]}${metrics.metrics[name].estimate ? ' An estimate.' : ''}`,
      [[{}, metrics.metrics[name].value]],
    ]),
    ['pawl_metric_target', 'The target of a metric.', targeted.map((name) => [{ metric: nameOf(name) }, aim(name)])],
    [
      'pawl_metric_target_met',
      'Whether a metric meets its target: 1 or 0.',
      targeted.map((name) => [{ metric: nameOf(name) }, flag(metrics.metrics[name].met)]),
    ],
    ['pawl_tier_tasks', 'Tasks that a tier tried.', byTier((tier) => tier.tasks)],
    ['pawl_tier_tasks_solved', 'Tasks that a tier solved.', byTier((tier) => tier.solved)],
    ['pawl_tier_success_ratio', 'Share of the tasks tried by a tier that it solved.', byTier((t) => t.success_rate)],
    ['pawl_tier_attempts', 'Attempts of a tier.', byTier((tier) => tier.attempts)],
    ['pawl_tier_attempts_usd', 'Cost of its attempts, including judging them.', byTier((tier) => tier.attempts_usd)],
    ['pawl_tier_called_usd', 'What calls to its models cost, whoever made them.', byTier((tier) => tier.called_usd)],
    ['pawl_loops', 'Loops caught, by kind.', counted(loops.by_kind, 'kind')],
    ['pawl_attempts_looped', 'Attempts that ended in a loop of their own steps.', [[{}, loops.within_attempts]]],
    ['pawl_lessons', 'Lessons, by what became of them.', counted(lessons, 'state')],
  ];
  return families.map((family) => familyText(...family)).join('');

  function aim(name: MetricName): number | null {
    const { target } = metrics.metrics[name];
    return target === null ? null : 'above' in target ? target.above : target.below;
  }
}

const helps: Record<MetricName, string> = {
  success_rate: 'Share of tasks that were solved.',
  first_attempt_pass_rate: 'Share of tasks whose first attempt passed its tests.',
  attempts_to_pass: 'Mean attempts of a solved task.',
  hand_over_rate: 'Share of tasks that a person was asked about or got back unsolved.',
  lesson_reuse_rate: 'Share of tasks with a failure that were solved with a recalled lesson.',
  cost_per_solved_task_usd: 'Cost of all ended runs per solved task.',
  time_per_solved_task_seconds: 'Mean time of a solved task.',
  saved_against_top_tier_usd: 'What solved tasks would have cost with the top tier alone, less what they cost.',
  saved_against_top_tier_rate: 'The same as a share of the cost with the top tier alone.',
  time_saved_seconds: 'Effort of solved tasks, less the time that the runs took.',
  loops_caught: 'Loops caught.',
  loops_saved_usd: 'Estimated cost of the attempts that were avoided by ending loops early.',
};

const nameOf = (name: MetricName): string => `pawl_${name.replace(/_rate$/, '_ratio')}`;
const flag = (met: boolean | null): number | null => (met === null ? null : Number(met));

function familyText(name: string, help: string, samples: Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labelText(labels)} ${value ?? 'NaN'}\n`);
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** The format escapes these three; other control characters would reach a terminal. */
const escaped = (value: string): string =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
