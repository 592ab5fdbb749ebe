import { type Metric, type MetricName, type Metrics, metricNames, type TierMetrics } from '../../schema/run/metrics.ts';
import { savingOf } from '../money/saving.ts';
import type { AttemptFacts, RunFacts, TaskFacts } from '../run/run-facts.ts';

interface Period {
  since: number;
  until: number;
  damaged: Metrics['runs']['damaged'];
}

type Value = Pick<Metric, 'value' | 'of'> & { estimate?: boolean };

const targets: Partial<Record<MetricName, { above: number } | { below: number }>> = {
  first_attempt_pass_rate: { above: 0.7 },
  attempts_to_pass: { below: 2 },
  hand_over_rate: { below: 0.1 },
  lesson_reuse_rate: { above: 0.3 },
};

/** The metrics of the runs in a period. A metric without data is null; unfinished runs are counted separately. */
export function metricsOf(facts: RunFacts[], { since, until, damaged }: Period): Metrics {
  const consultations = facts.filter(({ consultation }) => consultation);
  const runs = facts.filter(({ consultation }) => !consultation);
  const finished = runs.filter(({ status }) => status !== null);
  const unfinished = runs.filter(({ status }) => status === null);
  const finishedTasks = finished.flatMap(({ tasks }) => tasks);
  const tasks = finishedTasks.filter(({ outcome }) => outcome !== 'cancelled');
  const attempts = finishedTasks.flatMap((task) => task.attempts);
  const tiers = tierTable(finished, finishedTasks, tasks);
  const values = valuesOf(finished, tasks, attempts, tiers);
  return {
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    runs: {
      finished: finished.length,
      by_status: tally(finished.flatMap(({ status }) => status ?? [])),
      unfinished: unfinished.length,
      consultations: consultations.length,
      damaged,
    },
    tasks: {
      solved: tasks.filter(isSolved).length,
      unsolved: tasks.filter((task) => !isSolved(task)).length,
      cancelled: finishedTasks.length - tasks.length,
    },
    usd: { finished: usdOf(finished), unfinished: usdOf(unfinished), consultations: usdOf(consultations) },
    tiers,
    loops: {
      by_kind: tally(attempts.flatMap(({ loop }) => loop ?? [])),
      within_attempts: attempts.filter(({ looped_within }) => looped_within).length,
    },
    lessons: {
      learned: sum(finished.map(({ learned }) => learned)),
      recalled: sum(finishedTasks.map(({ recalled }) => recalled.length)),
      reused: tasks.filter(isReused).length,
    },
    recurring: recurringIn(finishedTasks),
    metrics: Object.fromEntries(metricNames.map((name) => [name, aimed(values[name], targets[name])])) as Record<
      MetricName,
      Metric
    >,
  };
}

const mostRecurring = 10;

/** A test is resolved where the last attempt at each task that it failed in got past it. */
function recurringIn(tasks: TaskFacts[]): Metrics['recurring'] {
  const attempts = tasks.flatMap((task) => task.attempts);
  const often = (names: string[]) =>
    Object.entries(tally(names))
      .filter(([, occurrences]) => occurrences > 1)
      .sort(([, one], [, other]) => other - one)
      .slice(0, mostRecurring);
  const open = new Set(tasks.flatMap((task) => (isSolved(task) ? [] : (task.attempts.at(-1)?.failed_tests ?? []))));
  return {
    tests: often(attempts.flatMap(({ failed_tests }) => failed_tests)).map(([test, occurrences]) => ({
      ...{ test, occurrences },
      resolution: open.has(test) ? 'pending' : 'resolved',
    })),
    errors: often(attempts.flatMap(({ patterns }) => patterns)).map(([pattern, occurrences]) => ({
      pattern,
      occurrences,
    })),
  };
}

function valuesOf(
  finished: RunFacts[],
  tasks: TaskFacts[],
  attempts: AttemptFacts[],
  tiers: TierMetrics[],
): Record<MetricName, Value> {
  const solved = tasks.filter(isSolved);
  const loops = attempts.filter(({ loop }) => loop !== null);
  const orNull = (value: number) => (attempts.length === 0 ? null : value);
  const { usd, rate, of, estimate } = savingOf(finished);
  return {
    success_rate: share(tasks, isSolved),
    first_attempt_pass_rate: share(tasks, (task) => ownAttempts(task)[0]?.passed === true),
    attempts_to_pass: mean(solved.map((task) => ownAttempts(task).length)),
    hand_over_rate: share(tasks, (task) => task.asked || !isSolved(task)),
    lesson_reuse_rate: share(tasks.filter(hasMetFailure), isReused),
    cost_per_solved_task_usd: {
      value: solved.length === 0 ? null : usdOf(finished) / solved.length,
      of: solved.length,
    },
    time_per_solved_task_seconds: mean(solved.map(({ seconds }) => seconds)),
    saved_against_top_tier_usd: { value: usd, of, estimate },
    saved_against_top_tier_rate: { value: rate, of, estimate },
    time_saved_seconds: timeSaved(finished),
    loops_caught: { value: orNull(loops.length), of: attempts.length },
    loops_saved_usd: { value: orNull(wouldHaveCost(loops, tiers)), of: loops.length, estimate: true },
  };
}

/** The hours that solved tasks were thought to take a person, less all the time that those runs took. */
function timeSaved(finished: RunFacts[]): Value {
  const planned = finished.filter(({ tasks }) => tasks.some(({ effort_hours }) => effort_hours > 0));
  const solved = planned.flatMap(({ tasks }) => tasks).filter((task) => isSolved(task) && task.effort_hours > 0);
  const worth = sum(solved.map(({ effort_hours }) => effort_hours * 3600));
  const took = sum(planned.map(({ seconds }) => seconds));
  return { value: planned.length === 0 ? null : worth - took, of: solved.length, estimate: true };
}

/** The attempts that the tiers still had when they were caught, each at its tier's mean. */
function wouldHaveCost(loops: AttemptFacts[], tiers: TierMetrics[]): number {
  const prices = new Map(tiers.map(({ tier, usd_per_attempt }) => [tier, usd_per_attempt ?? 0]));
  return sum(loops.map(({ tier, remaining }) => remaining * (prices.get(tier) ?? 0)));
}

/** In the order in which they were first used. */
function tierTable(finished: RunFacts[], finishedTasks: TaskFacts[], tasks: TaskFacts[]): TierMetrics[] {
  const attempts = finishedTasks.flatMap((task) => task.attempts);
  const called = finished.flatMap(({ usd_by_tier }) => Object.entries(usd_by_tier));
  const names = new Set([...attempts.map(({ tier }) => tier), ...called.map(([name]) => name)]);
  return [...names].map((tier) => {
    const tierAttempts = attempts.filter((attempt) => attempt.tier === tier);
    const tierTasks = tasks.filter((task) => task.attempts.some((attempt) => attempt.tier === tier));
    const solved = tierTasks.filter((task) => isSolved(task) && task.attempts.at(-1)?.tier === tier).length;
    const attempts_usd = sum(tierAttempts.map(({ usd }) => usd));
    return {
      tier,
      tasks: tierTasks.length,
      solved,
      success_rate: tierTasks.length === 0 ? null : solved / tierTasks.length,
      attempts: tierAttempts.length,
      called_usd: sum(called.flatMap(([name, usd]) => (name === tier ? [usd] : []))),
      attempts_usd,
      usd_per_attempt: tierAttempts.length === 0 ? null : attempts_usd / tierAttempts.length,
    };
  });
}

const isSolved = ({ outcome }: TaskFacts): boolean => outcome === 'solved';
/** What the repairer only passed on is no attempt that anybody waited or paid for. */
const ownAttempts = ({ attempts }: TaskFacts): AttemptFacts[] => attempts.filter(({ passed_on }) => !passed_on);

const hasMetFailure = (task: TaskFacts): boolean =>
  task.recalled.length > 0 || ownAttempts(task).some(({ passed }) => !passed);
/** The attempt that solved it had been told a lesson. */
const isReused = (task: TaskFacts): boolean => isSolved(task) && task.recalled.includes(task.attempts.length);

function aimed({ value, of, estimate = false }: Value, target: Metric['target'] = null): Metric {
  const met =
    value === null || target === null ? null : 'above' in target ? value > target.above : value < target.below;
  return { value, of, target, met, estimate };
}

function share<T>(items: T[], is: (item: T) => boolean): Value {
  return { value: items.length === 0 ? null : items.filter(is).length / items.length, of: items.length };
}

function mean(values: number[]): Value {
  return { value: values.length === 0 ? null : sum(values) / values.length, of: values.length };
}

/** Names come from outside: one may be called `constructor`. */
function tally(names: string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const usdOf = (runs: RunFacts[]): number => sum(runs.map(({ usd }) => usd));
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
