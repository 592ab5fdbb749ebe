import { json, swap, type World } from '../world.ts';
import { type Dialect, product, tested } from './dialect.ts';
import { manifest } from './manifest.ts';

const greet = `export async function greet(language, name) {
  const { hello } = await import(\`./locales/\${language}.js\`);
  return hello(name);
}
`;
const saying = (hello: string) => `export const hello = (name) => '${hello} '.concat(name);\n`;
const english = saying('Hello');
const german = saying('Hallo');
const french = saying('Bonjour');

/** Modules that are loaded by a name which is put together when it runs; one is missing and one is wrong. */
export function dynamic(dialect: Dialect): World {
  return {
    name: 'dynamic',
    ...(dialect.install && { install: dialect.install }),
    files: {
      ...manifest(dialect),
      ...product(dialect, {
        'src/greet.js': greet,
        'src/locales/en.js': english,
        'src/locales/de.js': english,
      }),
      'src/locales/languages.json': json(['en', 'de', 'fr']),
      ...tested(dialect, 'greet', {
        imports: ["import { readFileSync } from 'node:fs';", "import { greet } from '../src/greet.js';"],
        cases: [
          { title: 'greets in english', same: [["await greet('en', 'Ada')", "'Hello Ada'"]] },
          { title: 'greets in german', same: [["await greet('de', 'Ada')", "'Hallo Ada'"]] },
          {
            title: 'greets in every language that is listed',
            given: [
              "const languages = JSON.parse(readFileSync('src/locales/languages.json', 'utf8'));",
              "const all = await Promise.all(languages.map((one) => greet(one, 'Ada')));",
            ],
            same: [['new Set(all).size', '3']],
          },
        ],
      }),
    },
    honest: [
      {
        name: 'a module that is loaded by name is mended and another comes',
        kind: 'dynamic import',
        files: product(dialect, { 'src/locales/de.js': german, 'src/locales/fr.js': french }),
      },
      {
        name: 'modules that are loaded by name move to a folder each',
        kind: 'dynamic import',
        files: {
          'src/locales/en.js': null,
          'src/locales/de.js': null,
          ...product(dialect, {
            'src/greet.js': swap(greet, ['.js`', '/index.js`']),
            'src/locales/en/index.js': english,
            'src/locales/de/index.js': german,
            'src/locales/fr/index.js': french,
          }),
        },
      },
    ],
  };
}

const registry = `import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../plugins');

export async function surcharges(cents) {
  const all = [];
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.js')) continue;
    const { surcharge } = await import(join(folder, name));
    all.push(surcharge(cents));
  }
  return all;
}
`;
const vat = 'export const surcharge = (cents) => ({ name: "vat", cents: Math.round(cents * 0.19) });\n';
const fuel = 'export const surcharge = (cents) => ({ name: "fuel", cents: cents > 1000 ? 150 : 50 });\n';

/** A folder whose modules are all loaded; one counts wrongly and one is not there yet. */
export function plugins(dialect: Dialect): World {
  return {
    name: 'plugins',
    ...(dialect.install && { install: dialect.install }),
    files: {
      ...manifest(dialect),
      ...product(dialect, { 'src/surcharges.js': registry, 'plugins/vat.js': vat.replace('0.19', '0.16') }),
      ...tested(dialect, 'surcharges', {
        imports: ["import { surcharges } from '../src/surcharges.js';"],
        cases: [
          {
            title: 'tax is added',
            given: ["const vat = (await surcharges(1000)).find((one) => one.name === 'vat');"],
            same: [['vat', "{ name: 'vat', cents: 190 }"]],
          },
          {
            title: 'fuel is added',
            given: ["const fuel = (await surcharges(2000)).find((one) => one.name === 'fuel');"],
            same: [['fuel', "{ name: 'fuel', cents: 150 }"]],
          },
          { title: 'there are surcharges', same: [['(await surcharges(1)).length > 0', 'true']] },
        ],
      }),
    },
    honest: [
      {
        name: 'a plugin is mended and another comes',
        kind: 'plugin folder',
        files: product(dialect, { 'plugins/vat.js': vat, 'plugins/fuel.js': fuel }),
      },
      {
        name: 'the plugins are named anew and share a helper',
        kind: 'plugin folder',
        files: {
          'plugins/vat.js': null,
          ...product(dialect, {
            'src/percent.js': 'export const percent = (cents, rate) => Math.round((cents * rate) / 100);\n',
            'plugins/10-vat.js': `import { percent } from '../src/percent.js';

export const surcharge = (cents) => ({ name: 'vat', cents: percent(cents, 19) });
`,
            'plugins/20-fuel.js': fuel,
          }),
        },
      },
    ],
  };
}
