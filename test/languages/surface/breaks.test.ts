import { describe, expect, test } from 'vitest';
import { astGrep } from '../../../src/adapters/parsers/parsers.ts';
import type { Files } from '../../../src/languages/runner.ts';
import { breaksIn } from '../../../src/languages/surface/breaks.ts';
import type { ScopePath } from '../../../src/schema/code/path.ts';

const parsers = astGrep();
type Texts = Record<string, string>;
const tree = (texts: Texts): Files => ({
  paths: Object.keys(texts) as ScopePath[],
  read: async (path) => texts[path] ?? null,
});

/** What a change of some files of a tree breaks; `null` removes one. */
async function broken(base: Texts, change: Record<string, string | null>): Promise<string[]> {
  const now = Object.fromEntries(
    Object.entries({ ...base, ...change }).flatMap(([path, text]) => (text === null ? [] : [[path, text]])),
  );
  const old = new Set(Object.keys(change).flatMap((path) => (base[path] ?? '').split('\n')));
  const added = Object.values(change).flatMap((text) => (text ?? '').split('\n').filter((line) => !old.has(line)));
  const words = new Set(added.flatMap((line) => line.match(/\w+/g) ?? []));
  const breaks = await breaksIn(tree(base), tree(now), Object.keys(change), words, parsers);
  return breaks.map(({ text }) => text);
}

const npm = (more = {}) => JSON.stringify({ name: 'lib', version: '1.0.0', main: './index.js', ...more });
const js = { 'package.json': npm(), 'index.js': "export { parse } from './parse.js';\nexport const version = 1;\n" };
const parse = 'export function parse(text, options) {\n  return text;\n}\nexport const helper = 1;\n';
const ts = { 'package.json': npm({ main: './dist/index.js' }), 'src/index.ts': "export * from './add';\n" };
const add = 'export function add(a: number, b?: number) {\n  return a;\n}\n';
const py = {
  'pyproject.toml': '[project]\nname = "lib"\n',
  'lib/__init__.py': 'from .core import load\n\nVERSION = 1\n',
};
const core = 'def load(path, strict=False):\n    return path\n\n\ndef helper(x):\n    return x\n';
const go = {
  'go.mod': 'module lib\n',
  'add.go': 'package lib\n\nfunc Add(a, b int) int { return a }\n\nfunc helper() {}\n',
};
const rust = {
  'Cargo.toml': '[package]\nname = "lib"\n',
  'src/lib.rs': 'pub mod add;\nmod own;\npub fn one(a: u8) -> u8 { a }\n',
  'src/add.rs': 'pub struct Sum;\nimpl Sum {\n    pub fn of(a: u8) -> Sum { Sum }\n    fn own() {}\n}\n',
  'src/own.rs': 'pub fn hidden() {}\n',
};
const java = {
  'build.gradle': "plugins { id 'java-library' }\n",
  'src/main/java/a/Sum.java':
    'package a;\npublic class Sum {\n  public int of(int a) { return a; }\n  int own() { return 1; }\n}\n',
};

describe('what a change takes from the users of a library', () => {
  test.each<[string, Texts, Record<string, string | null>, string[]]>([
    [
      'a name of an entry point',
      { ...js, 'parse.js': parse },
      { 'index.js': js['index.js'].split('\n')[0] ?? '' },
      ['version is gone'],
    ],
    [
      'a name behind a re-export',
      { ...ts, 'src/add.ts': add },
      { 'src/add.ts': 'export const other = 1;\n' },
      ['add is gone'],
    ],
    [
      'an argument that TypeScript asks for',
      { ...ts, 'src/add.ts': add },
      { 'src/add.ts': add.replace('b?:', 'b:') },
      ['add was called with 1 argument and now needs 2'],
    ],
    [
      'an argument that is taken apart',
      { ...js, 'parse.js': parse },
      { 'parse.js': parse.replace('options', '{ strict }') },
      ['parse was called with 0 arguments and now needs 2'],
    ],
    [
      'a common module',
      { 'package.json': npm(), 'index.js': 'exports.a = 1;\nexports.b = 2;\n' },
      { 'index.js': 'exports.a = 1;\n' },
      ['b is gone'],
    ],
    [
      'a name of a Python package',
      { ...py, 'lib/core.py': core },
      { 'lib/__init__.py': 'from .core import load\n' },
      ['VERSION is gone'],
    ],
    [
      'an argument of a Python function',
      { ...py, 'lib/core.py': core },
      { 'lib/core.py': core.replace('strict=False', 'strict') },
      ['load was called with 1 argument and now needs 2'],
    ],
    [
      'a name in __all__',
      { ...py, 'lib/core.py': `__all__ = ["load", "helper"]\n${core}` },
      { 'lib/core.py': `__all__ = ["load"]\n${core}` },
      ['helper is gone'],
    ],
    ['an exported name in Go', go, { 'add.go': 'package lib\n\nfunc helper() {}\n' }, ['Add is gone']],
    [
      'an argument in Go',
      go,
      { 'add.go': go['add.go'].replace('a, b int', 'a, b, c int') },
      ['Add was called with 2 arguments and now needs 3'],
    ],
    ['a public function in Rust', rust, { 'src/lib.rs': 'pub mod add;\nmod own;\n' }, ['one is gone']],
    [
      'an argument of a method in Rust',
      rust,
      { 'src/add.rs': rust['src/add.rs'].replace('a: u8', 'a: u8, b: u8') },
      ['Sum::of was called with 1 argument and now needs 2'],
    ],
    [
      'a public method in Java',
      java,
      { 'src/main/java/a/Sum.java': 'package a;\npublic class Sum {\n  int own() { return 1; }\n}\n' },
      ['Sum.of is gone'],
    ],
  ])('%s', async (_, base, change, expected) => {
    expect(await broken(base, change)).toEqual(expected);
  });

  test.each<[string, Texts, Record<string, string | null>]>([
    [
      'a helper that no entry point leads to',
      { ...js, 'parse.js': parse },
      { 'parse.js': parse.replace(/export const helper.*/, '') },
    ],
    [
      'a private package',
      { ...js, 'package.json': npm({ private: true }), 'parse.js': parse },
      { 'index.js': 'export {};\n' },
    ],
    [
      'a plain argument in JavaScript, which its callers may leave out',
      { ...js, 'parse.js': parse },
      { 'parse.js': parse.replace('text,', 'text, mode,') },
    ],
    ['an argument with a default', { ...ts, 'src/add.ts': add }, { 'src/add.ts': add.replace('b?:', 'c = 1, b?:') }],
    [
      'the first of any number of arguments',
      { ...ts, 'src/add.ts': 'export function add(...all: number[]) {}\n' },
      { 'src/add.ts': 'export function add(first: number, ...all: number[]) {}\n' },
    ],
    [
      'a name that moved to another file',
      { ...ts, 'src/add.ts': add },
      { 'src/add.ts': "export { add } from './sum';\n", 'src/sum.ts': add },
    ],
    [
      'a helper in Python',
      { ...py, 'lib/core.py': core },
      { 'lib/core.py': core.replace(/\n\ndef helper[\s\S]*/, '') },
    ],
    [
      'what a Python module makes while it runs',
      { ...py, 'lib/core.py': core },
      { 'lib/__init__.py': 'from .core import *\n' },
    ],
    [
      'a name that moved to another file in Go',
      go,
      { 'add.go': 'package lib\n\nfunc helper() {}\n', 'sum.go': go['add.go'] },
    ],
    [
      'an internal package in Go',
      { ...go, 'internal/x/x.go': 'package x\n\nfunc X() {}\n' },
      { 'internal/x/x.go': 'package x\n' },
    ],
    ['more arguments than are asked for in Go', go, { 'add.go': go['add.go'].replace('b int', 'b int, more ...int') }],
    ['a module in Rust that is not public', rust, { 'src/own.rs': '' }],
    [
      'another way to call a Java method',
      java,
      {
        'src/main/java/a/Sum.java': java['src/main/java/a/Sum.java'].replace(
          '  int own',
          '  public int of() { return 0; }\n  int own',
        ),
      },
    ],
    [
      'an application in Java',
      { ...java, 'build.gradle': '' },
      { 'src/main/java/a/Sum.java': 'package a;\npublic class Sum {}\n' },
    ],
  ])('but not %s', async (_, base, change) => {
    expect(await broken(base, change)).toEqual([]);
  });
});
