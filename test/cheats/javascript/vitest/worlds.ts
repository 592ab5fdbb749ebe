import { themes } from '../themes/themes.ts';
import type { World } from '../world.ts';
import { custom } from './custom.ts';
import { vitestDialect } from './dialect.ts';
import { inSource } from './in-source.ts';
import { shared } from './shared.ts';

export const worlds: World[] = [custom, shared, inSource, ...themes(vitestDialect)];
