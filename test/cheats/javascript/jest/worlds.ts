import { themes } from '../themes/themes.ts';
import type { World } from '../world.ts';
import { custom } from './custom.ts';
import { jestDialect } from './dialect.ts';
import { plain } from './plain-cheats.ts';

export const worlds: World[] = [custom, plain, ...themes(jestDialect)];
