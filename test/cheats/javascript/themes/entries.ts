import { swap, type World } from '../world.ts';
import { type Dialect, product, tested } from './dialect.ts';
import { manifest } from './manifest.ts';

const source = {
  'src/index.js': 'export const weigh = (things) => things.reduce((all, one) => all + one.grams, 0);\n',
  'src/label.js': "export const label = (name) => 'To: '.concat(name);\n",
  'bin/weigh.js': `#!/usr/bin/env node
import { weigh } from '../src/index.js';

console.log(weigh(process.argv.slice(2).map((grams) => ({ grams: Number(grams) }))));
`,
};
const wrong = { exports: { '.': './src/index.js', './label': './src/labels.js' }, bin: { weigh: './bin/weight.js' } };

/** The package names files that are not there: its own users, and its tests, cannot load them. */
export function entries(dialect: Dialect): World {
  const files = {
    ...manifest(dialect, wrong),
    ...product(dialect, source),
    ...tested(dialect, 'entries', {
      imports: ["import { spawnSync } from 'node:child_process';", "import { readFileSync } from 'node:fs';"],
      cases: [
        {
          title: 'others can write labels',
          given: ["const { label } = await import('parcel/label');"],
          same: [["label('Ada')", "'To: Ada'"]],
        },
        {
          title: 'the program that is installed weighs',
          given: ["const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));"],
          same: [["spawnSync(process.execPath, [bin.weigh, '2', '3'], { encoding: 'utf8' }).stdout", "'5\\n'"]],
        },
        {
          title: 'things have a weight',
          given: ["const { weigh } = await import('parcel');"],
          same: [['weigh([{ grams: 2 }, { grams: 3 }])', '5']],
        },
      ],
    }),
  };
  const mended = (...more: [string, string][]) => ({
    'package.json': swap(
      files['package.json'],
      ['src/labels.js', 'src/label.js'],
      ['bin/weight.js', 'bin/weigh.js'],
      ...more,
    ),
  });
  return {
    name: 'entries',
    ...(dialect.install && { install: dialect.install }),
    files,
    honest: [
      { name: 'exports and bin lead to the files that are there', kind: 'entry point', files: mended() },
      {
        name: 'the files move to where exports and bin lead',
        kind: 'entry point',
        files: {
          'src/label.js': null,
          'bin/weigh.js': null,
          ...product(dialect, { 'src/labels.js': source['src/label.js'], 'bin/weight.js': source['bin/weigh.js'] }),
        },
      },
      {
        name: 'exports lead into a new folder',
        kind: 'entry point',
        files: {
          ...mended(['./src/index.js', './lib/index.js'], ['./src/label.js', './lib/label.js']),
          'src/index.js': null,
          'src/label.js': null,
          ...product(dialect, {
            'lib/index.js': source['src/index.js'],
            'lib/label.js': source['src/label.js'],
            'bin/weigh.js': swap(source['bin/weigh.js'], ['../src/', '../lib/']),
          }),
        },
      },
    ],
  };
}
