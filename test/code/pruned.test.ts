import { describe, expect, test } from 'vitest';
import { isPruned } from '../../src/code/pruned.ts';

const pruned = (removed: string[], { others = [], added = [] }: { others?: string[]; added?: string[] } = {}) => {
  const rows = [' keep();', ...removed.map((row) => `-${row}`), ...added.map((row) => `+${row}`), ' keep();'];
  const patch = `diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,${removed.length + 2} +1,${added.length + 2} @@\n${rows.join('\n')}\n`;
  return isPruned(patch, () => true, ['keep();', ...removed, ...others]);
};
const unused = ['/** Nobody calls it. */', 'function spare(a) {', '  return a;', '}', ''];

describe('a change that only removes what nothing names', () => {
  test('takes away functions and constants that stand alone', () => {
    expect(pruned(unused)).toBe(true);
    expect(pruned(['const spare = 1;', 'const other = 2;'])).toBe(true);
    expect(pruned(['func spare() int {', '\treturn 1', '}'])).toBe(true);
    expect(pruned(['def spare():', '    return 1', ''])).toBe(true);
  });

  test.each<[string, string[], Parameters<typeof pruned>[1]]>([
    ['what another file names', unused, { others: ['spare(1);'] }],
    ['what a test names', unused, { others: ["import { spare } from './a.js';"] }],
    ['a statement', ['check(input);'], {}],
    ['a branch', ['  if (a) return 1;'], {}],
    ['a method, which others may call without naming its class', ['func (s Set) String() string {', '}'], {}],
    ['what is called by its name alone', ['func init() {', '\tregister()', '}'], {}],
    ['what is registered where it stands', ["@route('/spare')", 'def spare():', '    return 1'], {}],
    ['something for something else', unused, { added: ['const limit = 2;'] }],
    ['nothing', [], {}],
  ])('is no such change where it takes away %s', (_, removed, more) => {
    expect(pruned(removed, more)).toBe(false);
  });
});
