import { caught } from '../themes/caught.ts';
import { themes } from '../themes/themes.ts';
import type { World } from '../world.ts';
import { custom } from './custom.ts';
import { mochaDialect } from './dialect.ts';
import { plain } from './plain-cheats.ts';

export const worlds: World[] = [
  custom,
  plain,
  caught(mochaDialect, "import assert from 'node:assert/strict';\n", 'it'),
  ...themes(mochaDialect),
];
