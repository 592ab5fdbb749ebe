import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLines, unified } from '../../../src/agents/actions/standard/diff.ts';
import { place } from './place.ts';

test('two things are compared by lines, data, sets, size or equality, each named as what it is', async () => {
  const old = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n';
  const { see } = await place(
    { 'old.txt': old, 'new.txt': old.replace('five', 'FIVE'), 'a.yaml': 'tasks: [{id: 1}]\n' },
    { input: { tasks: { tasks: [{ id: 2, more: 1 }], extra: null }, list: ['a', 'b'] } },
  );
  const cases: [unknown, unknown, string, string][] = [
    [
      'old.txt',
      'new.txt',
      'lines',
      'a: old.txt\nb: new.txt\n1 lines only in a, 1 only in b.\n@@ a:2 b:2 @@\n two\n three\n four\n-five\n+FIVE\n six\n seven\n eight',
    ],
    ['old.txt', 'old.txt', 'lines', 'a: old.txt\nb: old.txt\nThe lines are the same.'],
    [
      'missing.txt',
      'old.txt',
      'equal',
      'a: the text itself (11 characters)\nb: old.txt\nfalse: they differ from line 1 on: "missing.txt" against "one".',
    ],
    [
      'a.yaml',
      'input.tasks',
      'json',
      'a: a.yaml\nb: input.tasks\n3 differences:\ntasks[0].id: 1 -> 2\ntasks[0].more: only in b: 1\nextra: only in b: null',
    ],
    [[1, { a: 1 }], '[1, {"a": 1}]', 'json', 'a: the value\nb: the text itself (13 characters)\nThe data is the same.'],
    ['nonsense', {}, 'json', 'a: the text itself (8 characters)\nb: the value\na is no data: line 1: '],
    [
      'input.list',
      'b\n c \n\n',
      'set',
      'a: input.list\nb: the text itself (7 characters)\nonly in a (1):\n  a\nonly in b (1):\n  c\nin both (1):\n  b',
    ],
    [
      'input.list',
      ['é'],
      'size',
      'a: input.list\nb: the value\na has 4 lines, 16 characters, 16 bytes, 2 items\nb has 3 lines, 9 characters, 10 bytes, 1 items\nb - a: -6 bytes',
    ],
    [{ a: [1] }, { a: [1] }, 'equal', 'a: the value\nb: the value\ntrue: they are the same.'],
    [
      '{}',
      {},
      'equal',
      'a: the text itself (2 characters)\nb: the value\nfalse: they read the same, and one is text and the other data.',
    ],
    ['../x', 'y', 'equal', 'Refused: '],
  ];
  for (const [a, b, criteria, expected] of cases) {
    const seen = await see('compare', { a, b, criteria });
    expect(seen.slice(0, expected.length), JSON.stringify([a, b, criteria])).toBe(expected);
  }
});

describe('a diff', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  const side = (rows: ReturnType<typeof diffLines>, other: string) =>
    rows.filter(({ kind }) => kind !== other).map(({ text }) => text);

  test('holds both sides, and no shorter way is there', () => {
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const rows = diffLines(a, b);
        expect([side(rows, 'added'), side(rows, 'removed')]).toEqual([a, b]);
        expect(rows.filter(({ kind }) => kind === 'same').length).toBe(longestCommon(a, b));
      }),
    );
  });

  test('of what has nothing in common is bounded, and whole', () => {
    const many = (mark: string) => Array.from({ length: 20_000 }, (_, index) => `${mark}${index}`);
    const rows = diffLines(['same', ...many('a'), 'end'], ['same', ...many('b'), 'end']);
    expect(rows.length).toBe(40_002);
    expect(unified(rows)[0]).toBe('@@ a:1 b:1 @@');
  });

  function longestCommon(a: string[], b: string[]): number {
    const memo = new Map<string, number>();
    const at = (i: number, j: number): number => {
      if (i === a.length || j === b.length) return 0;
      const key = `${i},${j}`;
      const known = memo.get(key);
      if (known !== undefined) return known;
      const best = a[i] === b[j] ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
      memo.set(key, best);
      return best;
    };
    return at(0, 0);
  }
});
