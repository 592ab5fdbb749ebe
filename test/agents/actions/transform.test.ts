import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAs, writeAs } from '../../../src/agents/actions/standard/text/formats.ts';
import { place } from './place.ts';

const rows = [
  { name: 'Ann "A"', note: 'one, two' },
  { name: '', note: 'x|y\\' },
];

describe('what every format can hold comes back as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab,"|\\;: \n\'#-') }).map((text) => text.trim());
  const table = fc.array(fc.record({ a: cell, 'b c': cell }), { minLength: 1, maxLength: 5 });
  const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)));

  test.each(['csv', 'markdown', 'json', 'yaml'])('tables as %s', (format) => {
    fc.assert(fc.property(table, (value) => void expect(back(format, value)).toEqual(value)));
  });

  test.each(['json', 'yaml'])('data as %s', (format) => {
    fc.assert(fc.property(json, (value) => void expect(back(format, value)).toEqual(value)));
  });

  test('lines as lines', () => {
    for (const value of [[], ['a'], [''], ['', 'a', '']]) expect(back('lines', value)).toEqual(value);
  });

  function back(format: string, value: unknown): unknown {
    const written = writeAs(format, value);
    if ('refused' in written) throw new Error(written.refused);
    const read = readAs(format, written.text);
    if ('refused' in read) throw new Error(`${read.refused}: ${written.text}`);
    return read.value;
  }
});

test('formats become one another, and what is lost is said', async () => {
  const csv = 'name,note\n"Ann ""A""","one, two"\n,x|y\\';
  const markdown = '| name | note |\n| --- | --- |\n| Ann "A" | one, two |\n|  | x\\|y\\\\ |';
  const { see } = await place(
    { 'a.csv': csv.replaceAll('\n', '\r\n'), 'b.yaml': '# why\na: 1\nb: [x]\n' },
    { input: { rows } },
  );
  const cases: [unknown, string, string, string][] = [
    ['input.rows', 'json', 'csv', csv],
    ['a.csv', 'csv', 'json', JSON.stringify(rows, null, 2)],
    ['a.csv', 'csv', 'markdown', markdown],
    [`Some text\n\n${markdown}\n\nmore`, 'markdown', 'csv', csv],
    ['b.yaml', 'yaml', 'json', '{\n  "a": 1,\n  "b": [\n    "x"\n  ]\n}\n(comments are not kept)'],
    [{ a: 1 }, 'json', 'yaml', 'a: 1'],
    ['a\nb\n', 'lines', 'json', '[\n  "a",\n  "b"\n]'],
    ['["a", 1]', 'json', 'lines', 'a\n1\n(lines are text: other kinds of values are not kept)'],
    [
      [{ a: 1, b: null }, { a: true }],
      'json',
      'csv',
      'a,b\n1,\ntrue,\n(what is missing or null became an empty cell)\n(cells are text: numbers and booleans come back as text)',
    ],
    [
      '{"n": 12345678901234567890}',
      'json',
      'yaml',
      'n: 12345678901234567000\n(12345678901234567890 has more digits than a number keeps)',
    ],
    ['[{"__proto__": "x"}]', 'json', 'csv', '__proto__\nx'],
  ];
  for (const [input, from, to, expected] of cases)
    expect(await see('transform', { input, from, to }), `${from} ${to}`).toBe(expected);
});

test('what cannot be converted is refused with its place', async () => {
  const { see } = await place({ 'a.bin': new Uint8Array([0]) });
  const cases: [unknown, string, string, string][] = [
    ['{"a": }', 'json', 'yaml', 'the text itself (7 characters) is not json: line 1: '],
    ['a: [', 'yaml', 'json', 'the text itself (4 characters) is not yaml: line 1: '],
    ['a,b\n1', 'csv', 'json', 'the text itself (5 characters) is not csv: row 1 has 1 cells, and there are 2 columns'],
    ['a,a\n1,2', 'csv', 'json', 'the text itself (7 characters) is not csv: two columns are named "a"'],
    ['a\n"b', 'csv', 'json', 'the text itself (4 characters) is not csv: line 2: a quote is not closed'],
    ['no table', 'markdown', 'json', 'the text itself (8 characters) is not markdown: there is no Markdown table'],
    [{ a: 1 }, 'json', 'csv', 'This cannot become csv: a table is written from a list of records'],
    [[{ a: [1] }], 'json', 'csv', 'This cannot become csv: row 1, a: a cell holds a single value'],
    [[{ a: 1 }], 'json', 'lines', 'This cannot become lines: item 1 is no single value'],
    [['a\nb'], 'json', 'lines', 'This cannot become lines: item 1 has a line break in it'],
    ['a: .nan', 'yaml', 'json', 'This cannot become json: JSON has no NaN'],
    [
      'a: &a [x, x]\nb: [*a, *a]'.replace('x, x', Array.from({ length: 9 }, (_, i) => `&b${i} [1]`).join()),
      'yaml',
      'json',
      '{',
    ],
    ['a.bin', 'json', 'yaml', 'Refused: a.bin is binary (1 bytes)'],
  ];
  for (const [input, from, to, expected] of cases) {
    const seen = await see('transform', { input, from, to });
    expect(seen.slice(0, expected.length), `${JSON.stringify(input)}: ${seen}`).toBe(expected);
  }
});
