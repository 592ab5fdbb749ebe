import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { growsNoFasterThanSize } from '../../support/growth.ts';
import { place } from './place.ts';

const everyFocus = ['security_patterns', 'structure', 'complexity', 'imports', 'todos', 'tests', 'size'];
/** Ends what hangs. */
const quick = 120_000;

test('large, binary and broken files are left out by name, or read as far as they can be', {
  timeout: quick,
}, async () => {
  const { see, workspace } = await place({
    'large.js': 'eval(x);\n'.repeat(1_200_000),
    'a.bin': new Uint8Array([1, 0, 2]),
    'latin.js': new Uint8Array([0x2f, 0xe9, 0x0a, ...Buffer.from('eval(x);\n')]),
    'wide.js': `${'a'.repeat(5_000)}; eval(x);\n`,
  });
  symlinkSync('/etc/passwd', join(workspace.dir, 'link.js'));
  const seen = await see('analyze', { target: '.', focus: 'security_patterns' });
  expect(seen.split('\n')).toEqual([
    'Found 2:',
    'latin.js:2: eval of a value (eval(x);)',
    `wide.js:1: eval of a value (${'a'.repeat(160)}…)`,
    'Looked at 2 texts, 3 lines.',
    'Lines over 2000 characters were looked at in part: wide.js',
    'Not parsed, so only looked at line by line: latin.js',
    'Left out: a.bin is binary (3 bytes)',
    'Left out: large.js is over 2 MB (10800000 bytes)',
    'Left out: link.js is not a plain file',
  ]);
  expect(await see('analyze', { target: 'link.js', focus: 'size' })).toContain('Left out: link.js is not a plain file');
  expect(await see('compare', { a: 'large.js', b: 'a.bin', criteria: 'lines' })).toBe(
    'Refused: a: large.js is over 2 MB (10800000 bytes)',
  );
  expect(await see('compare', { a: 'latin.js', b: 'link.js', criteria: 'lines' })).toMatch(/^Refused: .*is a link$/);
  expect(await see('validate', { assertion: 'large.js:1 contains eval' })).toMatch(/^undecided\nlarge.js is over 2 MB/);
});

test('five hundred files are looked at, and the rest is named', { timeout: quick }, async () => {
  const { see, workspace } = await place({});
  mkdirSync(join(workspace.dir, 'many'));
  for (let index = 0; index < 600; index += 1) writeFileSync(join(workspace.dir, 'many', `${index}.js`), 'eval(x)\n');
  const seen = await see('analyze', { target: 'many', focus: 'security_patterns' });
  expect(seen).toContain('Looked at 500 texts, 500 lines.\nLeft out: 100 more files: name fewer');
  expect(seen).toContain('(cut: ask for less)');
  expect(seen.length).toBeLessThan(17_000);
});

test('lines that are made to hang an expression hang none', { timeout: quick }, async () => {
  await growsNoFasterThanSize(async (size) => {
    const long = (unit: string) => unit.repeat(Math.floor(size / unit.length));
    const lines = [
      long('"SELECT '),
      long('"SELECT FROM '),
      long('token'),
      long('const a = ('),
      `const a${long(' ')}`,
      `  a(${long(')')}`,
      `test${long('.a')}`,
      long('"\\'),
      long('exec("'),
      long('import a from '),
    ];
    const text = Array.from({ length: 100 }, (_, index) => lines[index % lines.length]).join('\n');
    const { see } = await place({ 'a.js': text, 'a.py': text, 'A.java': text, 'a.rs': text, 'a.md': text });
    for (const focus of everyFocus) expect(await see('analyze', { target: '.', focus })).toContain('Looked at 5 texts');
  }, 475);
});

test('data nested a hundred thousand deep is refused by whoever must walk it', { timeout: quick }, async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const value = JSON.parse(deep);
  const schema = `${'{"items":'.repeat(5_000)}{}${'}'.repeat(5_000)}`;
  const [{ see }, given] = [await place({}, { input: { deep } }), await place({}, { input: { value } })];
  const calls: [string, Record<string, unknown>][] = [
    ...everyFocus.map((focus): [string, Record<string, unknown>] => ['analyze', { target: 'input.deep', focus }]),
    ['search', { query: 'x', scope: 'input' }],
    ['generate', { type: 'json', spec: value }],
    ['generate', { type: 'json', spec: deep }],
    ...['[', '{a: ', '- ', '? ', 'a: ', '- a: '].map((sign): [string, Record<string, unknown>] => [
      'generate',
      { type: 'yaml', spec: sign.repeat(20_000) },
    ]),
    ['generate', { type: 'skeleton', spec: schema }],
    ['validate', { assertion: { items: {} }, data: value }],
    ['validate', { assertion: schema, data: deep }],
    ['validate', { assertion: 'equal', data: [value, JSON.parse(deep)] }],
    ['transform', { input: value, from: 'json', to: 'yaml' }],
    ['transform', { input: deep, from: 'json', to: 'json' }],
    ['transform', { input: deep, from: 'yaml', to: 'csv' }],
    ['transform', { input: deep, from: 'json', to: 'lines' }],
    ...['lines', 'json', 'set', 'size', 'equal'].map((criteria): [string, Record<string, unknown>] => [
      'compare',
      { a: value, b: deep, criteria },
    ]),
    ['request_info', { question: 'why?', context: value }],
  ];
  for (const [name, input] of calls) {
    const seen = await see(name, input);
    expect(seen.length, name).toBeLessThan(17_000);
    if (input.spec === value || input.input === value || input.data === value)
      expect(seen).toBe('Refused: data here is nested at most 100 levels deep.');
  }
  expect(await see('transform', { input: deep, from: 'json', to: 'yaml' })).toContain(
    'line 1: nested more than 100 levels deep',
  );
  expect(await given.see('analyze', { target: 'input.value', focus: 'structure' })).toMatch(/^Refused: data here/);
});

test.each(['(a+)+$', '(a|aa)+$', '(a?){400}a{400}$', `(${'a'.repeat(900)}|b)*c`, 'a'.repeat(100_000), '((a*)*)*b'])(
  'a pattern that is made to hang takes no longer than its text is long (%#)',
  { timeout: quick },
  async (query) => {
    await growsNoFasterThanSize(async (size) => {
      const text = `${'a'.repeat(size)}!`;
      const { see } = await place({ 'a.txt': text }, { input: { text } });
      expect(await see('search', { query, scope: 'input' })).toMatch(/^No match\.|^Refused: /);
      expect(await see('validate', { assertion: { type: 'string', pattern: query }, data: 'input.text' })).toMatch(
        /^false\n/,
      );
      expect(await see('validate', { assertion: `count ${query} in input = 1` })).toMatch(/^false|^undecided/);
    }, 2_500);
  },
);

test('many keys take no longer than their number', { timeout: quick }, async () => {
  const { see } = await place({});
  await growsNoFasterThanSize(async (length) => {
    const many = (line: (index: number) => string, between: string) =>
      Array.from({ length }, (_, index) => line(index)).join(between);
    expect(await see('generate', { type: 'yaml', spec: many((index) => `k${index}: 1`, '\n') })).toContain(
      'No problems found.',
    );
    expect(await see('generate', { type: 'json', spec: `{${many((index) => `"k${index}":1`, ',')}}` })).toContain(
      'No problems found.',
    );
  }, 3_750);
});

test('large outputs are cut, and say so', { timeout: quick }, async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index }));
  const { see } = await place({}, { input: { rows, other: rows.slice(0, -5).map(({ id }) => ({ id: `${id}` })) } });
  const calls: [string, Record<string, unknown>][] = [
    ['transform', { input: 'input.rows', from: 'json', to: 'csv' }],
    ['compare', { a: 'input.rows', b: 'input.other', criteria: 'json' }],
    ['compare', { a: 'input.rows', b: 'input.other', criteria: 'set' }],
    ['compare', { a: 'input.rows', b: [], criteria: 'lines' }],
    [
      'generate',
      {
        type: 'skeleton',
        spec: {
          type: 'array',
          minItems: 1e9,
          items: { type: 'array', minItems: 1e9, items: { type: 'string', minLength: 1e9 } },
        },
      },
    ],
  ];
  for (const [name, input] of calls) {
    const seen = await see(name, input);
    expect(seen.length, name).toBeLessThan(17_000);
    expect(seen).toMatch(/\(cut: ask for less\)|or more differences/);
  }
});
