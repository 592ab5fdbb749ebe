import { describe, expect, test } from 'vitest';
import { javascriptRegions } from '../../../src/languages/javascript/judging/regions.ts';

const regions = await javascriptRegions('src/a.ts');
const base = `export const add = (a: number, b: number) => a - b;

if (import.meta.vitest) {
  const { test, expect } = import.meta.vitest;
  test('adds', () => {
    expect(add(1, 2)).toBe(3);
  });
}
`;
const block = base.slice(base.indexOf('if ('));

describe('blocks of tests in JavaScript', () => {
  test.each<[string, string, string[]]>([
    ['toBe(3)', 'toBe(-1)', ['import.meta.vitest > adds']],
    ["test('adds'", "test.fails('adds'", ['import.meta.vitest > adds']],
    ['if (import.meta.vitest)', 'if (false && import.meta.vitest)', ['import.meta.vitest']],
    ['const { test, expect }', 'const { test }', ['import.meta.vitest > const { test, expect } = import.meta.vitest;']],
    ['if (import', '/* if (import', ['import.meta.vitest']],
    ['if (import', 'swallow(() => {}); const x = () => { if (import', ['import.meta.vitest']],
  ])('see that %j became %j', (from, to, names) => {
    expect(base).toContain(from);
    expect(regions.changed(base, base.replace(from, to))).toEqual(names);
  });

  test('may be added to; what is new is not judged with base', () => {
    const now = `${base.replace('a - b', 'a + b').replace('  test(', '  test("more", () => {});\n  test(')}if (import.meta.vitest) { test("x", () => {}); }\n`;
    expect(regions.changed(base, now)).toEqual([]);
    expect(regions.added(base, now)).toEqual(['import.meta.vitest > more', 'import.meta.vitest > x']);
    expect(regions.withBase(base, now).trim()).toBe(base.replace('a - b', 'a + b').trim());
  });

  test('that a change took away are put back, and layout is no change', () => {
    expect(regions.withBase(base, base.replace(block, ''))).toContain(block.trim());
    expect(regions.changed(base, base.replace('  test(', '\ttest('))).toEqual([]);
    expect(regions.changed('', base)).toEqual([]);
  });

  test('see that product code asks whether it is tested', () => {
    expect(regions.asking(base, base.replace('a - b', 'import.meta.vitest ? 3 : a - b'))).toEqual([
      'import.meta.vitest',
    ]);
    expect(regions.asking(base, base.replace('a - b', 'a + b'))).toEqual([]);
  });
});
