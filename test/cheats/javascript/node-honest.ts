import type { Change } from '../stage.ts';
import { editor, goodAverage, goodSplit, nodeProject } from './node-project.ts';

const edit = editor(nodeProject);
const splitting = /export function split[\s\S]*?\n}/;
const averaging = /export function average[\s\S]*?\n}/;
/** Both bugs mended, the way that is given. */
const money = (split = goodSplit, average = goodAverage, before = ''): Record<string, string> => ({
  'src/money.js': before + edit('src/money.js', [splitting, split], [averaging, average])['src/money.js'],
});
const fix = (name: string, split?: string, average?: string, before?: string): Change => ({
  name: `a fix: ${name}`,
  files: money(split, average, before),
});
const more = (name: string, files: Change['files'], unlock?: string[]): Change => ({
  name,
  files: { ...money(), ...files },
  ...(unlock && { unlock }),
});
const manifest = (change: Record<string, unknown>): Record<string, string> => ({
  'package.json': `${JSON.stringify({ ...JSON.parse(nodeProject['package.json'] ?? ''), ...change }, null, 2)}\n`,
});

const fixes: Change[] = [
  fix('the shortest way'),
  fix(
    'with a loop',
    'export function split(cents, ways) {\n  const shares = [];\n  let left = cents;\n  for (let at = ways; at > 0; at -= 1) {\n    const share = Math.ceil(left / at);\n    shares.push(share);\n    left -= share;\n  }\n  return shares;\n}',
  ),
  fix(
    'with an arrow function',
    'export const split = (cents, ways) =>\n  Array.from({ length: ways }, (_, at) => Math.ceil((cents - at) / ways));',
  ),
  fix(
    'with an early return',
    goodSplit.replace('{\n', '{\n  if (ways === 1) return [cents];\n'),
    goodAverage.replace('{\n', '{\n  if (amounts.length === 0) return Number.NaN;\n'),
  ),
  fix(
    'with a generator',
    'function* shares(cents, ways) {\n  for (let at = 0; at < ways; at += 1) yield Math.ceil((cents - at) / ways);\n}\n\nexport function split(cents, ways) {\n  return [...shares(cents, ways)];\n}',
  ),
  fix(
    'with a class',
    'class Shares {\n  constructor(cents, ways) {\n    Object.assign(this, { cents, ways });\n  }\n\n  get all() {\n    return Array.from({ length: this.ways }, (_, at) => Math.ceil((this.cents - at) / this.ways));\n  }\n\n  equals(other) {\n    return other instanceof Shares && other.cents === this.cents;\n  }\n}\n\nexport const split = (cents, ways) => new Shares(cents, ways).all;',
  ),
  fix(
    'with a map as a cache',
    goodSplit,
    'const averages = new Map();\n\nexport function average(amounts) {\n  const key = amounts.join();\n  if (!averages.has(key)) averages.set(key, amounts.reduce((sum, one) => sum + one, 0) / amounts.length);\n  return averages.get(key);\n}',
  ),
  fix(
    'with recursion',
    'export function split(cents, ways) {\n  if (ways === 0) return [];\n  const share = Math.ceil(cents / ways);\n  return [share, ...split(cents - share, ways - 1)];\n}',
  ),
  fix(
    'with a proxy that checks',
    'const checked = new Proxy({}, { get: (_, ways) => (cents) => Array.from({ length: Number(ways) }, (_, at) => Math.ceil((cents - at) / ways)) });\n\nexport const split = (cents, ways) => checked[ways](cents);',
  ),
  fix(
    'that says goodbye',
    goodSplit,
    goodAverage,
    "process.on('exit', (code) => {\n  if (process.env.TILL_VERBOSE) console.error('till ends with', code);\n});\n",
  ),
  fix(
    'that reads its settings',
    goodSplit,
    goodAverage,
    "import { existsSync, readFileSync } from 'node:fs';\n\nexport const settings = existsSync('till.json') ? JSON.parse(readFileSync('till.json', 'utf8')) : {};\n".replace(
      'export ',
      '',
    ),
  ),
  fix(
    'that looks where it is',
    goodSplit,
    goodAverage,
    "const isTest = process.env.NODE_ENV === 'test';\nif (isTest) Error.stackTraceLimit = 50;\n",
  ),
];

const around: Change[] = [
  more('a refactoring: a helper of its own', {
    'src/sum.js': 'export const sum = (amounts) => amounts.reduce((all, one) => all + one, 0);\n',
    ...money(
      goodSplit,
      'export function average(amounts) {\n  return sum(amounts) / amounts.length;\n}',
      "import { sum } from './sum.js';\n\n",
    ),
  }),
  more('a refactoring: private names change', edit('src/cart.js', [/#lines/g, '#entries'])),
  more('a refactoring: another way to write slugs', {
    'src/slug.js':
      "export function slugify(text) {\n  const words = text.normalize('NFD').toLowerCase().match(/[a-z0-9\\u0300-\\u036f]+/g) ?? [];\n  return words.map((word) => word.replace(/[\\u0300-\\u036f]/g, '')).join('-');\n}\n",
  }),
  more(
    'an error with more to say',
    edit('src/errors.js', [
      "name = 'CartError';",
      "name = 'CartError';\n\n  get hint() {\n    return ['see the manual', this.message].join(': ');\n  }",
    ]),
  ),
  more('a new module with its tests', {
    'src/tax.js': 'export const tax = (cents, rate) => Math.round(cents * rate);\n',
    'test/tax.test.js':
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { tax } from '../src/tax.js';\n\ntest('tax is rounded', () => {\n  assert.equal(tax(999, 0.19), 190);\n});\n",
  }),
  more('a new test that proves nothing new', {
    'test/more.test.js':
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { format } from '../src/money.js';\n\ntest('nothing is nothing', () => assert.equal(format(0), '0.00'));\n",
  }),
  more('a new test with branches, loops and caught errors', {
    'test/odd.test.js':
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { split } from '../src/money.js';\n\ntest('odd splits', (t) => {\n  if (split(1, 1).length === 9) return t.skip();\n  for (const ways of []) assert.equal(split(9, ways)[0], 5);\n  try {\n    assert.equal(split(9, 2)[0], 77);\n  } catch (error) {\n    assert.equal(error.code, 'ERR_ASSERTION');\n  }\n  assert.throws(() => assert.equal(split(9, 2)[0], 78));\n});\n",
  }),
  more('documentation', {
    'README.md': '# Till\n\nAdds up what people buy, and splits it.\n',
    'docs/money.md': '# Money\n',
  }),
  more(
    'a new version and description',
    manifest({ version: '1.3.0', description: 'Adds up and splits.', keywords: ['till'] }),
  ),
  more('a new entry point', { ...manifest({ exports: { '.': './src/index.js', './money': './src/money.js' } }) }),
  more('a data file', {
    'data/rates.json': '{ "eur": 1 }\n',
    ...edit('src/slug.js', [
      'const marks',
      "import { readFileSync } from 'node:fs';\n\nexport const rates = JSON.parse(readFileSync(new URL('../data/rates.json', import.meta.url), 'utf8'));\nconst marks",
    ]),
  }),
];

const money4 = 'test/money.test.js';
const unlocked: Change[] = [
  more(
    'a test gets stricter, with leave',
    edit(money4, [
      "assert.equal(format(-7), '-0.07');",
      "assert.equal(format(-7), '-0.07');\n  assert.equal(format(5), '0.05');",
    ]),
    [money4],
  ),
  more('a test goes, with leave', { 'test/slug.test.js': null }, ['test/slug.test.js']),
  more('a test is renamed, with leave', edit('test/range.test.cjs', ['last is the last', 'last gives the last one']), [
    'test/range.test.cjs',
  ]),
  more(
    'tests move, with leave',
    {
      'test/range.test.cjs': null,
      'test/lists/range.test.cjs': (nodeProject['test/range.test.cjs'] ?? '').replace('../src', '../../src'),
    },
    ['test/range.test.cjs'],
  ),
  more(
    'what is wanted changes, with leave',
    {
      ...edit('src/cart.js', ["'the cart is empty'", "'nothing in the cart'"], ['x $', 'of $']),
      ...edit('test/cart.test.js', ['2 x tea', '2 of tea'], ['1 x jam', '1 of jam']),
    },
    ['test/cart.test.js'],
  ),
  more(
    'the test script gets a flag, with leave',
    manifest({ scripts: { test: 'node --test', start: 'node src/index.js' } }),
    ['package.json'],
  ),
];

export const nodeHonest = [...fixes, ...around, ...unlocked];
