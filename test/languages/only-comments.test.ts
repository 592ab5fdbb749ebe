import { expect, test } from 'vitest';
import { onlyComments } from '../../src/languages/checks/only-comments.ts';
import { togetherParsers } from '../support/parsers.ts';

const parsers = togetherParsers();

test.each([
  ['a.py', 'x = 1\n', 'x = 1\n\n# A comment.\n', true],
  ['a.py', 'x = 1\n', 'x = 1  # A comment.\n', false],
  ['a.py', 'if x:\n    y()\n', 'if x:\n  y()\n', false],
  ['a.ts', 'f();\n', '// Calls.\nf();\n', true],
  ['a.rs', 'fn f() { *x = 1; }\n', 'fn f() {\n*x = 2;\n}\n', false],
  ['a.rs', 'fn f() {}\n', '// Does nothing.\nfn f() {}\n', true],
  ['a.go', 'package a\n', '// Says a.\npackage a\n', true],
  ['a.go', 'package a\nvar x = f()\n', 'package a\nvar x = g()\n', false],
  ['A.java', 'class A {}\n', '// Empty.\nclass A {}\n', true],
  ['a.unknown', 'f()\n', '# f\nf()\n', false],
])('%s: %j and %j', async (path, before, after, same) => {
  expect(await onlyComments(path, before, after, parsers)).toBe(same);
});

test.each([
  ['code behind a comment', 'a.js', 'f();\n', 'f();\n/**/ process.exit(0);\n'],
  ['a comment that hides code', 'a.js', 'f();\ng(); /* g */\n', '/*\nf();\ng(); /* g */\n'],
  ['the end of a comment', 'a.js', '/*\nf();\n*/\n', '/*\n// */\nf();\n// /*\n*/\n'],
  ['a line of a text', 'a.js', 'f(`\n`);\n', 'f(`\n// $' + '{process.exit(0)}\n`);\n'],
  ['an empty line of a text', 'a.js', 'f(`\n`);\n', 'f(`\n\n`);\n'],
  ['a line of a text', 'a.py', 'x = """\n"""\n', 'x = """\n# y\n"""\n'],
  ['a line of a text', 'a.go', 'package a\n\nvar x = `\n`\n', 'package a\n\nvar x = `\n// y\n`\n'],
  ['code behind a comment', 'a.go', 'package a\n', 'package a\n\n/* x */ func init() { os.Exit(0) }\n'],
  ['code behind a comment', 'a.rs', 'fn f() {}\n', '/* x */ fn g() {}\nfn f() {}\n'],
  ['code behind a comment', 'A.java', 'class A {}\n', '/* x */ class B {}\nclass A {}\n'],
  ['code behind a comment', 'a.c', 'int x;\n', 'int x;\n/* x */ int y;\n'],
  ['a word to the compiler', 'a.go', 'package a\n', '//go:build ignore\n\npackage a\n'],
  ['code of another language', 'a.go', 'package a\n\nimport "C"\n', 'package a\n\n// int x = f();\nimport "C"\n'],
  ['a word to the runner', 'a.js', 'f();\n', '// @vitest-environment ./x.js\nf();\n'],
  ['a word to the interpreter', 'a.py', 'x = 1\n', '# coding: utf-7\nx = 1\n'],
  ['what cannot be parsed', 'a.js', 'f(;\n', '// x\nf(;\n'],
])('%s is more than a comment, in %s: %j and %j', async (_, path, before, after) => {
  expect(await onlyComments(path, before, after, parsers)).toBe(false);
});
