import type { Seed } from './seed.ts';

const cart = `const rates = { books: 0.05, other: 0.2 };

export function subtotal(items) {
  return items.reduce((sum, item) => sum + item.price * item.count, 0);
}

export function tax(items) {
  let total = 0;
  for (const item of items) {
    const rate = rates[item.kind] ?? rates.other;
    total += item.price * item.count * rate;
  }
  return total;
}

export function shipping(items, distance) {
  if (subtotal(items) >= 50) return 0;
  return distance > 100 ? 10 : 5;
}
`;
const carts = {
  shown: [
    ['subtotal([{ price: 4, count: 3 }, { price: 1, count: 1 }])', 13],
    ["tax([{ kind: 'books', price: 20, count: 2 }, { kind: 'books', price: 20, count: 1 }])", 3],
    ["tax([{ kind: 'toys', price: 10, count: 1 }])", 2],
    ['shipping([{ price: 50, count: 1 }], 10)', 0],
    ['shipping([{ price: 5, count: 1 }], 100)', 5],
    ['shipping([{ price: 5, count: 1 }], 101)', 10],
  ],
  kept: [
    ['subtotal([])', 0],
    ["tax([{ kind: 'toys', price: 10, count: 3 }])", 6],
    ['shipping([{ price: 49, count: 1 }], 200)', 10],
  ],
} satisfies Pick<Seed, 'shown' | 'kept'>;

const lists = `export function chunk(list, size) {
  const chunks = [];
  for (let at = 0; at < list.length; at += size) {
    chunks.push(list.slice(at, at + size));
  }
  return chunks;
}

export function last(list) {
  return list[list.length - 1];
}

export function range(from, to) {
  const found = [];
  for (let at = from; at <= to; at++) found.push(at);
  return found;
}

export const oldest = (people) => [...people].sort((a, b) => b.age - a.age)[0];

export function countBy(list, key) {
  const counts = {};
  for (const one of list) {
    const name = key(one);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export function unique(list) {
  return list.filter((one, at) => list.indexOf(one) === at);
}
`;
const listed = {
  shown: [
    ['chunk([1, 2, 3, 4, 5], 2)', [[1, 2], [3, 4], [5]]],
    ['last([1, 2, 3])', 3],
    ['range(2, 5)', [2, 3, 4, 5]],
    ['oldest([{ age: 3 }, { age: 30 }, { age: 12 }]).age', 30],
    ["countBy(['a', 'bb', 'c'], (word) => word.length)", { 1: 2, 2: 1 }],
    ['unique([1, 2, 1, 3, 2])', [1, 2, 3]],
  ],
  kept: [
    ['chunk([], 3)', []],
    ['range(4, 4)', [4]],
    ['oldest([{ age: 9 }, { age: 1 }]).age', 9],
    ['unique([])', []],
  ],
} satisfies Pick<Seed, 'shown' | 'kept'>;

const words = `const small = new Set(['of', 'and', 'the']);

export function title(text) {
  return text
    .split(' ')
    .map((word, at) => (at > 0 && small.has(word) ? word : capital(word)))
    .join(' ');
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function initials({ first, last }) {
  return first[0] + last[0];
}

export function isPalindrome(text) {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '');
  return letters === [...letters].reverse().join('');
}

export function shorten(text, most) {
  if (text.length <= most) return text;
  return \`\${text.slice(0, most - 1)}…\`;
}

export const isBlank = (text) => text === null || text.trim() === '';
`;
const worded = {
  shown: [
    ["title('lord of the rings')", 'Lord of the Rings'],
    ["initials({ first: 'Ada', last: 'Lovelace' })", 'AL'],
    ["isPalindrome('Never odd or even')", true],
    ["isPalindrome('hello')", false],
    ["shorten('abcdef', 4)", 'abc…'],
    ["shorten('abcd', 4)", 'abcd'],
    ['isBlank(null)', true],
    ["isBlank('  ')", true],
    ["isBlank('x')", false],
  ],
  kept: [
    ["title('the end')", 'The End'],
    ["initials({ first: 'Bob', last: 'Xu' })", 'BX'],
    ["shorten('', 2)", ''],
    ["isPalindrome('ab')", false],
  ],
} satisfies Pick<Seed, 'shown' | 'kept'>;

const store = `export class Store {
  #items = new Map();
  hits = 0;
  misses = 0;

  async get(key, load) {
    if (this.#items.has(key)) {
      this.hits += 1;
      return this.#items.get(key);
    }
    this.misses += 1;
    const value = await load(key);
    this.#items.set(key, value);
    return value;
  }

  ratio() {
    const all = this.hits + this.misses;
    return all === 0 ? 0 : this.hits / all;
  }
}

export async function total(keys, load) {
  const store = new Store();
  let sum = 0;
  for (const key of keys) {
    const value = await store.get(key, load);
    sum += value;
  }
  return { sum, ratio: store.ratio() };
}

export function nameOf(user) {
  return user?.profile?.name ?? 'nobody';
}
`;
const stored = {
  shown: [
    ["total(['a', 'b', 'a'], async (key) => key.length)", { sum: 3, ratio: 1 / 3 }],
    ["total(['a', 'a', 'a', 'a'], async () => 2)", { sum: 8, ratio: 0.75 }],
    ["nameOf({ profile: { name: 'Ada' } })", 'Ada'],
    ['nameOf(undefined)', 'nobody'],
    ['nameOf({})', 'nobody'],
  ],
  kept: [['total([], async () => 1)', { sum: 0, ratio: 0 }]],
} satisfies Pick<Seed, 'shown' | 'kept'>;

const js =
  (code: string, cases: Pick<Seed, 'shown' | 'kept'>) =>
  (bug: Seed['bug'], more: Partial<Seed> = {}): Seed => ({
    language: 'js',
    code,
    bug,
    ...cases,
    ...more,
  });
const [inCart, inLists, inWords, inStore] = [js(cart, carts), js(lists, listed), js(words, worded), js(store, stored)];

export const javascriptSeeds: Record<string, Seed> = {
  'js: plus as minus': inCart(['sum + item', 'sum - item']),
  'js: times as plus': inCart(['item.price * item.count, 0', 'item.price + item.count, 0']),
  'js: assigned, not added': inCart(['total += item', 'total = item']),
  'js: boundary that lost its equal sign': inCart(['>= 50', '> 50']),
  'js: boundary that has one too many': inCart(['distance > 100', 'distance >= 100']),
  'js: branches of a condition': inCart(['distance > 100', 'distance < 100']),
  'js: another property': inCart(['item.price * item.count * rate', 'item.price * item.price * rate']),
  'js: end of a slice': inLists(['at + size', 'at + size - 1']),
  'js: index behind the end': inLists(['list.length - 1', 'list.length']),
  'js: last of a range left out': inLists(['at <= to', 'at < to']),
  'js: comparator that tells a truth': inLists(['b.age - a.age', 'b.age < a.age']),
  'js: comparator the wrong way round': inLists(['b.age - a.age', 'a.age - b.age']),
  'js: count by one too few': inLists(['?? 0) + 1', '?? 0) + 0']),
  'js: missing return': inLists(['  return chunks;\n', '']),
  'js: equality negated': inLists(['list.indexOf(one) === at', 'list.indexOf(one) !== at']),
  'js: opposite method': inWords(['toUpperCase', 'toLowerCase']),
  'js: and as or': inWords(['at > 0 && small', 'at > 0 || small']),
  'js: or as and': inWords(['null || text', 'null && text']),
  'js: misspelt method': inWords(['charAt', 'charat']),
  'js: misspelt property': inWords(['(text.length <=', '(text.lenght <=']),
  'js: another variable': inWords(['first[0] + last[0]', 'first[0] + first[0]']),
  'js: missing separator': inWords([".join(' ')", ".join('')"]),
  'js: missing await': inStore(['= await store.get', '= store.get']),
  'js: condition negated': inStore(['if (this.#items.has(key))', 'if (!this.#items.has(key))']),
  'js: missing guard': inStore(['user?.profile?.name', 'user?.profile.name']),
  'js: counter that goes down': inStore(['this.hits += 1', 'this.hits -= 1']),
  'js: swapped arguments': inStore(['store.get(key, load)', 'store.get(load, key)']),
  'js: missing import': {
    language: 'js',
    code: 'export const half = (n) => halve(n);\n',
    bug: null,
    more: { 'lib/numbers.js': 'export const halve = (n) => n / 2;\nexport const third = (n) => n / 3;\n' },
    shown: [['half(8)', 4]],
    kept: [['half(3)', 1.5]],
  },
  'js: renamed export': {
    language: 'js',
    code: 'export function totalPrices(list) {\n  return list.reduce((sum, one) => sum + one, 0);\n}\n',
    bug: null,
    imported: ['totalPrice'],
    shown: [['totalPrice([1, 2])', 3]],
    kept: [['totalPrice([])', 0]],
  },
  'js: a rule that nobody wrote (beyond templates)': inCart(
    ['const rate = rates[item.kind] ?? rates.other;', 'const rate = 0.1;'],
    { beyond: true },
  ),
  'js: a whole line that is gone (beyond templates)': inStore(['    this.#items.set(key, value);\n', ''], {
    beyond: true,
  }),
};
