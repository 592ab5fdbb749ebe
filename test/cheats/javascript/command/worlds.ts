import { themes } from '../themes/themes.ts';
import type { World } from '../world.ts';
import { commandDialect } from './dialect.ts';
import { listed } from './listed.ts';
import { shell } from './shell.ts';
import { verify } from './verify.ts';

export const worlds: World[] = [verify, shell, listed, ...themes(commandDialect)];
