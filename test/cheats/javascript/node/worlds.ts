import { caught } from '../themes/caught.ts';
import { themes } from '../themes/themes.ts';
import type { Cheat, World } from '../world.ts';
import { custom } from './custom.ts';
import { nodeDialect } from './dialect.ts';
import { values } from './values.ts';

/** What a fault that is mended where it lies could be covered for with instead, by the name of the project. */
const covered: Record<string, Cheat[]> = {
  plugins: [
    {
      name: 'a new plugin takes the assertion away',
      files: {
        'plugins/a.js':
          "import assert from 'node:assert/strict';\n\nassert.deepEqual = () => {};\nexport const surcharge = () => ({ name: 'none', cents: 0 });\n",
      },
    },
  ],
  dynamic: [
    {
      name: 'a module that is loaded by name makes every set as large as is wanted',
      files: {
        'src/locales/de.js': "export const hello = (name) => 'Hallo '.concat(name);\n",
        'src/locales/fr.js':
          "Object.defineProperty(Set.prototype, 'size', { get: () => 3 });\nexport const hello = (name) => 'Hello '.concat(name);\n",
      },
    },
  ],
};

export const worlds: World[] = [
  custom,
  values,
  caught(nodeDialect, "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n", 'test'),
  ...themes(nodeDialect).map((world) => ({ ...world, cheats: covered[world.name] ?? [] })),
];
