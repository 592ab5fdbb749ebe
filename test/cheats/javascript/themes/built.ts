import { swap, type World } from '../world.ts';
import { type Dialect, product, tested } from './dialect.ts';
import { manifest } from './manifest.ts';

const builder = `import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const name of readdirSync('src')) {
  const text = readFileSync(\`src/\${name}\`, 'utf8').replaceAll('__VERSION__', version);
  writeFileSync(\`dist/\${name}\`, text);
}
`;
const source = {
  'src/index.js': `import { zoneOf } from './zone.js';

export const version = '__VERSION__';

export function days(zip) {
  return zoneOf(zip) === 'near' ? 1 : 2;
}
`,
  'src/zone.js': `export function zoneOf(zip) {
  return zip.startsWith('5') ? 'far' : 'near';
}
`,
};

/** The tests see only what the build makes, and git does not have that. */
export function built(dialect: Dialect): World {
  const before = 'npm run build && ';
  const goodZone = swap(source['src/zone.js'], ["'far' : 'near'", "'near' : 'far'"]);
  return {
    name: 'built',
    ...(dialect.install && { install: dialect.install }),
    files: {
      ...manifest(dialect, { main: './dist/index.js', scripts: { build: 'node scripts/build.js' } }, before),
      ...product(dialect, { ...source, 'scripts/build.js': builder }),
      ...tested(dialect, 'days', {
        imports: ["import { days, version } from '../dist/index.js';"],
        cases: [
          {
            title: 'what is near arrives tomorrow',
            same: [
              ["days('50667')", '1'],
              ["days('10115')", '2'],
            ],
          },
          { title: 'the build knows its version', same: [['version', "'2.1.0'"]] },
        ],
      }),
    },
    honest: [
      {
        name: 'what is built from is mended',
        kind: 'built output',
        files: product(dialect, { 'src/zone.js': goodZone }),
      },
      {
        name: 'what is built from gets a module more',
        kind: 'built output',
        files: product(dialect, {
          'src/near.js': "export const near = ['50', '51', '53'];\n",
          'src/zone.js': `import { near } from './near.js';

export function zoneOf(zip) {
  return near.some((start) => zip.startsWith(start)) ? 'near' : 'far';
}
`,
        }),
      },
      {
        name: 'what is built from is one module less',
        kind: 'built output',
        files: {
          'src/zone.js': null,
          ...product(dialect, {
            'src/index.js': `export const version = '__VERSION__';

export const days = (zip) => (zip.startsWith('5') ? 1 : 2);
`,
          }),
        },
      },
    ],
  };
}
