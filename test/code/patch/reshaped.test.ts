import { describe, expect, test } from 'vitest';
import { isReshaped } from '../../../src/code/patch/reshaped.ts';

const patch = (...rows: string[]): string => {
  const of = (sign: string) => rows.filter((row) => !row.startsWith(sign)).length;
  return `diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,${of('+')} +1,${of('-')} @@\n${rows.join('\n')}\n`;
};
const side = (rows: string[], left: string) =>
  rows
    .filter((row) => !row.startsWith(left))
    .map((row) => row.slice(1))
    .join('\n');
const reshaped = (...rows: string[]): boolean =>
  isReshaped(patch(...rows), () => true, { before: [side(rows, '+')], after: [side(rows, '-')] });

describe('a change that only reshapes code', () => {
  test('renames what its files declare', () => {
    expect(reshaped('-const cnt = 1;', '+const count = 1;', ' if (x) {', '-  use(cnt);', '+  use(count);', ' }')).toBe(
      true,
    );
    expect(reshaped('-func (f *Set) parseIt(a int) {', '+func (f *Set) parseAll(a int) {')).toBe(true);
  });

  test('moves whole definitions', () => {
    const moved = ['function one() {', '  return 1;', '}'];
    const rows = [
      ...moved.map((row) => `-${row}`),
      ' function two() {',
      '   return 2;',
      ' }',
      ...moved.map((row) => `+${row}`),
    ];
    expect(reshaped(...rows)).toBe(true);
  });

  test.each([
    ['another value', ['-const a = 1;', '+const a = 2;']],
    ['operands that change places', ['-const a = b - c;', '+const a = c - b;']],
    ['another variable that was there', ['-return min;', '+return max;', ' const min = 1;', ' const max = 2;']],
    ['another property of somebody else', ['-use(list.length);', '+use(list.size);']],
    ['a name that is still used', ['-const cnt = 1;', '+const count = 1;', ' use(cnt);']],
    ['two names that become one', ['-const a = 1;', '-const b = 2;', '+const c = 1;', '+const c = 2;']],
    ['statements in another order', ['-  check(user);', '   act(user);', '+  check(user);']],
    ['a guard that is gone', ['-  if (!user) return;', '   act(user);']],
    ['new lines', ['+const a = 1;']],
    ['another text', ["-const a = 'x';", "+const a = 'y';"]],
  ])('brings no %s', (_, rows) => {
    expect(reshaped(...rows)).toBe(false);
  });
});
