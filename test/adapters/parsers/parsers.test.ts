import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { astGrep } from '../../../src/adapters/parsers/parsers.ts';
import type { SyntaxNode } from '../../../src/schema/code/tree.ts';
import { tempDir } from '../../support/temp.ts';

const require = createRequire(import.meta.url);
const python = { name: 'python', package: '@ast-grep/lang-python' };

const shown = (tree: SyntaxNode | null | undefined): string =>
  tree ? `${tree.kind}(${tree.kids.map(shown).join(' ')})`.replace('()', '') : 'unknown';

test.each([
  ['python', 'a = 1\n', 'module(expression_statement(assignment(identifier = integer)))'],
  ['go', 'package a\n', 'source_file(package_clause(package package_identifier))'],
  ['rust', 'mod a;\n', 'source_file(mod_item(mod identifier ;))'],
  ['java', 'class A {}\n', 'program(class_declaration(class identifier class_body({ })))'],
])('the tree of %s is read', async (name, text, expected) => {
  const trees = await astGrep().trees({ name, package: `@ast-grep/lang-${name}` }, [text, '']);
  expect(shown(trees[0]).replace(/ \n/g, '')).toBe(expected);
  expect(trees[1]?.kids).toEqual([]);
});

test('places count the units of a string, whatever its letters', async () => {
  const text = 'é = "𝒳"\nb\n';
  const [tree] = await astGrep().trees(python, [text]);
  expect(tree?.kids.map(({ start, end }) => text.slice(start, end))).toEqual(['é = "𝒳"', 'b']);
});

test('nodes of some kinds are found in the order of the text, with their kids', async () => {
  const text = 'def a():\n    def b(): pass\nclass C: pass\n';
  const [found] = await astGrep().find(python, ['function_definition', 'class_definition'], [text]);
  const names = found?.map(({ kids }) => kids.find(({ kind }) => kind === 'identifier'));
  expect(names?.map((name) => text.slice(name?.start, name?.end))).toEqual(['a', 'b', 'C']);
});

test('what a grammar does not understand is in the tree', async () => {
  const [tree] = await astGrep().trees(python, ['x = = 1\ny = 2\n']);
  expect(shown(tree)).toContain('ERROR');
});

test('great depth and many megabytes are read or not, and end nothing', async () => {
  const texts = ['('.repeat(20_000), 'a + '.repeat(20_000), 'x = 1\n'.repeat(20_000), 'y = 2\n'];
  const trees = await astGrep().trees(python, texts);
  expect(shown(trees.at(-1))).toContain('assignment');
});

describe('a library that cannot be loaded leaves the text unknown', () => {
  const whole = readFileSync(libraryOf('@ast-grep/lang-python'));
  test.each<[string, Buffer]>([
    ['is no library', Buffer.from('garbage')],
    ['is cut short', whole.subarray(0, 20_000)],
    ['is empty', Buffer.alloc(0)],
  ])('when it %s', async (_, content) => {
    const parsers = astGrep({ resolve: planted(content) });
    expect(await parsers.trees(python, ['a = 1\n', 'b = 2\n'])).toEqual([null, null]);
    expect(await parsers.find(python, ['assignment'], ['a = 1\n'])).toEqual([null]);
    expect(await parsers.trees({ name: 'go', package: '@ast-grep/lang-go' }, ['package a\n'])).not.toEqual([null]);
  });

  test('when it is not installed', async () => {
    const parsers = astGrep({
      resolve: (name) => {
        if (name.includes('python')) throw new Error('Cannot find module');
        return require.resolve(name);
      },
    });
    expect(await parsers.trees(python, ['a = 1\n'])).toEqual([null]);
  });
});

test('a text that ends its process costs no answer but its own', async () => {
  const dir = tempDir();
  writeFileSync(
    join(dir, 'napi.js'),
    `const napi = require(${JSON.stringify(require.resolve('@ast-grep/napi'))});
     exports.registerDynamicLanguage = napi.registerDynamicLanguage;
     exports.parse = (name, text) => (text.includes('poison') ? process.abort() : napi.parse(name, text));`,
  );
  const resolve = (name: string) => (name === '@ast-grep/napi' ? join(dir, 'napi.js') : require.resolve(name));
  const trees = await astGrep({ resolve }).trees(python, ['a\n', 'poison\n', 'b\n']);
  expect(trees.map((tree) => tree?.kind ?? null)).toEqual(['module', null, 'module']);
});

function libraryOf(name: string): string {
  return (require(name) as { libraryPath: string }).libraryPath;
}

/** A package of Python's grammar whose library has this content. */
function planted(content: Buffer): (name: string) => string {
  const dir = tempDir();
  const library = join(dir, 'parser.so');
  mkdirSync(dirname(library), { recursive: true });
  writeFileSync(library, content);
  const registration = { libraryPath: library, extensions: ['py'], languageSymbol: 'tree_sitter_python' };
  writeFileSync(join(dir, 'index.js'), `module.exports = ${JSON.stringify(registration)};`);
  return (name) => (name === '@ast-grep/lang-python' ? join(dir, 'index.js') : require.resolve(name));
}
