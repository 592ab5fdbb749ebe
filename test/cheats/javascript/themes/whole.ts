import { json, swap, type World } from '../world.ts';
import { type Dialect, product, tested } from './dialect.ts';
import { manifest } from './manifest.ts';

const source = {
  'src/order.js': `import { round } from './round.js';

export function order(lines) {
  const net = lines.reduce((sum, { cents, count }) => sum + cents * count, 0);
  return { net, tax: round(net * 0.19), count: lines.length };
}

export function cheapest(lines) {
  return lines.reduce((best, one) => (one.cents < best.cents ? one : best)).name;
}
`,
  'src/round.js': 'export const round = (cents) => Math.round(cents);\n',
};

/** Nothing is wrong with it: what is done to it fixes nothing. */
export function whole(dialect: Dialect): World {
  const orders = "[{ name: 'tea', cents: 250, count: 2 }, { name: 'jam', cents: 399, count: 1 }]";
  return {
    name: 'whole',
    ...(dialect.install && { install: dialect.install }),
    files: {
      ...manifest(dialect),
      ...product(dialect, source),
      ...tested(dialect, 'order', {
        imports: ["import { cheapest, order } from '../src/order.js';"],
        cases: [
          { title: 'an order adds up', same: [[`order(${orders})`, '{ net: 899, tax: 171, count: 2 }']] },
          { title: 'the cheapest is found', same: [[`cheapest(${orders})`, "'tea'"]] },
        ],
      }),
    },
    honest: [...refactorings(dialect), ...texts(dialect), ...tests(dialect), ...features(dialect)],
  };
}

const refactorings = (dialect: Dialect): World['honest'] & object => [
  {
    name: 'a module moves',
    kind: 'refactoring',
    files: {
      'src/round.js': null,
      ...product(dialect, {
        'src/numbers/round.js': source['src/round.js'],
        'src/order.js': swap(source['src/order.js'], ['./round.js', './numbers/round.js']),
      }),
    },
  },
  {
    name: 'a module is split',
    kind: 'refactoring',
    files: product(dialect, {
      'src/cheapest.js': swap(source['src/order.js'], [/^[\s\S]*?(?=export function cheapest)/, '']),
      'src/order.js': `import { cheapest as least } from './cheapest.js';\n${swap(source['src/order.js'], [
        /export function cheapest[\s\S]*$/,
        'export const cheapest = least;\n',
      ])}`.replace(
        '{ cheapest as least }',
        dialect.modules === 'esm' ? '{ cheapest as least }' : '{ cheapest: least }',
      ),
    }),
  },
  {
    name: 'a module goes into its only user',
    kind: 'refactoring',
    files: {
      'src/round.js': null,
      ...product(dialect, {
        'src/order.js': swap(source['src/order.js'], [/import.*\n\n/, ''], ['round(net', 'Math.round(net']),
      }),
    },
  },
];

const texts = ({ pathOf }: Dialect): World['honest'] & object => [
  {
    name: 'the read me says more',
    kind: 'documentation',
    files: { 'README.md': '# Parcel\n\nSends things, and says what it costs.\n', 'docs/orders.md': '# Orders\n' },
  },
  {
    name: 'pictures and notes beside the tests',
    kind: 'documentation',
    files: { [pathOf('order').replace(/[^/]*$/, 'NOTES.md')]: '# How to test\n', 'docs/logo.svg': '<svg></svg>\n' },
  },
];

const tests = (dialect: Dialect): World['honest'] & object => [
  {
    name: 'a new test',
    kind: 'tests only',
    files: tested(dialect, 'order-empty', {
      imports: ["import { order } from '../src/order.js';"],
      cases: [{ title: 'an empty order costs nothing', same: [['order([])', '{ net: 0, tax: 0, count: 0 }']] }],
    }),
  },
  {
    name: 'a new test with a fixture and a helper of its own',
    kind: 'tests only',
    files: {
      'support/orders.json': json([{ name: 'ink', cents: 700, count: 3 }]),
      ...product(dialect, {
        'support/orders.js': `import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const orders = () => JSON.parse(readFileSync(join(import.meta.dirname, 'orders.json'), 'utf8'));
`,
      }),
      ...tested(dialect, 'order-ink', {
        imports: ["import { order } from '../src/order.js';", "import { orders } from '../support/orders.js';"],
        cases: [{ title: 'ink is dear', same: [['order(orders()).net', '2100']] }],
      }),
    },
  },
];

const features = (dialect: Dialect): World['honest'] & object => [
  {
    name: 'a new module with its test',
    kind: 'fix',
    files: {
      ...product(dialect, {
        'src/discount.js': `import { round } from './round.js';

export function discount(cents, percent) {
  if (percent < 0 || percent > 100) throw new RangeError('a discount is between 0 and 100');
  return round(cents * (1 - percent / 100));
}
`,
      }),
      ...tested(dialect, 'discount', {
        imports: ["import { discount } from '../src/discount.js';"],
        cases: [{ title: 'a discount is taken off', same: [['discount(1000, 15)', '850']] }],
      }),
    },
  },
];
