import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backtestSvg } from '../../../src/faces/svg/backtest.ts';
import { placeLabels } from '../../../src/faces/svg/labels.ts';
import { digitsOf, wholeTicks } from '../../../src/faces/svg/ticks.ts';

const page = { left: 0, top: 0, right: 800, bottom: 480 };

describe('labels of dots', () => {
  it('overlap neither each other nor a dot where twenty-four dots crowd in a corner', () => {
    const wanted = Array.from({ length: 24 }, (_, index) => ({
      x: 60 + (index % 6) * 45,
      y: 60 + Math.floor(index / 6) * 25,
      width: 150,
      height: 13,
    }));
    const boxes = placeLabels(wanted, page);
    const crossing = boxes.flatMap((a, at) =>
      boxes
        .slice(at + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => [a, b]),
    );
    expect(crossing.length).toBeLessThanOrEqual(2);
    for (const { left, right, top, bottom } of boxes)
      expect(left >= 0 && right <= 800 && top >= 0 && bottom <= 480).toBe(true);
  });

  it('never overlap where there is room', () => {
    const dots = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 11 })), {
      selector: ([column, row]) => `${column} ${row}`,
    });
    fc.assert(
      fc.property(dots, (cells) => {
        const wanted = cells.map(([column, row]) => ({
          x: 20 + column * 190,
          y: 20 + row * 38,
          width: 150,
          height: 13,
        }));
        const boxes = placeLabels(wanted, page);
        return boxes.every((a, at) =>
          boxes
            .slice(at + 1)
            .every((b) => a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom),
        );
      }),
    );
  });
});

describe('ticks', () => {
  it.each([
    [200, [0, 50, 100, 150, 200]],
    [223, [0, 50, 100, 150, 200, 250]],
    [1.99, [0, 0.5, 1, 1.5, 2]],
    [0.037, [0, 0.01, 0.02, 0.03, 0.04]],
  ])('of %s are whole', (most, ticks) => {
    expect(wholeTicks(most)).toEqual(ticks);
  });

  it('count tasks in whole ones, however few there are', () => {
    expect(wholeTicks(3, 1)).toEqual([0, 1, 2, 3]);
    expect(digitsOf(wholeTicks(0.037))).toBe(2);
    expect(digitsOf(wholeTicks(0.0037))).toBe(3);
  });
});

describe('the picture of a backtest', () => {
  it('puts a label that stands left of its dot beside it, however narrow its letters are', () => {
    const single = { name: 'large-frontier-model-2026', tasks: 3, resolved: 3, usd: 6, usd_per_resolved: 2 };
    const svg = backtestSvg({
      tasks: 3,
      models: 1,
      singles: [single],
      ladder: null,
      learned: null,
      against_ladder: null,
    });
    const [, dot] = /<circle cx="([\d.]+)"/.exec(svg) ?? [];
    const [, end, anchor] = /<text x="([\d.]+)" y="[\d.]+" text-anchor="(\w+)">large/.exec(svg) ?? [];
    expect(anchor).toBe('end');
    expect(Number(dot) - Number(end)).toBeLessThan(10);
  });

  it('is drawn by day and by night, with names as text', () => {
    const single = { name: 'Large <2>', tasks: 3, resolved: 2, usd: 6, usd_per_resolved: 3 };
    const svg = backtestSvg({
      tasks: 3,
      models: 1,
      singles: [single],
      ladder: null,
      learned: null,
      against_ladder: null,
    });
    const twins = ['A (1)', 'A (2)', 'B (3)'].map((name) => ({ ...single, name }));
    const named = backtestSvg({
      tasks: 3,
      models: 3,
      singles: twins,
      ladder: null,
      learned: null,
      against_ladder: null,
    });
    expect(named.lastIndexOf('<circle')).toBeLessThan(named.indexOf('>A (1)</text>'));
    expect(svg).toContain('background: var(--page)');
    expect([...named.matchAll(/>([AB][^<]*)<\/text>/g)].map(([, label]) => label)).toEqual(['A (1)', 'A (2)', 'B']);
    expect(svg).toContain('paint-order: stroke');
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).toContain('>Large &#60;2&#62;</text>');
    expect([...svg.matchAll(/text-anchor="end">(\d+)</g)].map(([, tick]) => tick)).toEqual(['0', '1', '2', '3']);
  });
});
