import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { backtest, replayLearned } from '../../../src/core/learning/backtest.ts';
import { chooseTier, noRecord, observed, type Rung } from '../../../src/core/task/tier-choice.ts';
import { type Outcomes, outcomesSchema } from '../../../src/schema/run/outcomes.ts';
import { growth } from '../../support/growth.ts';

const task = (resolved: boolean, cost: number) => ({ resolved, cost, calls: 10 });
/** Three tasks; the cheap model solves one, the dear one two. */
const models: Outcomes['models'] = {
  cheap: { a: task(true, 0.1), b: task(false, 0.2), c: task(false, 0.3) },
  dear: { a: task(true, 1), b: task(true, 2), c: task(false, 3) },
};

describe('a backtest', () => {
  it('sums up each model alone, the best first', () => {
    const { singles } = backtest(models, { ladder: [], policy: 'fixed', shuffles: 0 });
    expect(singles).toEqual([
      { name: 'dear', tasks: 3, resolved: 2, usd: 6, usd_per_resolved: 3 },
      { name: 'cheap', tasks: 3, resolved: 1, usd: expect.closeTo(0.6), usd_per_resolved: expect.closeTo(0.6) },
    ]);
  });

  it('sends to the next tier only what failed', () => {
    const { ladder } = backtest(models, { ladder: ['cheap', 'dear'], policy: 'fixed', shuffles: 0 });
    expect(ladder).toMatchObject({ resolved: 2, usd: expect.closeTo(0.1 + 2.2 + 3.3) });
  });

  it('counts only tasks that every model was given', () => {
    const { tasks, singles } = backtest(
      { ...models, other: { a: task(true, 1) } },
      { ladder: [], policy: 'fixed', shuffles: 0 },
    );
    expect(tasks).toBe(1);
    expect(singles.map((single) => single.tasks)).toEqual([1, 1, 1]);
  });

  it('gives the same for the same order, and another for another', () => {
    const many = Object.fromEntries(
      ['x', 'y', 'z'].map((name, at) => [
        name,
        Object.fromEntries(
          Array.from({ length: 60 }, (_, index) => [
            `t${index}`,
            task((index * 7 + at) % 3 !== 0, (at + 1) / 10 + index / 1000),
          ]),
        ),
      ]),
    );
    const rules = { worth_usd: 5, depth: 3 };
    expect(replayLearned(many, 1, rules)).toEqual(replayLearned(many, 1, rules));
    const all = [1, 2, 3, 4, 5].map((seed) => replayLearned(many, seed, rules).usd);
    expect(new Set(all).size).toBeGreaterThan(1);
  });

  const file = process.env.PAWL_OUTCOMES ?? '';
  it.skipIf(!existsSync(file))('learns from a real file without peeking (needs PAWL_OUTCOMES)', () => {
    const { models: real } = outcomesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const named = (beginning: string) => Object.keys(real).find((name) => name.startsWith(beginning)) ?? '';
    const ladder = ['DeepSeek V3.2', 'Claude 4.5 Sonnet', 'Claude 4 Opus'].map(named);
    const result = backtest(real, { ladder, policy: 'both', shuffles: 20 });
    expect(result.singles[0]).toMatchObject({ resolved: 180, usd_per_resolved: expect.closeTo(1.01, 2) });
    expect(result.ladder).toMatchObject({ resolved: 194, usd_per_resolved: expect.closeTo(0.88, 2) });
    expect(result.against_ladder?.resolved).toBeGreaterThanOrEqual(0.97);
    expect(result.against_ladder?.usd_per_resolved).toBeLessThanOrEqual(0.6);
  });
});

describe('the choice of a tier', () => {
  const rung = (name: string, prior_usd: number): Rung => ({ name, prior_usd, prior_chance: 0.5 });
  const rules = { worth_usd: 5, depth: 3 };
  const seen = (tries: [number, boolean, number][]) =>
    tries.reduce((record, [depth, solved, usd]) => observed(record, depth, solved, usd), noRecord());

  it('begins with the cheapest, where nothing is known', () => {
    expect(chooseTier([rung('dear', 1), rung('cheap', 0.1)], new Map(), [], rules)?.name).toBe('cheap');
  });

  it('skips a cheap one that never solves anything here', () => {
    const useless = seen(Array.from({ length: 40 }, () => [0, false, 0.1]));
    const records = new Map([['cheap', useless]]);
    expect(chooseTier([rung('cheap', 0.1), rung('dear', 1)], records, [], rules)?.name).toBe('dear');
  });

  it('never takes one that failed, goes past the depth, or pays more than it is worth', () => {
    expect(chooseTier([rung('a', 0.1)], new Map(), ['a'], rules)).toBeNull();
    expect(chooseTier([rung('a', 0.1)], new Map(), ['x', 'y', 'z'], rules)).toBeNull();
    expect(chooseTier([rung('a', 3)], new Map(), [], rules)).toBeNull();
  });

  it('takes no longer with ten thousand observations', async () => {
    const rungs = Array.from({ length: 20 }, (_, at) => rung(`m${at}`, (at + 1) / 100));
    const recordsOf = (observations: number) => {
      const records = new Map<string, ReturnType<typeof noRecord>>();
      for (let at = 0; at < observations; at += 1) {
        const name = `m${at % 20}`;
        records.set(name, observed(records.get(name) ?? noRecord(), at % 3, at % 2 === 0, 0.01));
      }
      return records;
    };
    const records = new Map([2_500, 10_000].map((size) => [size, recordsOf(size)]));
    const choosing = (size: number) => {
      for (let times = 0; times < 1000; times += 1) chooseTier(rungs, records.get(size) ?? new Map(), [], rules);
    };
    expect(await growth(choosing, 2_500, 1.5)).toBeLessThan(2);
  });
});
