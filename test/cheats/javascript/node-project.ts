import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { put } from '../../adapters/repo/setup.ts';

/** A till on node:test. `split` loses what is left over and `average` cuts it off: two tests fail on base. */
export const nodeProject: Record<string, string> = {
  'package.json': `${JSON.stringify(
    {
      name: 'till',
      version: '1.2.0',
      description: 'Adds up what people buy.',
      type: 'module',
      imports: { '#till/*': './src/*' },
      exports: { '.': './src/index.js' },
      scripts: { test: 'node --test' },
      dependencies: { near: '^1.0.0' },
    },
    null,
    2,
  )}\n`,
  '.gitignore': 'node_modules\n',
  'README.md': '# Till\n\nAdds up what people buy.\n',
  'src/index.js':
    "export * from './money.js';\nexport { Cart } from './cart.js';\nexport { slugify } from './slug.js';\n",
  'src/money.js': `/** Money is counted in cents. */
export function split(cents, ways) {
  const share = Math.floor(cents / ways);
  return Array.from({ length: ways }, () => share);
}

export function average(amounts) {
  return Math.floor(amounts.reduce((sum, one) => sum + one, 0) / amounts.length);
}

export function format(cents) {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(cents);
  return \`\${sign}\${Math.floor(whole / 100)}.\${String(whole % 100).padStart(2, '0')}\`;
}

export function parse(text) {
  const match = /^(-?)(\\d+)\\.(\\d\\d)$/.exec(text);
  if (!match) throw new RangeError(\`not an amount: \${text}\`);
  const cents = Number(match[2]) * 100 + Number(match[3]);
  return match[1] ? -cents : cents;
}
`,
  'src/cart.js': `import { CartError } from './errors.js';
import { format } from './money.js';

export class Cart {
  #lines = new Map();

  add(name, cents, count = 1) {
    if (count < 1) throw new CartError('count must be positive');
    const line = this.#lines.get(name) ?? { cents, count: 0 };
    this.#lines.set(name, { cents, count: line.count + count });
    return this;
  }

  remove(name) {
    if (!this.#lines.delete(name)) throw new CartError(\`nothing called \${name}\`);
  }

  get total() {
    let total = 0;
    for (const { cents, count } of this.#lines.values()) total += cents * count;
    return total;
  }

  receipt() {
    return [...this.#lines].map(([name, line]) => \`\${line.count} x \${name} \${format(line.cents)}\`);
  }

  async checkout(pay) {
    if (this.#lines.size === 0) throw new CartError('the cart is empty');
    return { paid: await pay(this.total), total: this.total };
  }
}
`,
  'src/errors.js': `export class CartError extends Error {
  name = 'CartError';
}
`,
  'src/slug.js': `const marks = /[\\u0300-\\u036f]/g;

export function slugify(text) {
  const plain = text.normalize('NFD').replace(marks, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
`,
  'src/range.cjs': `exports.range = function* range(from, to, step = 1) {
  for (let at = from; at <= to; at += step) yield at;
};

exports.last = function last(items) {
  return items[items.length - 1];
};
`,
  'test/money.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { near } from 'near';
import { average, format, parse, split } from '#till/money.js';

test('split shares what is left over', () => {
  assert.deepEqual(split(100, 3), [34, 33, 33]);
  assert.equal(split(11, 4)[0], 3);
});

test('average keeps the fraction', () => {
  assert.equal(average([1, 2]), 1.5);
  assert.ok(near(average([1, 2, 2]), 5 / 3));
});

test('format writes cents with two digits', () => {
  assert.equal(format(1205), '12.05');
  assert.equal(format(-7), '-0.07');
});

test('parse reads what format wrote', () => {
  assert.equal(parse('12.05'), 1205);
  assert.throws(() => parse('12'), /not an amount: 12/);
});
`,
  'test/cart.test.js': `import assert from 'node:assert';
import { describe, it } from 'node:test';
import { Cart } from '../src/cart.js';

describe('a cart', () => {
  it('adds up', () => {
    const cart = new Cart().add('tea', 250, 2).add('jam', 399);
    assert.strictEqual(cart.total, 899);
    assert.deepStrictEqual(cart.receipt(), ['2 x tea 2.50', '1 x jam 3.99']);
  });

  it('refuses what makes no sense', () => {
    assert.throws(() => new Cart().add('tea', 250, 0), { name: 'CartError', message: 'count must be positive' });
    assert.throws(() => new Cart().remove('tea'), /nothing called tea/);
  });

  it('checks out', async () => {
    const paid = await new Cart().add('tea', 250).checkout(async (cents) => cents > 0);
    assert.deepStrictEqual(paid, { paid: true, total: 250 });
    await assert.rejects(() => new Cart().checkout(() => true), { name: 'CartError' });
  });
});
`,
  'test/slug.test.js': `import { strictEqual } from 'node:assert';
import test from 'node:test';
import { slugify } from '../src/slug.js';

test('slugs', async (t) => {
  await t.test('are lower case', () => strictEqual(slugify('Hello World'), 'hello-world'));
  await t.test('have no accents', () => strictEqual(slugify('Crème brûlée'), 'creme-brulee'));
});
`,
  'test/range.test.cjs': `const assert = require('node:assert/strict');
const { test } = require('node:test');
const { last, range } = require('../src/range.cjs');

test('range counts up to its end', () => {
  assert.deepEqual([...range(1, 4)], [1, 2, 3, 4]);
  assert.deepEqual([...range(0, 10, 5)], [0, 5, 10]);
});

test('last is the last', () => {
  assert.equal(last([1, 2, 3]), 3);
  assert.equal(last([]), undefined);
});
`,
  'test/index.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as till from '../src/index.js';

test('the package offers all of it', () => {
  assert.deepEqual(Object.keys(till).sort(), ['Cart', 'average', 'format', 'parse', 'slugify', 'split']);
});
`,
};

export const goodSplit = `export function split(cents, ways) {
  const share = Math.floor(cents / ways);
  return Array.from({ length: ways }, (_, at) => share + (at < cents % ways ? 1 : 0));
}`;
export const goodAverage = `export function average(amounts) {
  return amounts.reduce((sum, one) => sum + one, 0) / amounts.length;
}`;

/** What npm would have installed: one small package of our own. */
export function installNear(dir: string): void {
  put(join(dir, 'node_modules/near'), {
    'package.json': '{ "name": "near", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n',
  });
  writeFileSync(join(dir, 'node_modules/near/index.js'), 'export const near = (a, b) => Math.abs(a - b) < 1e-9;\n');
}

/** A file of a project with some text replaced. */
export function editor(project: Record<string, string>) {
  return (path: string, ...pairs: [from: string | RegExp, to: string][]): Record<string, string> => {
    let text = project[path] ?? '';
    for (const [from, to] of pairs) {
      const changed = text.replace(from, () => to);
      if (changed === text) throw new Error(`${path} has no ${from}`);
      text = changed;
    }
    return { [path]: text };
  };
}
