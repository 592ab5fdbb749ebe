import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { astGrep } from '../../../src/adapters/parsers/parsers.ts';
import { factsOf, isMapped } from '../../../src/languages/structure/map/facts.ts';
import { rank } from '../../../src/languages/structure/map/rank.ts';
import { renderMap, tokensOf } from '../../../src/languages/structure/map/render.ts';
import { growsNoFasterThanSize } from '../../support/growth.ts';

const parsers = astGrep();
const defsOf = async (path: string, text: string) => (await factsOf([{ path, text }], parsers))[0]?.defs ?? [];
const names = async (path: string, text: string) => (await defsOf(path, text)).map(({ name }) => name);
const mapOf = async (files: Record<string, string>, words: string, named: string[] = [], budget = 1500) => {
  const found = await factsOf(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    parsers,
  );
  const facts = new Map(Object.keys(files).map((path, at) => [path, found[at] ?? { defs: [], uses: [] }]));
  return renderMap(rank(facts, { words, files: named, isTest: (path) => path.includes('test') }), budget);
};

describe('definitions', () => {
  test.each([
    [
      'a.ts',
      'export async function load(path: string) {}\nclass Cart extends Base {\n  async total(of: Item[]): number {\n    if (x) {}\n  }\n}\nexport const add = (a, b) => a + b;\nexport interface Item {}\nexport type Id = string;\nconst local = 3;\nexports.old = 1;\n',
      ['load', 'Cart', 'total', 'add', 'Item', 'Id', 'old'],
    ],
    [
      'a.py',
      'class Cart(Base):\n    async def total(self):\n        pass\ndef add(a, b):\n    pass\nLIMIT = 3\nx = 1\n',
      ['Cart', 'total', 'add', 'LIMIT'],
    ],
    [
      'a.go',
      'package a\nfunc (c *Cart) Total() int {}\nfunc add(a int) int {}\ntype Item struct {}\n',
      ['Total', 'add', 'Item'],
    ],
    [
      'a.rs',
      'pub struct Cart {}\nimpl Cart {\n    pub async fn total(&self) -> u32 {}\n}\npub(crate) trait Priced {}\n',
      ['Cart', 'total', 'Priced'],
    ],
    [
      'A.java',
      'public final class Cart {\n    private static Map<String, Item> index(List<Item> all) {\n        return new HashMap<>();\n    }\n}\n',
      ['Cart', 'index'],
    ],
  ])('of %s are found', async (path, text, expected) => expect(await names(path, text)).toEqual(expected));

  test('carry their line and signature without body, value or secret', async () => {
    const text = `\nexport function load(path, key = 'AKIA${'Q7ZK'.repeat(4)}') {}\nexport const limit = 'some text';\n`;
    expect(await defsOf('a.js', text)).toEqual([
      { name: 'load', line: 2, depth: 0, signature: "export function load(path, key = '[redacted:AWS access key]')" },
      { name: 'limit', line: 3, depth: 0, signature: 'export const limit' },
    ]);
    expect(JSON.stringify(await factsOf([{ path: 'a.js', text }], parsers))).not.toContain('Q7ZK');
  });

  test('are not looked for in what nobody wrote here', () => {
    expect(['a.js', 'lib/a.py'].every(isMapped)).toBe(true);
    expect(['node_modules/a/a.js', 'a.min.js', 'vendor/a.go', 'a.md', 'types/a.d.ts'].some(isMapped)).toBe(false);
  });

  test.each(['a.ts', 'a.py', 'a.go', 'a.rs', 'A.java'])('of any text are found in bounded time: %s', async (path) => {
    const hostile = ['public '.repeat(30), 'a<'.repeat(100), '( '.repeat(110), 'static a '.repeat(25)];
    await growsNoFasterThanSize((size) => defsOf(path, `  ${hostile.join('\n  ')}\n`.repeat(size)), 12);
  });
});

describe('the map', () => {
  const files = {
    'src/cart.js':
      "import { price } from './price.js';\nexport function cartTotal(items) {\n  return items.map(price);\n}\n",
    'src/price.js': 'export function price(item) {\n  return item.cents;\n}\n',
    'src/mail.js': 'export function sendMail(to) {\n}\n',
    'test/cart.test.js': "import { cartTotal } from '../src/cart.js';\nfunction helper() {\n}\ncartTotal([]);\n",
  };

  test('begins with what the request names and what that uses', async () => {
    const map = await mapOf(files, 'The total of a cart is wrong');
    expect(map.split('\n').slice(0, 2)).toEqual(['src/cart.js:', '  2 export function cartTotal(items)']);
    expect(map.indexOf('src/price.js:')).toBeLessThan(map.indexOf('src/mail.js:') + 1 || map.length);
  });

  test('begins with what failing tests use where the request names nothing', async () => {
    const [first] = (await mapOf(files, 'fix it', ['test/cart.test.js'])).split('\n');
    expect(first).toBe('src/cart.js:');
  });

  test('stays within any budget, whatever it is made of', async () => {
    const file = fc.array(fc.stringMatching(/^[a-zA-Zé]{1,20}$/), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 20 }), fc.integer({ min: 0, max: 300 }), async (all, budget) => {
        const made = Object.fromEntries(
          all.map((defs, at) => [`f${at}.js`, defs.map((def) => `function ${def}() {}\n`).join('')]),
        );
        expect(tokensOf(await mapOf(made, 'anything', [], budget))).toBeLessThanOrEqual(budget);
      }),
    );
  });
});

test('within a file, what the request names comes before what everybody uses', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `helper${at}`);
  const used = names.map((name) => `export function ${name}() {}\n`).join('');
  const files = {
    'lib/shared.js': `${used}export function keepCommaArrays() {}\nexport function plain(commaSeparated) {}\n`,
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `lib/user${at}.js`,
        `import { ${names.join(', ')} } from './shared.js';\n${names.map((name) => `${name}();\n`).join('')}`,
      ]),
    ),
  };
  const users = Object.keys(files).filter((path) => path.includes('user'));
  const map = await mapOf(files, 'lose their comma', users, 400);
  expect(map).toContain('function keepCommaArrays()');
  expect(map).toContain('function plain(commaSeparated)');
  const def = (name: string) => ({ name, line: 1, depth: 0, signature: `function ${name}()` });
  const defs = names.map((name) => ({ def: def(name), relevance: 0, score: 10 }));
  const asked = { def: def('keepCommas'), relevance: 3, score: 1 };
  expect(renderMap([{ path: 'a.js', score: 1, defs: [...defs, asked] }], 1500)).toContain('function keepCommas()');
  const shown = await factsOf([{ path: 'a.js', text: 'export function a() {}\n' }], parsers);
  const facts = new Map([['a.js', shown[0] ?? { defs: [], uses: [] }]]);
  expect(rank(facts, { words: 'a', files: [], isTest: () => false, wholeFiles: ['a.js'] })).toEqual([]);
});
