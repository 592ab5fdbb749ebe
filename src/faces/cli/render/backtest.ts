import type { BacktestResult, Replayed, Spread } from '../../../schema/run/outcomes.ts';
import { evenDollars } from '../../words.ts';
import { oneLine } from '../terminal/text.ts';

/** A table of who solved how much for how much, the best first. */
export function backtestLines({ tasks, models, singles, ladder, learned, against_ladder }: BacktestResult): string[] {
  const rows = [
    ['', 'resolved', 'cost', 'per resolved'],
    ...singles.map((row) => cells(row.name, row)),
    ...(ladder ? [cells(`ladder: ${ladder.name}`, ladder)] : []),
    ...(learned
      ? [
          [
            'learned, mean',
            learned.resolved.mean.toFixed(1),
            usd(learned.usd.mean),
            each(learned.usd_per_resolved?.mean),
          ],
        ]
      : []),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
  const more: string[] = [];
  if (learned) {
    more.push(
      `learned, over ${learned.shuffles} random task orders, each starting from prices alone: resolved ${range(learned.resolved, 0)}, per resolved ${learned.usd_per_resolved ? range(learned.usd_per_resolved, 3, '$') : '-'}`,
    );
  }
  if (against_ladder) {
    const { resolved, usd_per_resolved } = against_ladder;
    more.push(
      `learned compared with the ladder: ${resolved.toFixed(3)} times the resolved tasks, at ${usd_per_resolved.toFixed(3)} times the cost per resolved task`,
    );
  }
  return [`${tasks} tasks, ${models} models`, '', ...lines, ...(more.length > 0 ? ['', ...more] : [])];
}

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
