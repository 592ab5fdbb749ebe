import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pythonRegions } from '../../../src/languages/python/judging/regions.ts';

const regions = await pythonRegions();
const base = `"""Money.

>>> add(1, 2)
3
"""
import os


def add(a, b):
    """Adds.

    >>> add(1, 1)
    2
    >>> for x in [1]:
    ...     add(x, x)
    2

    Prose.
    """
    return a - b


class Cart:
    """No example."""

    async def total(self): r'''>>> Cart().total'''

    def plain(self):
        return ">>> not one"
`;
const docs = [
  base.slice(0, base.indexOf('import')).trimEnd(),
  base.slice(base.indexOf('"""Adds'), base.indexOf('    return a')).trimEnd(),
  "r'''>>> Cart().total'''",
];

describe("Python's examples in product files", () => {
  test.each<[string, string, string[]]>([
    ['    2\n    >>> for', '    0\n    >>> for', ['add > doctest']],
    ['>>> add(1, 1)', '>>> add(1, 1)  # doctest: +SKIP', ['add > doctest']],
    ['>>> add(1, 2)\n3\n', '', ['(module) > doctest']],
    ['def add', 'def sum', ['add > doctest']],
    ["r'''>>> Cart().total'''", 'pass', ['Cart.total > doctest']],
    ['"""Adds.', 'x = """Adds.', ['add > doctest']],
  ])('see that %j became %j', (from, to, names) => {
    expect(base).toContain(from);
    expect(regions.changed(base, base.replace(from, to))).toEqual(names);
  });

  test('may be added to; what is new is not judged with base', () => {
    const now = base
      .replace('a - b', 'a + b')
      .replace('    >>> for', '    >>> add(2, 2)\n    4\n    >>> for')
      .replace('        return ">>>', '        """>>> 1\n        1\n        """\n        return ">>>')
      .replace('No example.', '>>> Cart()\n');
    expect(regions.changed(base, now)).toEqual([]);
    expect(regions.added(base, now)).toEqual(['add > doctest', 'Cart > doctest', 'Cart.plain > doctest']);
    const judged = regions.withBase(base, now);
    for (const doc of docs) expect(judged).toContain(doc);
    expect(judged).toContain('return a + b');
    expect(regions.added(base, judged)).toEqual([]);
    expect(regions.changed(base, judged)).toEqual([]);
  });

  test('that a change took away are put back', () => {
    for (const now of [
      base.replace(docs[1] ?? '', 'x = 1'),
      base.replace("r'''>>> Cart().total'''", 'pass'),
      base.replace(docs[0] ?? '', ''),
    ]) {
      expect(regions.changed(base, regions.withBase(base, now))).toEqual([]);
    }
  });

  test('are unchanged whatever happens outside of them', () => {
    const pieces = fc.constantFrom(
      'x = ">>> 1"',
      "y = '''\n>>> 2\n'''",
      'def g():\n    return 1',
      '# """',
      'if x:\n    z = [1,\n2]',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('import os', 'def add', 'class Cart'), pieces), { maxLength: 4 }),
        (edits) => {
          const now = edits.reduce((text, [at, piece]) => text.replace(`\n${at}`, `\n${piece}\n${at}`), base);
          expect(regions.changed(base, now)).toEqual([]);
          expect(regions.withBase(base, now)).toBe(now);
        },
      ),
      { numRuns: 50 },
    );
  });
});
