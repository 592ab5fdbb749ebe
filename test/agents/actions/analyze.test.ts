import { describe, expect, test } from 'vitest';
import { place } from './place.ts';

/** Fifty lines with an eval on 12, an innerHTML on 34 and concatenated SQL on 45. */
const unsafe = Array.from({ length: 50 }, (_, index) => {
  if (index === 11) return '  const rule = eval(settings.rule);';
  if (index === 33) return '  list.innerHTML = rows.join("");';
  if (index === 44) return `  return db.query("SELECT * FROM users WHERE name = '" + name + "'");`;
  if (index % 10 === 9) return '}';
  return index % 10 === 0
    ? `export async function call${index}(settings, list, rows, db, name) {`
    : '  await api.get("/users");';
}).join('\n');

type Expected = [path: string, text: string, rows: string[]];

/** The rows of one focus, of all files in one workspace. */
async function finds(focus: string, expected: Expected[]) {
  const { see } = await place(Object.fromEntries(expected.map(([path, text]) => [path, text])));
  for (const [path, , rows] of expected) {
    const seen = (await see('analyze', { target: path, focus })).split('\n').slice(1, -1);
    expect(seen).toEqual(rows.map((row) => `${path}:${row}`));
  }
}

const security = (target: string) => ({ target, focus: 'security_patterns' });

describe('security_patterns', () => {
  const three = (name: string) =>
    [
      'Found 3:',
      `${name}:12: eval of a value (const rule = eval(settings.rule);)`,
      `${name}:34: HTML set from a value (list.innerHTML = rows.join("");)`,
      `${name}:45: SQL put together from text (return db.query("SELECT * FROM users WHERE name = '" + name + "'");)`,
      'Looked at 1 text, 50 lines.',
    ].join('\n');

  test('names exactly the three dangers of a file, and a search finds nothing that mends them', async () => {
    const { see } = await place({ 'src/app.js': unsafe });
    expect(await see('analyze', security('src/app.js'))).toBe(three('src/app.js'));
    expect(await see('search', { query: 'sanitize|escape|prepared|CSP', scope: 'full_codebase' })).toBe('No match.');
  });

  test('looks into data by its name, with input. or without, and into a file that the data names', async () => {
    const { see } = await place({ 'src/app.js': unsafe }, { input: { code: unsafe, file: 'src/app.js', limit: 5 } });
    expect(await see('analyze', security('input.code'))).toBe(three('input.code'));
    expect(await see('analyze', security('code'))).toBe(three('input.code'));
    expect(await see('analyze', security('input.file'))).toBe(three('src/app.js'));
    expect(await see('analyze', security('input'))).toContain('Looked at 3 texts');
  });

  test('never shows a line with a secret', async () => {
    const secret = ['hunter2', 'hunter2'].join('');
    const { see } = await place({ 'a.js': `const password = "${secret}"; eval(input);\n` });
    const seen = await see('analyze', security('a.js'));
    expect(seen).toContain('a.js:1: a hard-coded password\na.js:1: eval of a value\n');
    expect(seen).not.toContain(secret);
  });

  test('is not offered where nothing can scan', async () => {
    const { see, actions } = await place({ 'a.js': unsafe }, { scan: undefined });
    expect(await see('analyze', security('a.js'))).toBe(
      'There is no focus security_patterns. Known: structure, complexity, imports, todos, tests, size.',
    );
    expect(JSON.stringify(actions.get('analyze')?.spec)).not.toContain('security_patterns');
  });
});

describe('a target', () => {
  const files = { 'a.js': 'eval(x)\n', 'src/b.js': 'eval(x)\n', 'src/deep/c.ts': 'eval(x)\n', 'src/d.md': '# D\n' };

  test('is a file, a folder, a glob, or everything', async () => {
    const { see } = await place(files);
    const counts: [string, number][] = [
      ['a.js', 1],
      ['src', 3],
      ['src/', 3],
      ['*.js', 2],
      ['src/*.js', 1],
      ['src/**', 3],
      ['**/*.{js,ts}', 3],
      ['s?c/b.js', 1],
      ['.', 4],
      ['full_codebase', 4],
    ];
    for (const [target, count] of counts)
      expect(await see('analyze', { target, focus: 'size' }), target).toContain(`Looked at ${count} text`);
  });

  test('that is nowhere is said to be so', async () => {
    const { see } = await place(files);
    for (const target of ['b.js', 'src/*.py', 'draft-1', 'input', 'input.code', '[', '{', 'a*'.repeat(100)])
      expect(await see('analyze', { target, focus: 'size' }), target).toMatch(/^There is nothing at /);
    for (const target of ['../a.js', '/etc/passwd', '*'.repeat(2000), 'a\0b', '.git/config'])
      expect(await see('analyze', { target, focus: 'size' }), target).toMatch(/^Refused: /);
  });

  test('can be a draft', async () => {
    const { see } = await place({});
    await see('generate', { type: 'javascript', spec: 'eval(x)' });
    expect(await see('analyze', security('draft-1'))).toContain('draft-1:1: eval of a value');
  });
});

describe('structure', () => {
  const declared: Expected[] = [
    [
      'a.ts',
      'export async function one() {\nconst two = (a: string): void => {\nclass Three {\n  private async four(a) {\n  if (x) {\nexport const five = 5;\nexport interface Six {\nexport default one;\nmodule.exports = {}',
      [
        '1: function one',
        '2: function two',
        '3: class Three',
        '4: method four',
        '6: export five',
        '7: type Six',
        '8: export default',
        '9: export module.exports',
      ],
    ],
    [
      'a.py',
      'class A:\n    async def b(self):\n        pass\ndef c(): pass',
      ['1: class A', '2: function b', '4: function c'],
    ],
    [
      'a.go',
      'package a\nfunc (s *S) Get() int {\nfunc main() {\ntype S struct {',
      ['2: function Get', '3: function main', '4: type S'],
    ],
    [
      'A.java',
      'public class A {\n  private static int get(int a) throws E {\n    return get(1);\n',
      ['1: class A', '2: method get'],
    ],
    [
      'a.rs',
      'pub(crate) async fn a() {\nstruct B;\nimpl<T> C for B {',
      ['1: function a', '2: type B', '3: impl C for B'],
    ],
    ['a.md', '# One\ntext\n## Two\n', ['1: heading # One', '3: heading ## Two']],
  ];

  test('is what each language declares, with its line', () => finds('structure', declared));

  test('of data is its keys and kinds, without the values', async () => {
    const { see } = await place({}, { input: { task: { id: 1, tags: ['secret'], none: null } } });
    expect(await see('analyze', { target: 'input.task', focus: 'structure' })).toBe(
      [
        'input.task: object of 3',
        'input.task.id: number',
        'input.task.tags: array of 1',
        'input.task.tags[0]: string',
        'input.task.none: null',
      ].join('\n'),
    );
  });
});

test('complexity counts lines, functions, the longest one and the nesting', async () => {
  const { see } = await place({
    'a.js': 'function a() {\n  if ("{{{") {\n    b(); // {\n  }\n}\n\nfunction b() {}\n',
    'a.py': 'def a():\n    if x:\n        y()\n\n    z()\n\n\ndef b():\n    pass\n',
    'empty.js': '',
  });
  expect((await see('analyze', { target: '.', focus: 'complexity' })).split('\n')).toEqual([
    'Found 3:',
    'a.js: 7 lines, 2 functions, longest a at line 1 (5 lines), nesting 2',
    'a.py: 9 lines, 2 functions, longest a at line 1 (5 lines), nesting 2',
    'empty.js: 0 lines, 0 functions, nesting 0',
    'Looked at 3 texts, 16 lines.',
  ]);
});

const imports: Expected[] = [
  [
    'a.ts',
    "import a from 'a';\nimport 'b';\nexport * from \"c\";\nconst d = require('d');\nimport {\n  e,\n} from 'e';\nawait import('f');",
    ['1: a', '2: b', '3: c', '4: d', '7: e', '8: f'],
  ],
  ['a.py', 'import os, sys\nfrom a.b import c\nimportant = 1', ['1: os, sys', '2: a.b']],
  ['a.go', 'package a\nimport "fmt"\nimport (\n\t"net/http"\n\tx "y"\n)', ['2: fmt', '4: net/http', '5: y']],
  ['A.java', 'import static java.util.List.of;', ['1: java.util.List.of']],
  ['a.rs', 'use std::io;\npub use crate::a::{b, c};', ['1: std::io', '2: crate::a::{b, c}']],
];

test('imports are found in each language, with their lines', () => finds('imports', imports));

const tests: Expected[] = [
  [
    'a.test.ts',
    'describe(\'a\', () => {\n  it.each([1])("b %s", () => {});\n  test(`c`, () => {});\n',
    ['1: a', '2: b %s', '3: c'],
  ],
  ['test_a.py', 'class TestA:\n    def test_b(self): pass\n    def helper(self): pass\n', ['1: TestA', '2: test_b']],
  ['a_test.go', 'package a\nfunc TestA(t *testing.T) {\n\tt.Run("b", f)\n', ['2: TestA', '3: b']],
  ['ATest.java', 'class ATest {\n  @Test\n  void adds() {\n  }\n\n\n\n  void helper() {', ['3: adds']],
  ['a.rs', '#[test]\nfn adds() {\n}\n\n\n\nfn helper() {', ['2: adds']],
];

test('tests are found in each language, with their lines', () => finds('tests', tests));

test('todos are lines that leave something for later; size is the largest first', async () => {
  const note = ['TO', 'DO'].join('');
  const { see } = await place({ 'a.js': `ok();\n// ${note}: soon\nconst todos = [];\n`, 'b.js': 'x\n' });
  expect(await see('analyze', { target: '.', focus: 'todos' })).toContain(`Found 1:\na.js:2: // ${note}: soon\n`);
  expect(await see('analyze', { target: '.', focus: 'size' })).toMatch(
    /^Found 2:\na.js: 3 lines, \d+ bytes\nb.js: 1 lines, 2 bytes\n/,
  );
});
