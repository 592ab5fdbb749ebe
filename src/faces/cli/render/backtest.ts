import type { BacktestResult, Replayed, Spread } from '../../../schema/run/outcomes.ts';
import { count, evenDollars } from '../../words.ts';
import { cut } from '../terminal/layout.ts';
import { oneLine } from '../terminal/text.ts';
import { row, sub } from './style.ts';

/** A table of how much each model or ladder solved at what cost, best first. */
export function backtestLines(
  { tasks, models, singles, ladder, learned, against_ladder }: BacktestResult,
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const rows = [
    ['', 'resolved', 'cost', 'per resolved'],
    ...singles.map((single) => cells(single.name, single)),
    ...(ladder ? [cells('ladder', ladder)] : []),
    ...(learned
      ? [['learned', learned.resolved.mean.toFixed(1), usd(learned.usd.mean), each(learned.usd_per_resolved?.mean)]]
      : []),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((each) => each[column]?.length ?? 0)));
  const figures = widths.slice(1).reduce((sum, width) => sum + gap + width, 0);
  widths[0] = Math.min(widths[0] ?? 0, Math.max(narrowestName, columns - figures));
  const lines = rows.map(([name = '', ...amounts]) =>
    [name, ...amounts]
      .map((cell, at) => (at === 0 ? cut(cell, widths[0] ?? 0).padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join(' '.repeat(gap)),
  );
  const notes = [
    ...(ladder ? [row('ladder', oneLine(ladder.name, 400))] : []),
    ...(learned ? learnedLines(learned) : []),
    ...(learned && against_ladder
      ? [row('compared', `learned ${comparison(against_ladder)}, compared with the ladder`)]
      : []),
  ];
  return [`${tasks} tasks, ${models} models`, '', ...lines, ...(notes.length > 0 ? ['', ...notes] : [])];
}

const gap = 2;
const narrowestName = 10;

const learnedLines = ({ shuffles, resolved, usd_per_resolved }: NonNullable<BacktestResult['learned']>): string[] => [
  row('learned', `the mean of ${count(shuffles, 'random task order')}, each starting from prices alone:`),
  sub(`resolved ${range(resolved, 0)}, per resolved ${usd_per_resolved ? range(usd_per_resolved, 3, '$') : '-'}`),
];

/** `solves 20% fewer tasks, at 12.5% of the cost of each`. */
const comparison = ({ resolved, usd_per_resolved }: NonNullable<BacktestResult['against_ladder']>): string =>
  `solves ${more(resolved)} tasks, at ${percent(usd_per_resolved)} of the cost of each`;

function more(ratio: number): string {
  const change = percent(Math.abs(ratio - 1));
  if (change === '0%') return 'as many';
  return `${change} ${ratio > 1 ? 'more' : 'fewer'}`;
}

const percent = (share: number): string => `${Number((share * 100).toFixed(1))}%`;

const cells = (name: string, { resolved, usd: cost, usd_per_resolved }: Replayed): string[] => [
  oneLine(name),
  String(resolved),
  usd(cost),
  each(usd_per_resolved),
];
const each = (amount: number | null | undefined): string => (typeof amount === 'number' ? usd(amount) : '-');
const usd = (amount: number): string => evenDollars(amount, 2);
const range = ({ least, most }: Spread, digits: number, sign = ''): string =>
  `${sign}${least.toFixed(digits)} to ${sign}${most.toFixed(digits)}`;
