import { type Metric, type MetricName, type Metrics, metricNames } from '../../../../schema/run/metrics.ts';
import { isBelieved, metricLabels, metricMet, metricTarget, metricValue } from '../../../metric-words.ts';
import { count, dollars, evenDollars } from '../../../words.ts';
import { h, type VNode } from '../dom/node.ts';
import { type Day, daysOf } from '../model/days.ts';
import type { Page } from '../page.ts';
import { type Bar, barChart } from './charts.ts';
import { card, empty, pill, scroll } from './parts.ts';

const periods = [7, 30, 90];

/** What the runs of the last days came to. */
export function metricsPage(page: Page): VNode {
  const { state } = page;
  page.wantMetrics();
  const days = daysOf(state.runs.values(), new Date(), state.days);
  return h(
    'div',
    { class: 'metrics-page', key: 'metrics' },
    h('header', { class: 'line' }, h('h1', { tabindex: -1 }, 'Metrics'), period(page)),
    card(
      'Over time',
      { key: 'time' },
      h(
        'div',
        { class: 'charts' },
        barChart('Runs a day', days.map(runsBar), String, true),
        barChart('Cost a day', days.map(costBar), dollarsOf),
      ),
      legend(),
      inTable(days),
    ),
    card('Totals', { key: 'sum' }, summary(page)),
  );
}

/** Amounts of one axis, with as many digits as its smallest step needs. */
function dollarsOf(usd: number, step: number): string {
  let digits = 2;
  while (digits < 8 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6) digits += 1;
  return evenDollars(usd, digits);
}

function period({ state, draw }: Page): VNode {
  const onchange = (event: Event) => {
    state.days = Number((event.target as HTMLSelectElement).value);
    draw();
  };
  return h(
    'select',
    { 'aria-label': 'Period', onchange },
    ...periods.map((days) => h('option', { value: String(days), selected: days === state.days }, `Last ${days} days`)),
  );
}

const dayNames = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const shortDay = (day: string): string => dayNames.format(new Date(`${day}T12:00`));

const runsBar = ({ day, completed, other, unfinished }: Day): Bar => ({
  label: shortDay(day),
  parts: [
    { tone: 'pass', value: completed },
    { tone: 'fail', value: other },
    { tone: 'none', value: unfinished },
  ],
  caption: `${day}: ${completed} completed, ${other} not, ${unfinished} unfinished`,
});

const costBar = ({ day, usd }: Day): Bar => ({
  label: shortDay(day),
  parts: [{ tone: 'plain', value: usd }],
  caption: `${day}: ${dollars(usd)}`,
});

const legend = (): VNode =>
  h(
    'ul',
    { class: 'legend', 'aria-label': 'Colours' },
    ...[
      ['pass', 'completed'],
      ['fail', 'not completed'],
      ['none', 'unfinished'],
    ].map(([tone, text]) => h('li', {}, h('span', { class: `swatch ${tone}`, 'aria-hidden': 'true' }), text)),
  );

function inTable(days: Day[]): VNode {
  const rows = days.filter(({ completed, other, unfinished }) => completed + other + unfinished > 0).toReversed();
  return h(
    'details',
    { key: 'table' },
    h('summary', {}, 'As a table'),
    scroll(
      'Runs by day',
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...['day', 'completed', 'not', 'unfinished', 'attempts', 'cost'].map((name) => h('th', {}, name)),
          ),
        ),
        h(
          'tbody',
          {},
          ...rows.map((day) =>
            h(
              'tr',
              {},
              ...[day.day, day.completed, day.other, day.unfinished, day.attempts, dollars(day.usd)].map((cell) =>
                h('td', {}, cell),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function summary({ state }: Page): VNode {
  const { metrics = null, fault = null } = state.metrics ?? {};
  if (fault !== null) return h('p', { class: 'fault', role: 'alert' }, fault);
  if (metrics === null) return empty('Loading…');
  if (metrics.runs.finished === 0) return empty('No run ended in this period.');
  const rows = metricNames
    .filter((name) => isBelieved(name) && metrics.metrics[name].value !== null)
    .map((name) => ({ name, metric: metrics.metrics[name] }));
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'dim' },
      `${count(metrics.runs.finished, 'finished run')}, ${count(metrics.tasks.solved, 'solved task')} of ${metrics.tasks.solved + metrics.tasks.unsolved}, ${dollars(metrics.usd.finished)}`,
    ),
    h(
      'dl',
      { class: 'facts metrics' },
      ...rows.map(({ name, metric }) =>
        h(
          'div',
          { key: name },
          h('dt', {}, metricLabels[name][0]),
          h('dd', {}, metricValue(name, metric), targetOf(name, metric)),
        ),
      ),
    ),
    tiers(metrics),
  );
}

function targetOf(name: MetricName, metric: Metric): VNode | null {
  const met = metricMet(metric);
  if (met === '') return null;
  const [tone, word] = marks[met];
  return h('small', {}, pill(tone, word), ` target ${metricTarget(name, metric)}`);
}

const marks = { yes: ['pass', 'met'], no: ['warning', 'not met'], 'too few': ['none', 'too few to tell'] } as const;

function tiers({ tiers: all }: Metrics): VNode | null {
  if (all.length === 0) return null;
  const head = ['tier', 'tasks', 'solved', 'attempts', 'cost', 'per attempt'];
  return h(
    'div',
    {},
    h('h3', {}, 'By tier'),
    scroll(
      'Tiers',
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...head.map((name) => h('th', {}, name)))),
        h(
          'tbody',
          {},
          ...all.map((tier) =>
            h(
              'tr',
              {},
              ...[
                tier.tier,
                tier.tasks,
                tier.solved,
                tier.attempts,
                dollars(tier.called_usd),
                tier.usd_per_attempt === null ? '–' : dollars(tier.usd_per_attempt),
              ].map((cell) => h('td', {}, cell)),
            ),
          ),
        ),
      ),
    ),
  );
}
