import { expect, test } from 'vitest';
import { backtestLines } from '../../../../src/faces/cli/render/backtest.ts';
import { wrap } from '../../../../src/faces/cli/terminal/layout.ts';
import type { BacktestResult } from '../../../../src/schema/run/outcomes.ts';

const single = {
  name: 'a model with quite a long name, 2026-01',
  tasks: 500,
  resolved: 400,
  usd: 280,
  usd_per_resolved: 0.7,
};
const result: BacktestResult = {
  ...{ tasks: 500, models: 3, singles: [single] },
  ladder: { ...single, name: `${single.name} > another model with a long name > a third` },
  learned: {
    shuffles: 20,
    resolved: { mean: 320, least: 310, most: 330 },
    usd_per_resolved: { mean: 0.0875, least: 0.08, most: 0.09 },
    usd: { mean: 28, least: 27, most: 29 },
  },
  against_ladder: { resolved: 0.8, usd_per_resolved: 0.125 },
};

test('a backtest fits 80 columns, with the members of the ladder below the table', () => {
  const lines = backtestLines(result, 80);
  const table = lines.slice(2, 6);
  expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(table[2]).toMatch(/^ladder +400 +\$280\.00 +\$0\.70$/);
  expect(table[3]).toMatch(/^learned +320\.0 +\$28\.00 +\$0\.09$/);
  expect(lines.flatMap((line) => wrap(line, 80)).slice(7)).toEqual([
    'ladder    a model with quite a long name, 2026-01 > another model with a long',
    '          name > a third',
    'learned   the mean of 20 random task orders, each starting from prices alone:',
    '          resolved 310 to 330, per resolved $0.080 to $0.090',
    'compared  learned solves 20% fewer tasks, at 12.5% of the cost of each, compared',
    '          with the ladder',
  ]);
});

test('a comparison says more, fewer or as many', () => {
  const compared = (resolved: number): string =>
    backtestLines({ ...result, against_ladder: { resolved, usd_per_resolved: 1 } }).at(-1) ?? '';
  expect(compared(1.051)).toContain('solves 5.1% more tasks, at 100% of the cost of each');
  expect(compared(1)).toContain('solves as many tasks');
});
