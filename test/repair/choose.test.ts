import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { behavioursOf, sure } from '../../src/repair/choose.ts';
import { keptOf, summaryOf } from '../../src/repair/notes.ts';
import type { Fix } from '../../src/repair/rank.ts';

const edit = (score: number): Fix => ({
  candidate: { path: 'lib.js', line: 1, template: 'operator', weight: 1, edits: [], score },
  trial: { failing: 0, broken: 0, passed: 1 },
});
const cost = ({ candidate }: Fix): number => -candidate.score;
const likeliest = (scores: number[], outcomes: (string[] | null)[] | null) => {
  const [first] = behavioursOf(scores.map(edit), outcomes && { base: null, candidates: outcomes }, cost);
  if (!first) throw new Error('nothing was given');
  return { scores: first.members.map(({ candidate }) => candidate.score), isSure: first.share >= sure };
};

describe('of the edits that pass', () => {
  test('those that do the same speak for each other', () => {
    const outcomes = [
      ['1', '2'],
      ['1', '3'],
      ['1', '3'],
      ['1', '3'],
    ];
    expect(likeliest([1.5, 1.45, 1.45, 1.4], outcomes).scores).toEqual([1.45, 1.45, 1.4]);
  });

  test('those that differ speak against each other: none of them is taken', () => {
    const outcomes = [['1'], ['2'], ['3'], ['4']];
    expect(likeliest([1.5, 1.45, 1.45, 1.4], outcomes).isSure).toBe(false);
    expect(likeliest([1.5, 1.45, 1.45, 1.4], [['1'], ['1'], ['1'], ['1']]).isSure).toBe(true);
  });

  test('an input that nearly all give up on tells nothing', () => {
    const outcomes = [
      ['1', '!TypeError'],
      ['1', 'endless'],
      ['1', '7'],
    ];
    expect(likeliest([1.5, 1.5, 1.5], outcomes).scores).toHaveLength(3);
  });

  test('one that could not be asked stands alone; where none could, all stand together', () => {
    expect(likeliest([1.5, 1.5], [['1'], null]).scores).toHaveLength(1);
    expect(likeliest([1.5, 1.5], null).scores).toHaveLength(2);
  });

  test('one whose answers hardly depend on the input any more counts less', () => {
    const base = ['1', '2', '3', '4', '5'];
    const asked = (own: string[]) => behavioursOf([edit(1.2)], { base, candidates: [own] }, cost)[0]?.share ?? 0;
    expect(asked(['2', '2', '2', '2', '2'])).toBeLessThan(asked(['2', '2', '3', '3', '3']) / 2);
  });

  test('an unlikely one is not taken for being the only one', () => {
    expect(likeliest([0.8], [['1']]).isSure).toBe(false);
    expect(likeliest([1.5], [['1']]).isSure).toBe(true);
  });

  test('each belongs to one behaviour, and their shares are less than the whole', () => {
    const outcome = fc.constantFrom('1', '2', '!Error', 'endless');
    const one = fc.tuple(fc.float({ min: 0, max: 2, noNaN: true }), fc.tuple(outcome, outcome, outcome));
    fc.assert(
      fc.property(fc.array(one, { minLength: 1 }), (all) => {
        const found = all.map(([score]) => edit(score));
        const behaviours = behavioursOf(found, { base: null, candidates: all.map(([, outcomes]) => outcomes) }, cost);
        expect(new Set(behaviours.flatMap(({ members }) => members))).toEqual(new Set(found));
        expect(behaviours.reduce((sum, { share }) => sum + share, 0)).toBeLessThan(1);
        expect(behaviours.map(({ share }) => share)).toEqual(
          behaviours.map(({ share }) => share).toSorted((a, b) => b - a),
        );
      }),
    );
  });
});

describe('what a kept edit is told as', () => {
  const told = (text: string, start: number, end: number, by: string): string => {
    const candidate = {
      path: 'lib.py',
      line: 2,
      template: 'x',
      weight: 1,
      score: 1,
      edits: [{ start, end, text: by }],
    };
    return summaryOf([keptOf(candidate, text)], [], { candidates: 1, seconds: 1, plausible: 1 });
  };
  const text = 'def f(a):\n    b = a\n    return b\n';

  test('a line that becomes another one', () => {
    expect(told(text, 18, 19, 'c')).toMatch(/^lib\.py:2: b = a → b = c\nthe only edit tried$/);
  });

  test('a line that comes', () => {
    expect(told(text, 20, 20, '    seen.add(a)\n')).toMatch(/^lib\.py:2: \+ seen\.add\(a\)\n/);
  });

  test('a line that goes', () => {
    expect(told(text, 10, 20, '')).toMatch(/^lib\.py:2: - b = a\n/);
  });
});
