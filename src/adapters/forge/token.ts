import { spawn } from '../spawn.ts';
import { which } from '../which.ts';

type Env = Record<string, string | undefined>;

/** A token from the first of these variables that is set, else what GitHub's own program has for the host. */
export async function tokenFor(
  { kind, host, token_env }: { kind: string; host: string; token_env: readonly string[] },
  env: Env,
): Promise<string | null> {
  for (const name of token_env) {
    const value = env[name]?.trim();
    if (value) return value;
  }
  return kind === 'github' ? ghToken(host, env) : null;
}

/** It keeps the token in a file or a keyring, and asks nothing. */
async function ghToken(host: string, env: Env): Promise<string | null> {
  const gh = which('gh', env.PATH);
  if (gh === null) return null;
  const { PATH, HOME, XDG_CONFIG_HOME, GH_CONFIG_DIR, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = env;
  const needed = { PATH, HOME, XDG_CONFIG_HOME, GH_CONFIG_DIR, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR };
  const variables = Object.entries({ ...needed, GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1' });
  const { ended, exit_code, stdout } = await spawn([gh, 'auth', 'token', '--hostname', host], {
    cwd: '/',
    env: Object.fromEntries(variables.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    timeout_ms: 10_000,
  });
  const token = stdout.toString('utf8').trim();
  return ended === 'exit' && exit_code === 0 && token !== '' ? token : null;
}
