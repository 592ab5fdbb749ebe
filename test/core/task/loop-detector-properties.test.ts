import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectLoop, detectStepLoop, repeatedPeriod, type Trace } from '../../../src/core/task/loop-detector.ts';
import { growsNoFasterThanSize } from '../../support/growth.ts';

const name = fc.constantFrom('a', 'b', 'c', 'd');
const shown = fc.record({
  tier: fc.constantFrom('cheap', 'smart'),
  tree: fc.string({ minLength: 1, maxLength: 2 }),
  unchanged: fc.boolean(),
  signature: fc.option(name),
  fingerprint: name,
  failing: fc.option(fc.nat(4)),
  broken: fc.nat(1),
});
const histories = fc
  .array(shown, { maxLength: 9 })
  .map((list): Trace[] => list.map((one, at) => ({ attempt: at + 1, ...one })));
const fresh = (at: number, part: Partial<Trace>): Trace => ({
  attempt: at + 1,
  tier: 'cheap',
  tree: `tree-${at}`,
  unchanged: false,
  signature: `s${at}`,
  fingerprint: `f${at}`,
  failing: 3,
  broken: 0,
  ...part,
});
/** A few different keys, then the same again and again. */
const rounds = (least: number) =>
  fc
    .tuple(fc.array(name, { minLength: 2, maxLength: 6 }), fc.array(fc.constantFrom('x', 'y'), { maxLength: 5 }))
    .filter(([round]) => new Set(round).size > 1)
    .map(([round, before]) => [...before, ...Array.from({ length: least }, () => round).flat()]);

describe('whatever the attempts', () => {
  test('a loop names its last attempt, and asking again says the same', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const loop = detectLoop(history, 3);
        expect(detectLoop(structuredClone(history), 3)).toEqual(loop);
        if (loop) expect(loop.evidence).toMatch(new RegExp(`\\b${history.length}\\b`));
      }),
    );
  });

  test('only whether things are equal counts, not what they are called', () => {
    const other = (text: string) => `<${text}>`;
    fc.assert(
      fc.property(histories, (history) => {
        const renamed = history.map((one) => ({
          ...one,
          tree: other(one.tree),
          signature: one.signature === null ? null : other(one.signature),
          fingerprint: other(one.fingerprint),
        }));
        expect(detectLoop(renamed, 3)?.kind).toBe(detectLoop(history, 3)?.kind);
      }),
    );
  });

  test('fewer failing tests than ever, none broken and a new tree is never a loop', () => {
    fc.assert(
      fc.property(histories, name, (history, signature) => {
        const tier = history.filter((one) => one.tier === 'cheap').flatMap(({ failing }) => failing ?? []);
        const counted = [
          ...history.map((one) => ({ ...one, failing: (one.failing ?? 0) + 2 })),
          fresh(history.length, { signature, failing: 1 }),
        ];
        fc.pre(tier.length > 0);
        expect(detectLoop(counted, 2)).toBeNull();
      }),
    );
  });

  test('a tree that was there before is a loop', () => {
    fc.assert(
      fc.property(histories, fc.nat(8), (history, at) => {
        const earlier = history[at];
        fc.pre(earlier !== undefined);
        const again = fresh(history.length, { tree: earlier?.tree ?? '' });
        expect(detectLoop([...history, again], 3)?.kind).toBe('same_state');
      }),
    );
  });

  test('any period of failures that is seen twice without progress is a loop', () => {
    fc.assert(
      fc.property(rounds(2), (signatures) => {
        const history = signatures.map((signature, at) => fresh(at, { signature }));
        expect(['cycle', 'same_failure']).toContain(detectLoop(history, 3)?.kind);
      }),
    );
  });

  test('attempts of an earlier tier that failed otherwise change nothing but what trees were seen', () => {
    fc.assert(
      fc.property(histories, fc.array(name, { minLength: 1, maxLength: 6 }), (before, signatures) => {
        const own = signatures.map((signature, at) => fresh(at, { signature, tier: 'top' }));
        expect(detectLoop([...before, ...own], 3)?.kind).toBe(detectLoop(own, 3)?.kind);
      }),
    );
  });

  // How long ten thousand take, the benches of the decision and the fingerprint measure.
  test('ten thousand attempts take no longer than their number', async () => {
    for (const key of [
      (at: number) => `s${at}`,
      (at: number) => `s${at % 4999}`,
      () => 's',
      (at: number) => `s${at % 2}`,
    ]) {
      const history = Array.from({ length: 10_000 }, (_, at) => fresh(at, { signature: key(at) }));
      await growsNoFasterThanSize((size) => detectLoop(history.slice(0, size), 3), 2_500);
    }
  });
});

describe('fingerprints', () => {
  const sketch = (values: number[]) =>
    Buffer.from(Int8Array.from({ length: 128 }, (_, at) => values[at % values.length] ?? 0).buffer).toString('base64');
  const pair = (one: string, two: string) =>
    detectLoop([fresh(0, { fingerprint: one, signature: 'F' }), fresh(1, { fingerprint: two, signature: 'F' })], 3);
  const print = (hash: string, words: string, values: number[]) => `v4:${hash}:${words}:${sketch(values)}`;

  test.each<[string, string, string, string | null]>([
    ['of an older journal, equal', 'abc', 'abc', 'the same change in other words'],
    ['of an older journal, different', 'abc', 'abd', null],
    ['of an older journal and a newer one', 'abc', print('abc', 'w', [1, 2]), null],
    ['with the same hash', print('abc', 'w', [1, 2]), print('abc', 'v', [2, -1]), 'the same change in other words'],
    [
      'that are alike and say the same words',
      print('a', 'w', [100, 50, 3]),
      print('b', 'w', [100, 50, 9]),
      'nearly the same change (99 % alike)',
    ],
    ['that are alike and say other words', print('a', 'w', [100, 50]), print('b', 'v', [100, 51]), null],
    ['that say the same words otherwise', print('a', 'w', [100, 50]), print('b', 'w', [100, 0]), null],
    ['of no weight', print('a', 'w', [0]), print('b', 'w', [0]), null],
    ['that are cut off', 'v4:a:w', 'v4:b:w', null],
    [
      'of an older version',
      print('a', 'w', [1, 2, 3]).replace('v4', 'v3'),
      print('b', 'w', [1, 2, 3]).replace('v4', 'v3'),
      'nearly the same change (99 % alike)',
    ],
    ['of two versions', print('a', 'w', [1, 2, 3]), print('a', 'w', [1, 2, 3]).replace('v4', 'v3'), null],
    ['of the first version', 'a'.repeat(32), print('a', 'w', [1, 2, 3]), null],
    [
      'of a version that is not known here',
      print('a', 'w', [1, 2, 3]).replace('v4', 'v9'),
      print('b', 'w', [1, 2, 3]).replace('v4', 'v9'),
      null,
    ],
  ])('%s', (_, one, two, how) => {
    expect(pair(one, two)?.evidence ?? null).toBe(how && `attempts 1, 2 make ${how} and fail alike`);
  });
});

describe('whatever the steps', () => {
  test('steps that are all different never are a loop', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 60 }), (keys) => {
        expect(detectStepLoop(keys)).toBeNull();
      }),
    );
  });

  test('any period seen three times ends it', () => {
    fc.assert(
      fc.property(rounds(3), (keys) => {
        const found = detectStepLoop(keys);
        expect(found?.call).toBe('end');
        const { from, period, times } = found ?? { from: 0, period: 0, times: 0 };
        const named = keys.slice(from - 1);
        expect(named).toHaveLength(period * times);
        expect(named.every((key, at) => key === named[at % period])).toBe(true);
      }),
    );
  });

  test('a period is the shortest that the end repeats', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 14 }), fc.integer({ min: 2, max: 3 }), (keys, times) => {
        const repeats = (period: number) => {
          const tail = keys.slice(-period * times);
          return (
            tail.length === period * times &&
            tail.every((key, at) => key === tail[at % period]) &&
            new Set(tail).size > 1
          );
        };
        const periods = keys.map((_, at) => at + 1).filter((period) => period >= 2 && repeats(period));
        expect(repeatedPeriod(keys, times)).toBe(periods[0] ?? null);
      }),
    );
  });
});
