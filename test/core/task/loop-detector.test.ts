import { describe, expect, test } from 'vitest';
import {
  detectLoop,
  detectStepLoop,
  repeatedPeriod,
  stepEvidence,
  type Trace,
} from '../../../src/core/task/loop-detector.ts';

type Row = Partial<Trace>;

/** Attempts that differ in everything but what a row says. */
const attempts = (...rows: Row[]): Trace[] =>
  rows.map((row, index) => ({
    attempt: index + 1,
    tier: 'cheap',
    tree: `tree-${index + 1}`,
    unchanged: false,
    signature: `failure-${index + 1}`,
    fingerprint: `change-${index + 1}`,
    failing: 2,
    broken: 0,
    ...row,
  }));

const trees = (...names: string[]) => attempts(...names.map((tree) => ({ tree })));
const failures = (...names: string[]) => attempts(...names.map((signature) => ({ signature })));

describe('attempts', () => {
  const table: [string, Trace[], string | null][] = [
    ['a first attempt', trees('A'), null],
    ['A-A: the same tree twice', trees('A', 'A'), 'same_state'],
    ['A-B-A: a tree that was there before', trees('A', 'B', 'A'), 'same_state'],
    ['A-B-A-B', trees('A', 'B', 'A', 'B'), 'same_state'],
    ['A-B-C-A-B-C', trees('A', 'B', 'C', 'A', 'B', 'C'), 'same_state'],
    ['A-B-C: new trees, new failures', trees('A', 'B', 'C'), null],
    ['a tree of another tier', attempts({ tree: 'A' }, { tree: 'A', tier: 'smart' }), 'same_state'],
    ['nothing changed once', attempts({ unchanged: true, tree: 'base' }), null],
    ['nothing changed twice', attempts({ unchanged: true }, {}, { unchanged: true }), 'same_state'],
    ['nothing changed, in two tiers', attempts({ unchanged: true }, { unchanged: true, tier: 'smart' }), null],
    ['the same failure twice', failures('F', 'F'), null],
    ['the same failure three times running', failures('F', 'F', 'F'), 'same_failure'],
    ['the same failure three times, not running', failures('F', 'F', 'G', 'F'), null],
    ['F-G-F: no period is seen twice', failures('F', 'G', 'F'), null],
    ['F-G-F-G', failures('F', 'G', 'F', 'G'), 'cycle'],
    ['F-G-H-F', failures('F', 'G', 'H', 'F'), null],
    ['F-G-H-F-G-H', failures('F', 'G', 'H', 'F', 'G', 'H'), 'cycle'],
    ['G-F-F-G-F-F: a cycle that ends in a repetition', failures('G', 'F', 'F', 'G', 'F', 'F'), 'cycle'],
    ['X-F-G-F-G: what came before does not matter', failures('X', 'F', 'G', 'F', 'G'), 'cycle'],
    ['the same change in other words, failing alike', intents('C', 'C'), 'same_intent'],
    ['the same change with another failure', attempts({ fingerprint: 'C' }, { fingerprint: 'C' }), null],
    [
      'the same change, with another in between',
      [...intents('C', 'D'), ...attempts({}, {}, { fingerprint: 'C' }).slice(2)],
      null,
    ],
    ['two attempts that change nothing make no change alike', attempts({ unchanged: true, fingerprint: 'C' }), null],
  ];
  test.each(table)('%s', (_, history, kind) => {
    expect(detectLoop(history, 3)?.kind ?? null).toBe(kind);
  });

  test('the same failure in the failing tests that grow fewer is progress', () => {
    const shrinking = attempts(...[5, 4, 3].map((failing) => ({ failing, signature: 'F' })));
    expect(detectLoop(shrinking, 3)).toBeNull();
    const stuck = attempts(...[5, 4, 4].map((failing) => ({ failing, signature: 'F' })));
    expect(detectLoop(stuck, 3)).toBeNull();
    expect(detectLoop([...stuck, ...attempts({}, {}, {}, { failing: 4, signature: 'F' }).slice(3)], 3)?.kind).toBe(
      'same_failure',
    );
  });

  test('fewer failing tests are no progress where others are newly broken', () => {
    const trading = attempts(
      { failing: 5, signature: 'F' },
      { failing: 4, broken: 1, signature: 'F' },
      { failing: 3, broken: 2, signature: 'F' },
    );
    expect(detectLoop(trading, 3)?.kind).toBe('same_failure');
  });

  test('a cycle whose second round does better is progress', () => {
    const better = attempts(
      { failing: 5, signature: 'F' },
      { failing: 4, signature: 'G' },
      { failing: 3, signature: 'F' },
      { failing: 3, signature: 'G' },
    );
    expect(detectLoop(better, 3)).toBeNull();
  });

  test('failures that could not be counted are compared all the same', () => {
    const unparsable = attempts(...[1, 2, 3].map(() => ({ failing: null, signature: 'F' })));
    expect(detectLoop(unparsable, 3)?.kind).toBe('same_failure');
  });

  test('an earlier tier with the same failure does not count against the next one', () => {
    const history = attempts(
      { signature: 'F' },
      { signature: 'F' },
      { signature: 'F', tier: 'smart' },
      { signature: 'F', tier: 'smart' },
    );
    expect(detectLoop(history, 3)).toBeNull();
  });

  test('how often the same failure is too often is a limit', () => {
    expect(detectLoop(failures('F', 'F'), 2)?.kind).toBe('same_failure');
    expect(detectLoop(failures('F', 'F', 'F'), 4)).toBeNull();
    expect(detectLoop(failures('F', 'F', 'F', 'F'), 5)).toBeNull();
    expect(detectLoop(failures('F', 'F', 'F', 'F'), 4)?.kind).toBe('same_failure');
  });

  test('the evidence names the attempts', () => {
    expect(detectLoop(trees('A', 'B', 'A'), 3)?.evidence).toBe('attempt 3 made the same change as attempt 1');
    expect(detectLoop(failures('F', 'G', 'F', 'G'), 3)?.evidence).toBe(
      'the failures of attempts 1, 2 came back in attempts 3, 4',
    );
    expect(detectLoop(failures('X', 'F', 'F', 'F'), 3)?.evidence).toBe('attempts 2, 3, 4 failed in the same way');
  });
});

describe('the steps of an agent', () => {
  const steps = (text: string) => detectStepLoop([...text])?.call ?? null;

  test.each([
    ['', null],
    ['A', null],
    ['AA', null],
    ['AAA', 'nudge'],
    ['AAAA', 'nudge'],
    ['AAAAA', 'end'],
    ['BAAA', 'nudge'],
    ['AABAA', null],
    ['ABAB', null],
    ['ABABA', null],
    ['ABABAB', 'end'],
    ['XABABAB', 'end'],
    ['ABCABC', null],
    ['ABCABCABC', 'end'],
    ['ABCABDABC', null],
    ['AABAABAAB', 'end'],
    ['BAAABAAABAAA', 'end'],
    ['ABCDEFGH', null],
  ])('%s: %s', (keys, expected) => {
    expect(steps(keys)).toBe(expected);
  });

  test.each([
    ['AAA', 'steps 1, 2 and 3 are the same'],
    ['XYZAAAAA', 'steps 4, 5, 6, 7 and 8 are the same'],
    ['AAAAAAA', 'steps 1, 2, 3, 4, 5, 6 and 7 are the same'],
    ['XXABABAB', 'steps 3-4, 5-6 and 7-8 are the same'],
    ['ABCABCABC', 'steps 1-3, 4-6 and 7-9 are the same'],
  ])('%s: the evidence names them', (keys, evidence) => {
    const found = detectStepLoop([...keys]);
    expect(found && stepEvidence(found)).toBe(evidence);
  });
});

describe('the period of a list', () => {
  test.each([
    ['AB', 2, null],
    ['ABAB', 2, 2],
    ['ABABABAB', 2, 2],
    ['ABCABC', 2, 3],
    ['AABAAB', 2, 3],
    ['BAABAA', 2, 3],
    ['AAAA', 2, null],
    ['BBAAAA', 2, null],
    ['AAAAAAAAA', 3, null],
    ['ABAB', 3, null],
    ['ABABAB', 3, 2],
  ])('of %s seen %i times is %s', (keys, times, period) => {
    expect(repeatedPeriod([...keys], times)).toBe(period);
  });
});

function intents(...names: string[]): Trace[] {
  return attempts(...names.map((fingerprint) => ({ fingerprint, signature: 'F' })));
}
