import {
  type Metric,
  type MetricName,
  type Metrics,
  metricNames,
  type TierMetrics,
} from '../../../schema/run/metrics.ts';
import { isBelieved, metricLabels, metricMet, metricTarget, metricValue, percent } from '../../metric-words.ts';
import { count, dollars, errorWords, localMoment, statusWords } from '../../words.ts';
import { table, wrappedTable } from '../terminal/layout.ts';
import { oneLine, scrub } from '../terminal/text.ts';

/** A head, the metrics with their targets, and the tiers. */
export function metricLines(raw: Metrics, columns = Number.POSITIVE_INFINITY): string[] {
  const metrics = scrub(raw);
  const { runs, tiers } = metrics;
  const head = [`since ${localMoment(metrics.since)}: ${runsLine(metrics)}`, ...damageLines(runs.damaged)];
  if (runs.finished === 0) return [...head, 'no run ended in this period, so there is nothing to measure yet'];
  const rows = metricNames.filter(isBelieved).map((name) => metricRow(name, metrics.metrics[name]));
  const grid = [heads, ...rows];
  return [
    ...head,
    '',
    ...wrappedTable(columns < roomy ? grid.map((cells) => cells.slice(0, -1)) : grid, columns, 0),
    ...(rows.some(([, value]) => value?.startsWith('~')) ? ['~ marks an estimate'] : []),
    '',
    ...table(
      [tierHeads, ...tiers.map(tierRow)].map((cells) => (columns < roomy ? withoutRate(cells) : cells)),
      columns,
    ),
    '',
    ...detailLines(metrics),
  ];
}

const heads = ['METRIC', 'VALUE', 'TARGET', 'MET', 'FROM'];
const tierHeads = ['TIER', 'TASKS', 'SOLVED', 'RATE', 'ATTEMPTS', 'PER ATTEMPT', 'MODEL COST'];
/** Narrower tables leave out what the others say as well. */
const roomy = 76;
const withoutRate = (cells: string[]): string[] => cells.filter((_, at) => at !== 3);

function metricRow(name: MetricName, metric: Metric): string[] {
  const [label, from] = metricLabels[name];
  return [label, metricValue(name, metric), metricTarget(name, metric), metricMet(metric), count(metric.of, from)];
}

function tierRow(tier: TierMetrics): string[] {
  return [
    oneLine(tier.tier, 40),
    String(tier.tasks),
    String(tier.solved),
    tier.success_rate === null ? 'no data' : percent(tier.success_rate),
    String(tier.attempts),
    tier.usd_per_attempt === null ? 'no data' : dollars(tier.usd_per_attempt),
    dollars(tier.called_usd),
  ];
}

function runsLine({ runs, usd }: Metrics): string {
  const statuses = Object.entries(runs.by_status).map(([status, times]) => `${times} ${statusWords({ status })}`);
  const parts = [
    `${count(runs.finished, 'run')} ended${statuses.length > 0 ? ` (${statuses.join(', ')})` : ''}, ${dollars(usd.finished)}`,
    ...(runs.unfinished > 0 ? [`${runs.unfinished} unfinished, counted separately (${dollars(usd.unfinished)})`] : []),
    ...(runs.consultations > 0
      ? [`${count(runs.consultations, 'consultation')}, counted separately (${dollars(usd.consultations)})`]
      : []),
  ];
  return parts.join('; ');
}

const damageLines = (damaged: Metrics['runs']['damaged']): string[] =>
  damaged.map(({ run, reason }) => `skipped: ${run} is damaged (${oneLine(reason, 200)})`);

function detailLines({ tasks, loops, lessons, recurring }: Metrics): string[] {
  const kinds = Object.entries(loops.by_kind).map(([kind, times]) => `${times} ${loopWords[kind] ?? kind}`);
  return [
    `tasks: ${tasks.solved} solved, ${tasks.unsolved} not${tasks.cancelled > 0 ? `, ${tasks.cancelled} cancelled (not counted in any rate)` : ''}`,
    `loops: ${kinds.join(', ') || 'none'}; ${count(loops.within_attempts, 'attempt')} ended in a loop of steps`,
    `lessons: ${lessons.learned} learned, ${lessons.recalled} recalled, ${count(lessons.reused, 'task')} solved with one`,
    ...recurring.tests.map(
      ({ test, occurrences, resolution }) => `failed ${occurrences} times (${resolution}): ${oneLine(test, 140)}`,
    ),
    ...recurring.errors.map(
      ({ pattern, occurrences }) => `met ${occurrences} times: ${errorWords(oneLine(pattern, 140))}`,
    ),
  ];
}

const loopWords: Record<string, string> = {
  same_state: 'with the same files',
  same_failure: 'with the same failure',
  cycle: 'in circles',
  same_intent: 'with the same change',
};
