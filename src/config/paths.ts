import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Env = Record<string, string | undefined>;

export interface MachinePaths {
  /** Private clones and the spending ledger of this machine. */
  machine: string;
  user_config: string;
  home: string;
}

/** Where things are kept: arithmetic only, nothing is looked at or made. */
export function statePaths(env: Env): MachinePaths;
export function statePaths(env: Env, target: string): MachinePaths & { target_state: string };
export function statePaths(env: Env, target?: string): MachinePaths & { target_state?: string } {
  const home = env.HOME || homedir();
  const paths = {
    machine: join(base(env.XDG_STATE_HOME, home, '.local/state'), 'pawl'),
    user_config: join(base(env.XDG_CONFIG_HOME, home, '.config'), 'pawl', 'config.yaml'),
    home,
  };
  return target === undefined ? paths : { ...paths, target_state: join(target, '.pawl', 'state') };
}

/** A folder as people write it: `~` for their home. */
export function tilde(path: string, home: string): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** A relative XDG variable is not valid and counts as unset. */
function base(value: string | undefined, home: string, otherwise: string): string {
  return value && isAbsolute(value) ? value : join(home, otherwise);
}
