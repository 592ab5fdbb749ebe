import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Ahead, departure } from '../../../src/core/learning/learned-order.ts';
import { taskKinds } from '../../../src/schema/run/task.ts';
import type { Tier, TierHistory } from '../../../src/schema/settings/policy.ts';
import { tier } from '../policy.ts';

const priced = (name: string, input: number): Tier => ({ ...tier(name), price: { input, output: input * 5 } });
const cheap = priced('cheap', 0.3);
const smart = priced('smart', 3);
const best = priced('best', 15);

const known = (
  name: string,
  solved: number,
  of: number,
  { depth = 0, kind = 'fix', each = 0.05 }: { depth?: number; kind?: TierHistory['kind']; each?: number } = {},
): TierHistory => {
  const at = (count: number) => [...Array(depth).fill(0), count];
  return { tier: name, kind, tries: at(of), solved: at(solved), usd: of * each };
};

const ahead = (changes: Partial<Ahead> = {}): Ahead => ({
  tiers: [cheap, smart, best],
  kind: 'fix',
  failed: [],
  left_usd: 1,
  ...changes,
});

/** The cheap tier cannot do it here, the smart one does. */
const hard = [known('cheap', 0, 12), known('smart', 11, 12, { depth: 1, each: 0.2 })];

describe('the order that a repository has taught', () => {
  test('is the configured one while nothing is known of the tier that comes next', () => {
    expect(departure(ahead(), undefined)).toBeNull();
    expect(departure(ahead(), [])).toBeNull();
    expect(departure(ahead(), [known('smart', 40, 40)])).toBeNull();
    expect(departure(ahead({ tiers: [best, smart, cheap] }), [])).toBeNull();
    expect(departure(ahead({ tiers: [] }), hard)).toBeNull();
  });

  test('skips a tier that only costs, and says why in one line', () => {
    expect(departure(ahead(), hard)).toEqual({
      tier: smart,
      reason: 'about $0.24 per solved task here, against $1.01 for cheap (0 of 12 solved)',
    });
  });

  test('keeps a cheap tier that solves now and then: its tries are worth their price', () => {
    const sometimes = [known('cheap', 4, 12), known('smart', 8, 8, { depth: 1, each: 0.2 })];
    expect(departure(ahead(), sometimes)).toBeNull();
  });

  test('needs more than a bad day', () => {
    const oneBad = [known('cheap', 0, 2), known('smart', 2, 2, { depth: 1, each: 0.2 })];
    expect(departure(ahead(), oneBad)).toBeNull();
  });

  test('keeps to the order for a small advantage, which is mostly chance', () => {
    const smartAt = (each: number) => [known('cheap', 0, 12), known('smart', 12, 12, { depth: 1, each })];
    expect(departure(ahead(), smartAt(0.6))?.reason).toContain(
      'about $0.63 per solved task here, against $1.01 for cheap',
    );
    expect(departure(ahead(), smartAt(0.8))).toBeNull();
  });

  test('keeps a tier that the user put first though it is dear, until it has shown what it is worth', () => {
    const tiers = [best, cheap];
    expect(departure(ahead({ tiers }), [known('best', 3, 3, { each: 0.5 })])).toBeNull();
    const shown = [known('best', 0, 12, { each: 0.5 }), known('cheap', 12, 12, { depth: 1 })];
    expect(departure(ahead({ tiers }), shown)?.tier).toBe(cheap);
  });

  test('goes by the kind of the task first, and by other kinds where it is new', () => {
    const mixed = [...hard, known('cheap', 12, 12, { kind: 'docs' })];
    expect(departure(ahead(), mixed)?.tier).toBe(smart);
    expect(departure(ahead({ kind: 'docs' }), mixed)).toBeNull();
    expect(departure(ahead({ kind: 'feature' }), hard)?.tier).toBe(smart);
  });

  test('never goes to a tier that is expected to cost more than the caps leave', () => {
    const dear = [known('cheap', 0, 12), known('smart', 12, 12, { depth: 1, each: 0.6 })];
    expect(departure(ahead(), dear)?.tier).toBe(smart);
    expect(departure(ahead({ left_usd: 0.5 }), dear)).toBeNull();
    expect(departure(ahead({ left_usd: -1 }), dear)).toBeNull();
  });

  test('takes a developer without a price for dearer than the others, and the repairer for free', () => {
    const agent: Tier = { ...tier('agent'), developer: 'acp', model: null, price: null, command: ['x'] };
    const repair: Tier = { ...tier('repair'), developer: 'repair', model: null, price: null };
    expect(departure(ahead({ tiers: [cheap, agent] }), [known('cheap', 6, 12)])).toBeNull();
    const useless = [known('repair', 0, 100, { each: 0 })];
    expect(departure(ahead({ tiers: [repair, cheap] }), useless)).toBeNull();
  });

  test('of any history is a tier that is ahead, other than the first, and affordable', () => {
    const count = fc.nat({ max: 60 });
    const row = fc
      .record({
        tier: fc.constantFrom('cheap', 'smart', 'best', 'gone'),
        kind: fc.constantFrom(...taskKinds),
        at: fc.array(fc.tuple(count, count), { maxLength: 4 }),
        usd: fc.double({ min: 0, max: 100, noNaN: true }),
      })
      .map(({ at, ...rest }) => ({
        ...rest,
        tries: at.map(([a, b]) => Math.max(a, b)),
        solved: at.map(([a, b]) => Math.min(a, b)),
      }));
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 20 }),
        fc.nat({ max: 2 }),
        fc.double({ min: 0, max: 2 }),
        (rows, at, usd) => {
          const tiers = [cheap, smart, best].slice(at);
          const failed = ['cheap', 'smart', 'best'].slice(0, at);
          const found = departure(ahead({ tiers, failed, left_usd: usd }), rows);
          if (!found) return;
          expect(tiers.slice(1)).toContain(found.tier);
          expect(found.reason).not.toMatch(/NaN|Infinity|undefined|\n/);
        },
      ),
    );
  });
});
