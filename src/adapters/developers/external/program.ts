import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import { hostOf } from '../../host.ts';
import { which } from '../../which.ts';

export type Env = Record<string, string | undefined>;

export interface Program {
  /** Where it really is. */
  path: string;
  /** What of this machine it needs to see besides the system's own folders. */
  mounts: string[];
}

/**
 * The program behind the first word of a command, as the user's own search path finds it. Nothing in the repository at
 * `top` counts, though npm puts it on the path: who wrote that does not choose what is given the user's keys.
 */
export function findProgram(name: string, env: Env, top: string, equipment: readonly Equipment[] = []): Program | null {
  const place = atHome(name, env);
  const folders = place.startsWith('/') ? [dirname(place)] : (env.PATH ?? '').split(':');
  for (const folder of folders) {
    const candidate = which(basename(place), folder);
    const path = candidate === null ? null : realpathSync(candidate);
    if (candidate === null || path === null || isIn(top, path) || isIn(top, candidate)) continue;
    return { path, mounts: inUsr(path) ? [] : [packageOf(path, env, equipment)] };
  }
  return null;
}

/** `~/x` as a path below the user's home. */
export function atHome(path: string, env: Env): string {
  return path.startsWith('~/') ? join(env.HOME ?? '/', path.slice(2)) : path;
}

const isIn = (top: string, path: string): boolean => path.startsWith(`${top}/`);
const inUsr = (path: string): boolean => path.startsWith('/usr/');

/** The smallest folder that a language's tools may have installed it in; else the program alone. */
function packageOf(path: string, env: Env, equipment: readonly Equipment[]): string {
  const host = hostOf(env);
  const folders = equipment.flatMap(({ around }) => around?.(path, host) ?? []);
  return folders.sort((a, b) => b.length - a.length)[0] ?? path;
}
