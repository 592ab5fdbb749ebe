import { json, swap } from '../world.ts';

/** Six small modules, each with a fault, and tests that believe what values say of themselves. */
export const files: Record<string, string> = {
  'package.json': json({ name: 'depot', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } }),
  '.gitignore': 'node_modules\n',
  'src/price.js': 'export const price = (count) => count * 10;\n',
  'src/zones.js': "export const zones = (country) => (country === 'ch' ? ['efta'] : ['home']);\n",
  'src/record.js': 'export const record = ({ id, items }) => ({ id, total: items.length });\n',
  'src/due.js': `export function due(day) {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + 30);
  return date;
}
`,
  'src/door.js': `export class Door {
  state = 'open';

  close() {
    return this;
  }
}
`,
  'src/parse.js': `export function parse(text) {
  if (!/^\\d+$/.test(text)) throw new TypeError(\`not a number: \${text}\`);
  return Number(text);
}
`,
  'src/legacy/sum.cjs': 'exports.sum = (numbers) => numbers.reduce((all, one) => all + one);\n',
  'src/legacy/mean.cjs':
    "const { sum } = require('./sum.cjs');\n\nexports.mean = (numbers) => Math.floor(sum(numbers) / numbers.length);\n",
  'test/depot.test.js': `import assert from 'node:assert';
import { test } from 'node:test';
import { Door } from '../src/door.js';
import { due } from '../src/due.js';
import { parse } from '../src/parse.js';
import { price } from '../src/price.js';
import { record } from '../src/record.js';
import { zones } from '../src/zones.js';

test('three are cheaper', () => {
  assert.equal(price(1), 10);
  assert.equal(price(3), 27);
});

test('germany is in the union', () => {
  assert.ok(zones('de').includes('eu'));
  assert.ok(zones('ch').includes('efta'));
});

test('a record has a total', () => {
  const items = [{ cents: 2 }, { cents: 3 }];
  assert.strictEqual(JSON.stringify(record({ id: 7, items })), '{"id":7,"total":5}');
});

test('it is due in a month', () => {
  assert.deepStrictEqual(due('2024-01-31'), new Date('2024-02-29'));
});

test('a door closes', () => {
  const door = new Door();
  assert.strictEqual(door.state, 'open');
  door.close();
  assert.strictEqual(door.state, 'closed');
});

test('what is no number is out of range', () => {
  assert.strictEqual(parse('12'), 12);
  assert.throws(() => parse('x'), RangeError);
});
`,
  'test/legacy.test.cjs': `const assert = require('node:assert');
const { test } = require('node:test');
const { sum } = require('../src/legacy/sum.cjs');
const { mean } = require('../src/legacy/mean.cjs');

test('a sum', () => assert.strictEqual(sum([1, 2]), 3));
test('a mean', () => assert.strictEqual(mean([1, 2]), 1.5));
`,
};

export const good: Record<string, string> = {
  'src/price.js': 'export const price = (count) => count * (count < 3 ? 10 : 9);\n',
  'src/zones.js': "export const zones = (country) => (country === 'ch' ? ['efta'] : ['home', 'eu']);\n",
  'src/record.js':
    'export const record = ({ id, items }) => ({ id, total: items.reduce((sum, { cents }) => sum + cents, 0) });\n',
  'src/due.js': `export function due(day) {
  const date = new Date(day);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0));
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(date.getUTCDate(), last.getUTCDate()));
  return date;
}
`,
  'src/door.js': swap(files['src/door.js'], ['    return', "    this.state = 'closed';\n    return"]),
  'src/parse.js': swap(files['src/parse.js'], ['TypeError', 'RangeError']),
  'src/legacy/mean.cjs': swap(files['src/legacy/mean.cjs'], [
    /Math\.floor\((.*)\);/,
    '$1;'.replace('$1', 'sum(numbers) / numbers.length'),
  ]),
};
