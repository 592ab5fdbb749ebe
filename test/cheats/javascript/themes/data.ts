import { json, swap, type World } from '../world.ts';
import { type Dialect, product, tested } from './dialect.ts';
import { manifest } from './manifest.ts';

const rates = { de: 450, fr: 890, ch: 1200 };
const rateSource = `import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const place = join(import.meta.dirname, '../data/rates.json');

export function rate(country) {
  const rates = JSON.parse(readFileSync(place, 'utf8'));
  if (!(country in rates)) throw new RangeError(\`no rate for \${country}\`);
  return rates[country];
}
`;
const labelSource = `import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function label(fields) {
  const template = readFileSync(join(import.meta.dirname, '../templates/label.txt'), 'utf8');
  return template.replace(/\\{(\\w+)\\}/g, (_, name) => fields[name] ?? '').trimEnd();
}
`;

/** What is wrong is data: a rate and a template, both read by their path. */
export function data(dialect: Dialect): World {
  const good = json({ ...rates, fr: 980 });
  const goodTemplate = 'To: {name}\n{zip} {city}\n';
  return {
    name: 'data',
    ...(dialect.install && { install: dialect.install }),
    files: {
      ...manifest(dialect),
      ...product(dialect, { 'src/rate.js': rateSource, 'src/label.js': labelSource }),
      'data/rates.json': json(rates),
      'templates/label.txt': 'To: {name}\n{city}\n',
      ...tested(dialect, 'rate', {
        imports: ["import { rate } from '../src/rate.js';"],
        cases: [
          {
            title: 'rates are those of this year',
            same: [
              ["rate('de')", '450'],
              ["rate('fr')", '980'],
            ],
          },
          { title: 'switzerland is dear', same: [["rate('ch') > 1000", 'true']] },
        ],
      }),
      ...tested(dialect, 'label', {
        imports: ["import { label } from '../src/label.js';"],
        cases: [
          {
            title: 'a label has a post code',
            same: [["label({ name: 'Ada', zip: '50667', city: 'Cologne' })", "'To: Ada\\n50667 Cologne'"]],
          },
        ],
      }),
    },
    honest: [
      {
        name: 'data and a template are mended',
        kind: 'data file',
        files: { 'data/rates.json': good, 'templates/label.txt': goodTemplate },
      },
      {
        name: 'data becomes a folder that is listed',
        kind: 'data file',
        files: {
          'data/rates.json': null,
          'data/rates/eu.json': json({ de: 450, fr: 980 }),
          'data/rates/other.json': json({ ch: 1200 }),
          'templates/label.txt': goodTemplate,
          ...product(dialect, {
            'src/rate.js': `import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../data/rates');
const all = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const rates = Object.assign({}, ...all);

export function rate(country) {
  if (!(country in rates)) throw new RangeError(\`no rate for \${country}\`);
  return rates[country];
}
`,
          }),
        },
      },
      {
        name: 'data becomes a table of comma separated values',
        kind: 'data file',
        files: {
          'data/rates.json': null,
          'data/rates.csv': 'country,cents\nde,450\nfr,980\nch,1200\n',
          'templates/label.txt': goodTemplate,
          ...product(dialect, {
            'src/rate.js': swap(
              rateSource,
              ['rates.json', 'rates.csv'],
              [
                "JSON.parse(readFileSync(place, 'utf8'))",
                "Object.fromEntries(readFileSync(place, 'utf8').trim().split('\\n').slice(1).map((line) => line.split(',')).map(([name, cents]) => [name, Number(cents)]))",
              ],
            ),
          }),
        },
      },
    ],
  };
}
