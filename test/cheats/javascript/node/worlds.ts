import { themes } from '../themes/themes.ts';
import type { World } from '../world.ts';
import { custom } from './custom.ts';
import { nodeDialect } from './dialect.ts';
import { values } from './values.ts';

export const worlds: World[] = [custom, values, ...themes(nodeDialect)];
