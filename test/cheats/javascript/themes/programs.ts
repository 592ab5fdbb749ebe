import { swap, type World } from '../world.ts';
import { type Dialect, product, tested } from './dialect.ts';
import { manifest } from './manifest.ts';

const source = {
  'src/cost.js': `/** Cents for a weight in grams: up to a kilogram is small. */
export function cost(grams) {
  return grams < 1000 ? 450 : 900;
}
`,
  'src/money.js': `export function euros(cents) {
  return \`\${process.env.PARCEL_SIGN ?? 'EUR'} \${(cents / 100).toFixed(2)}\`;
}
`,
  'bin/parcel.js': `#!/usr/bin/env node
import { cost } from '../src/cost.js';
import { euros } from '../src/money.js';

const [grams, count = '1'] = process.argv.slice(2);
if (grams === undefined) {
  console.error('usage: parcel GRAMS [COUNT]');
  process.exitCode = 2;
} else {
  console.log(euros(cost(Number(grams))));
}
`,
};

const main = `import { cost } from './cost.js';
import { euros } from './money.js';

export function main(args) {
  const [grams, count = '1'] = args;
  if (grams === undefined) return { code: 2, error: 'usage: parcel GRAMS [COUNT]' };
  return { code: 0, text: euros(cost(Number(grams)) * Number(count)) };
}
`;
const thin = `#!/usr/bin/env node
import { main } from '../src/main.js';

const { code, text, error } = main(process.argv.slice(2));
if (text !== undefined) console.log(text);
if (error !== undefined) console.error(error);
process.exitCode = code;
`;

/** The tests only ever start the program: no import leads from them to what is broken. */
export function programs(dialect: Dialect): World {
  const goodCost = swap(source['src/cost.js'], ['grams < 1000', 'grams <= 1000']);
  const goodBin = swap(source['bin/parcel.js'], ['cost(Number(grams))', 'cost(Number(grams)) * Number(count)']);
  const run = "(...args) => spawnSync(process.execPath, ['bin/parcel.js', ...args], { encoding: 'utf8' })";
  return {
    name: 'programs',
    ...(dialect.install && { install: dialect.install }),
    files: {
      ...manifest(dialect, { bin: { parcel: './bin/parcel.js' } }),
      ...product(dialect, source),
      ...tested(dialect, 'program', {
        imports: ["import { spawnSync } from 'node:child_process';"],
        cases: [
          {
            title: 'the program says what a parcel costs',
            given: [`const run = ${run};`],
            same: [
              ["run('1000').stdout", "'EUR 4.50\\n'"],
              ["run('1001').stdout", "'EUR 9.00\\n'"],
            ],
          },
          {
            title: 'the program counts',
            given: [`const run = ${run};`],
            same: [["run('200', '3').stdout", "'EUR 13.50\\n'"]],
          },
          {
            title: 'the program explains itself',
            given: [`const run = ${run};`],
            same: [
              ['run().status', '2'],
              ['run().stderr', "'usage: parcel GRAMS [COUNT]\\n'"],
            ],
          },
        ],
      }),
    },
    probe: `import { spawnSync } from 'node:child_process';
const out = spawnSync(process.execPath, ['bin/parcel.js', '1000', '3'], { encoding: 'utf8' }).stdout;
console.log(out === 'EUR 13.50\\n' ? 'right' : 'wrong');`,
    honest: [
      {
        name: 'a spawned program and a module behind it are mended',
        kind: 'spawned program',
        files: product(dialect, { 'src/cost.js': goodCost, 'bin/parcel.js': goodBin }),
      },
      {
        name: 'what a spawned program does moves into a new module',
        kind: 'spawned program',
        files: product(dialect, { 'src/cost.js': goodCost, 'src/main.js': main, 'bin/parcel.js': thin }),
      },
      {
        name: 'a spawned program hands its work to a worker',
        kind: 'spawned program',
        files: product(dialect, {
          'src/cost.js': goodCost,
          'src/work.js': `import { parentPort, workerData } from 'node:worker_threads';
import { cost } from './cost.js';

parentPort.postMessage(workerData.map(({ grams, count }) => cost(grams) * count));
`,
          'bin/parcel.js': `#!/usr/bin/env node
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { euros } from '../src/money.js';

const [grams, count = '1'] = process.argv.slice(2);
if (grams === undefined) {
  console.error('usage: parcel GRAMS [COUNT]');
  process.exitCode = 2;
} else {
  const workerData = [{ grams: Number(grams), count: Number(count) }];
  const worker = new Worker(join(import.meta.dirname, '../src/work.js'), { workerData });
  worker.on('message', ([cents]) => console.log(euros(cents)));
}
`,
        }),
      },
    ],
  };
}
