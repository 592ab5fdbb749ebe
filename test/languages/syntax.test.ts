import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { syntaxErrors } from '../../src/languages/checks/syntax.ts';

const check = (path: string, text: string) => syntaxErrors([{ path, text }]);

describe('syntax errors', () => {
  test.each([
    ['a.ts', 'const one = 1;\nlet \u00fc: = 2;\n', 2, 8],
    ['a.js', 'const text = "\u{1f600}"; let x = ;\n', 1, 28],
    ['a.tsx', 'export const A = () => <div>;\n', 1, 29],
    ['a.js', 'let twice = 1;\nlet twice = 2;\n', 2, 5],
    ['a.mjs', 'return 1;\n', 1, 1],
    ['a.py', 'x = 1\ndef f(:\n  pass\n', 2, 7],
    ['a.py', 'x = 1\n  y = 2\n', 2, 1],
    ['a.py', 'return 1\n', 1, 1],
    ['a.py', 'print "x"\n', 1, 7],
    ['a.json', '{\n  "a": 1,\n}\n', 3, 1],
    ['a.json', '{ "a": ', 1, 7],
    ['a.json', '', 1, 1],
  ])('%s holding %j fails at %i:%i', async (path, text, line, column) => {
    const [first] = await check(path, text);
    expect(first).toMatchObject({ file: path, line, column, message: expect.stringMatching(/\w/) });
  });

  test.each([
    ['a.js', '#!/usr/bin/env node\nmodule.exports = 1;\nif (x) return;\n'],
    ['a.js', 'var old = 010; with (a) { b(); }\n'],
    ['a.js', 'export const A = () => <div>{1}</div>;\n'],
    ['a.js', 'const x = await import("./b.js");\nexport { x };\n'],
    ['a.js', '// @flow\nconst x: ?number = 1;\n'],
    ['a.cjs', 'return require("x");\n'],
    ['a.cts', 'import x = require("y");\nexport = x;\n'],
    ['a.ts', '@dec class A { accessor x = 1; declare y: string }\nenum E { A }\n'],
    ['a.d.ts', 'export declare const x: number;\ndeclare module "y" { export default x; }\n'],
    ['a.py', 'import os\nmatch x:\n  case {"a": [1, *_]}: pass\ntype X = int\ntry: pass\nexcept* E: pass\n'],
    ['a.py', 'async def f():\n  return [await y async for y in x]\nz = f"{a!r:>{w}} {"nested"}"\n'],
    ['a.pyi', 'def f(x: int) -> str: ...\n'],
    ['tsconfig.build.json', '{ // comment\n}\n'],
    ['b.json', '\ufeff{ "bom": true }\n'],
    ['test/fixtures/bad.json', '{'],
    ['notes.md', '{{{'],
    ['main.go', 'func ('],
  ])('%s holding %j is fine', async (path, text) => {
    expect(await check(path, text)).toEqual([]);
  });

  test('every file is looked at', async () => {
    const errors = await syntaxErrors([
      { path: 'a.js', text: 'let = ;' },
      { path: 'b.py', text: 'def' },
      { path: 'c.json', text: '[' },
      { path: 'd.py', text: 'x = (\n' },
    ]);
    expect(new Set(errors.map((error) => error.file))).toEqual(new Set(['a.js', 'b.py', 'c.json', 'd.py']));
  });

  test("agrees with Python's own compiler", async (context) => {
    const samples = [
      ...[
        'x = 1',
        'def f(a, a): pass',
        'break',
        'continue',
        'lambda: (yield)',
        'class A:\n  return 1',
        'def f():\n  await x',
      ],
      ...[
        'x: int',
        'f(**a, *b)',
        'nonlocal x',
        'a = *b',
        '*a, *b = c',
        'from __future__ import nope',
        'del f()',
        'x = 1 = 2',
      ],
      ...[
        'def f():\n  global x\n  x = 1',
        'def f():\n  x = 1\n  global x',
        'f"{}"',
        '0777',
        '"a" b"c"',
        'try: pass',
        'else: pass',
      ],
      ...['import a\nfrom __future__ import division', 'f(a=1, a=2)', 'None = 1', '"\\N{x}"'],
    ];
    const code =
      'import json,sys\nfor s in json.load(sys.stdin):\n try: compile(s,"a","exec"); print(1)\n except SyntaxError: print(0)';
    const python = spawnSync('python3', ['-W', 'ignore', '-c', code], {
      input: JSON.stringify(samples),
      encoding: 'utf8',
    });
    context.skip(python.status !== 0, `python3 does not run: ${python.stderr}`);
    const compiles = python.stdout
      .trim()
      .split('\n')
      .map((line) => line === '1');
    const errors = await syntaxErrors(samples.map((text, at) => ({ path: `${at}.py`, text })));
    const accepted = samples.map((_, at) => errors.every((error) => error.file !== `${at}.py`));
    const wronglyRefused = samples.filter((_, at) => compiles[at] && !accepted[at]);
    const missed = samples.filter((_, at) => !compiles[at] && accepted[at]);
    expect({ wronglyRefused, missed }).toEqual({ wronglyRefused: [], missed: [] });
  });
});

test.each([
  ['brackets', '('.repeat(20_000)],
  ['blocks', '{'.repeat(20_000)],
  ['elements', '<a'.repeat(20_000)],
])('%s nested so deeply that they would end the parser and us are an error', async (_, text) => {
  expect(await syntaxErrors([{ path: 'a.tsx', text }])).toEqual([
    { file: 'a.tsx', line: 1, column: 1, message: 'nested too deeply to be read' },
  ]);
});
