import { describe, expect, test } from 'vitest';
import { replaceDrifted, withEndsOf } from '../../../src/agents/actions/drift.ts';
import { ranked } from '../../../src/agents/actions/ranked.ts';
import { trimmed } from '../../../src/agents/actions/trimmed.ts';

const edited = (content: string, old: string, by: string) => {
  const made = replaceDrifted(content, old, by);
  return 'content' in made ? made.content : made.found;
};

describe('an edit whose white space drifted', () => {
  test('finds the one place and keeps the indentation of the file', () => {
    const file = 'class A:\n    def f(self):\n        return 1\n';
    expect(edited(file, 'def f(self):\n    return 1', 'def f(self):\n    if x:\n        y()\n    return 2')).toBe(
      'class A:\n    def f(self):\n        if x:\n            y()\n        return 2\n',
    );
  });

  test('keeps tabs where blanks were given', () => {
    expect(
      edited(
        '\tif (a) {\n\t\tb();\n\t}\n',
        '  if (a) {\n    b();\n  }\n',
        '  if (a) {\n    if (c) {\n      b();\n    }\n  }\n',
      ),
    ).toBe('\tif (a) {\n\t\tif (c) {\n\t\t\tb();\n\t\t}\n\t}\n');
  });

  test('keeps line ends, and blanks at the end of a line do not matter', () => {
    expect(edited('one  \r\ntwo\r\nthree\r\n', 'one\ntwo \n', 'eins\nzwei\n')).toBe('eins\r\nzwei\r\nthree\r\n');
    expect(withEndsOf('a\r\nb\r\n', 'x\ny')).toBe('x\r\ny');
    expect(withEndsOf('a\nb\r\n', 'x\ny')).toBe('x\ny');
  });

  test('takes lines out, and a last line without an end stays one', () => {
    expect(edited('a();\n  b();\nc();\n', 'b();\n', '')).toBe('a();\nc();\n');
    expect(edited('a();\r\n  b();', 'b();', 'c();')).toBe('a();\r\n  c();');
  });

  test('never chooses between two places, and never matches next to nothing', () => {
    expect(edited('if x:\n    go()\nif y:\n        go()\n', '  go()', 'stop()')).toBe(2);
    expect(edited('a\n}\nb\n', ' }', ')')).toBe(0);
    expect(edited('a();\nb();\n', '  c();', 'd();')).toBe(0);
  });

  test('does not bring lines to one level that the file has on two', () => {
    expect(edited('if x:\n    a()\nb()\n', '  a()\n  b()', '  c()')).toBe(0);
  });
});

describe('long output', () => {
  const filler = (length: number) => 'fine\n'.repeat(length / 5);

  test('keeps its head, its tail and what is around the first failure', () => {
    const told = trimmed(`BEGIN\n${filler(20_000)}not ok 7 - adds\n  expected 3\n${filler(20_000)}END`);
    expect(told.length).toBeLessThan(8200);
    expect(told).toMatch(/^BEGIN[\s\S]*left out[\s\S]*not ok 7 - adds\n {2}expected 3[\s\S]*left out[\s\S]*END$/);
  });

  test('says how much it leaves out', () => {
    const output = `BEGIN\n${filler(20_000)}Error: no\n${filler(20_000)}END`;
    const left = [...trimmed(output).matchAll(/\[… (\d+) characters left out …\]/g)].map(([, count]) => Number(count));
    const kept = trimmed(output).replace(/\n\[… \d+ characters left out …\]\n/g, '').length;
    expect(kept + left.reduce((sum, count) => sum + count, 0)).toBe(output.length);
  });
});

describe('lines about tests that pass', () => {
  const passing = (count: number) =>
    Array.from({ length: count }, (_, at) => `${at % 5 === 0 ? `# group ${at}\n` : ''}ok ${at} adds numbers`).join(
      '\n',
    );

  test('are left out of long outputs, and what fails stays', () => {
    const output = `TAP version 13\n${passing(100)}\nnot ok 100 subtracts\n${passing(100)}\n1..201\n# tests 201\n# fail 1\n`;
    expect(trimmed(output)).toBe(
      'TAP version 13\n# group 0\n[… 100 lines about tests that pass …]\nnot ok 100 subtracts\n# group 0\n[… 100 lines about tests that pass …]\n1..201\n# tests 201\n# fail 1\n',
    );
    const rust = Array.from({ length: 90 }, (_, at) => `test tests::case_${at} ... ok`).join('\n');
    expect(trimmed(`running 91 tests\n${rust}\ntest tests::last ... FAILED\n`)).toBe(
      'running 91 tests\n[… 90 lines about tests that pass …]\ntest tests::last ... FAILED\n',
    );
  });

  test('stay in short outputs, and other lines in long ones', () => {
    expect(trimmed(passing(20))).toBe(passing(20));
    const page = `# Title\n\n${'Okay is a word.\n# Heading\n'.repeat(100)}`;
    expect(trimmed(page)).toBe(page);
  });
});

test('a search shows definitions first, then uses, then prose, and tests last', () => {
  const row = (path: string, text: string) => ({ path, line: 1, text });
  const rows = [
    row('a.test.js', 'add(1)'),
    row('README.md', 'add'),
    row('use.js', 'add(2)'),
    row('add.js', 'export function add() {'),
  ];
  expect(
    ranked(rows)
      .split('\n')
      .map((line) => line.split(':')[0]),
  ).toEqual(['add.js', 'use.js', 'README.md', 'a.test.js']);
  expect(
    ranked(Array.from({ length: 200 }, () => row('a.js', 'x')))
      .split('\n')
      .at(-1),
  ).toBe('(80 more: narrow the query or the scope)');
});
