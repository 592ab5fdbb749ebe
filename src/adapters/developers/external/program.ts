import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { which } from '../../which.ts';

export type Env = Record<string, string | undefined>;

export interface Program {
  /** Where it really is. */
  path: string;
  /** What of this machine it needs to see besides the system's own folders. */
  shown: string[];
}

/**
 * The program behind the first word of a command, as the user's own search path finds it. Nothing in the repository at
 * `top` counts, though npm puts it on the path: who wrote that does not choose what is given the user's keys.
 */
export function findProgram(name: string, env: Env, top: string): Program | null {
  const place = atHome(name, env);
  const folders = place.startsWith('/') ? [dirname(place)] : (env.PATH ?? '').split(':');
  for (const folder of folders) {
    const found = which(basename(place), folder);
    const path = found === null ? null : realpathSync(found);
    if (found === null || path === null || isIn(top, path) || isIn(top, found)) continue;
    return { path, shown: inUsr(path) ? [] : [packageOf(path, env)] };
  }
  return null;
}

/** `~/x` as a path below the user's home. */
export function atHome(path: string, env: Env): string {
  return path.startsWith('~/') ? join(env.HOME ?? '/', path.slice(2)) : path;
}

const isIn = (top: string, path: string): boolean => path.startsWith(`${top}/`);
const inUsr = (path: string): boolean => path.startsWith('/usr/');

/**
 * The outermost node_modules, because packages lie beside each other in it; a virtual environment; the folder with the
 * package's manifest; else the program alone. Never a home folder.
 */
function packageOf(path: string, env: Env): string {
  const modules = /^.*?\/node_modules(?=\/)/.exec(path)?.[0];
  if (modules !== undefined) return modules;
  const prefix = dirname(dirname(path));
  if (existsSync(join(prefix, 'pyvenv.cfg'))) return prefix;
  for (let folder = dirname(path); dirname(folder) !== '/' && folder !== env.HOME; folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder;
  return path;
}
