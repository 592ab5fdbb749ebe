import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';

export type Env = Record<string, string | undefined>;

export interface MachinePaths {
  /** All that Pawl keeps on this machine: private clones, the spending ledger, journals, reports and lessons. */
  machine: string;
  user_config: string;
  home: string;
}

/** Where things are kept: arithmetic only, nothing is looked at or made. */
export function statePaths(env: Env): MachinePaths {
  const home = env.HOME || homedir();
  return {
    machine: join(base(env.XDG_STATE_HOME, home, '.local/state'), 'pawl'),
    user_config: join(base(env.XDG_CONFIG_HOME, home, '.config'), 'pawl', 'config.yaml'),
    home,
  };
}

/** Where journal, blobs, reports and lessons of a repository are, by the real path of its common git directory. */
export function repositoryState(machine: string, common_dir: string): string {
  const folder = basename(common_dir) === '.git' ? dirname(common_dir) : common_dir;
  return join(machine, 'repositories', keyOf(basename(folder), common_dir));
}

/** Where the lessons are that all clones of an origin share. */
export function originState(machine: string, origin: string): string {
  return join(machine, 'origins', keyOf(basename(origin), origin));
}

/** A folder as people write it: `~` for their home. */
export function tilde(path: string, home: string): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** The name is for people, the hash tells two of the same name apart. */
function keyOf(name: string, identity: string): string {
  const readable = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  return `${readable.slice(0, 40) || 'repository'}-${hash}`;
}

/** A relative XDG variable is not valid and counts as unset. */
function base(value: string | undefined, home: string, otherwise: string): string {
  return value && isAbsolute(value) ? value : join(home, otherwise);
}
