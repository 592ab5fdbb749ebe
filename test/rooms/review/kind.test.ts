import { describe, expect, test } from 'vitest';
import { kindOf, type UnnamedChange } from '../../../src/rooms/review/kind.ts';
import { adder } from '../../engine/house.ts';
import { placeWith } from '../place.ts';

const add = adder['add.js'] ?? '';
const product = 'export const add = (a, b) => a - b;\nconst spare = 1;\nexport const twice = (a) => add(a, a);\n';
const simpler = product.replace('add(a, a)', '2 * a');

const withBaseTests: UnnamedChange['withBaseTests'] = async (_path, _before, now) => now;

/** What a change of these files is taken for. */
async function toldOf(files: Record<string, string | null>, more: Partial<UnnamedChange> = {}) {
  const place = await placeWith({ files: { ...adder, 'add.js': product, '.github/ci.yml': 'on: push\n' } });
  const tree = await place.attempt(files);
  const isTest = (path: string) => path.startsWith('test/');
  const change = { base: place.base, tree, ...(await place.clone.diff(place.base, tree)), isTest };
  return kindOf({ ...change, withBaseTests, ...more }, place.clone);
}

describe('a change of which nobody said what it is', () => {
  test.each<[string, Record<string, string | null>]>([
    ['tests alone', { 'test/add.test.js': `${adder['test/add.test.js']}// more\n`, 'test/new.test.js': '1;\n' }],
    ['what forges read', { '.github/ci.yml': 'on: pull_request\n' }],
    ['formatting and comments', { 'add.js': `// Adds.\n${product.replace('a - b', 'a -\n  b')}` }],
    ['a definition that nothing names', { 'add.js': product.replace('const spare = 1;\n', '') }],
  ])('is a refactoring where it touches %s', async (_, files) => {
    expect(await toldOf(files)).toBe('refactor');
  });

  test('is a refactoring where it touches nothing but tests inside of product files', async () => {
    const inner = async (_path: string, _before: string, now: string) => now.replace(/^test\(.*\n/gm, '');
    const tests = { 'add.js': `${product}test('twice', () => twice(1));\n` };
    expect(await toldOf(tests, { withBaseTests: inner })).toBe('refactor');
    expect(await toldOf(tests)).toBe('feature');
    expect(await toldOf({ 'add.js': `${simpler}test();\n` }, { withBaseTests: inner })).toBe('feature');
  });

  test('is documentation where it touches nothing else', async () => {
    expect(await toldOf({ 'README.md': '# Adder\n' })).toBe('docs');
  });

  test('is a feature where tests execute what it touches: that they would notice is not shown', async () => {
    expect(await toldOf({ 'add.js': simpler })).toBe('feature');
  });

  test('is a feature where it changes data that the product may read', async () => {
    expect(await toldOf({ 'limits.json': '{ "most": 2 }\n', 'add.js': add })).toBe('feature');
  });
});
