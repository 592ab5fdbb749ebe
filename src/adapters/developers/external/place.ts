import { join, relative } from 'node:path';
import type { Assignment } from '../../../ports/outside/developer.ts';
import { inDir, type Sandbox, type SandboxCommand } from '../../../ports/outside/sandbox.ts';
import { type Masks, openMasks } from './masks.ts';
import type { ExternalParts } from './parts.ts';
import { atHome, type Env, findProgram } from './program.ts';

/** Where an external agent works: the assignment's own command, with what the user lets this agent have. */
export interface Place {
  command: SandboxCommand;
  close: Masks['close'];
}

/** The agent's own end comes before that of the task, so that there is time to judge what it did. */
const share = 0.8;
const longest = 24 * 60 * 60 * 1000;
const home = '/tmp/home';

/** `words` are the arguments after the program. */
export async function openPlace(
  { tier, shell, hidden, time_ms = longest }: Assignment,
  words: string[],
  { kind }: Pick<Sandbox, 'kind'>,
  { env, equipment }: Pick<ExternalParts, 'env' | 'equipment'>,
): Promise<Place> {
  const [name = ''] = tier.command;
  const program = findProgram(name, env, shell.mount_at, equipment);
  const hides = kind === 'bubblewrap' || kind === 'container';
  const masks = openMasks(hides ? ((await hidden?.()) ?? []) : [], shell.mount_at);
  const outside = program?.mounts.filter((path) => relative(shell.mount_at, path).startsWith('../')) ?? [];
  const environment = Object.entries(env).flatMap(([variable, value]) =>
    value !== undefined && tier.env?.includes(variable) ? [assignment(variable, value)] : [],
  );
  const command: SandboxCommand = {
    ...shell,
    argv: ['/bin/sh', '-c', enter, 'sh', programIn(kind, name, program?.path), ...words],
    read_only: [
      ...shell.read_only,
      ...masks.read_only,
      ...outside.map((path) => ({ host: path, at: path })),
      ...(tier.bind ?? []).flatMap((path) => shownAt(atHome(path, env), kind, env)),
    ],
    ...(tier.network && { network: tier.network }),
    provide: { [variables]: environment.join('') },
    timeout_ms: Math.max(1000, Math.min(longest, Math.floor(time_ms * share))),
    on_overflow: 'cut',
  };
  return { command, close: masks.close };
}

/** In a file, since other users of the machine can read a command line. */
const variables = 'variables';
const enter = `set -a; . ${inDir}/${variables}; set +a; exec "$@"`;

const assignment = (variable: string, value: string): string => `${variable}='${value.replaceAll("'", "'\\''")}'\n`;

/** An image has programs of its own in the system's folders. */
function programIn(kind: string, name: string, path: string | undefined): string {
  const foreign = kind === 'container' || kind === 'e2b';
  return path === undefined || (foreign && path.startsWith('/usr/')) ? name : path;
}

/** At its own place; bubblewrap's home is empty, so what is in the user's home is shown there too. */
function shownAt(path: string, kind: string, env: Env): SandboxCommand['read_only'] {
  const inHome = env.HOME === undefined ? '..' : relative(env.HOME, path);
  const own = { host: path, at: path };
  if (kind !== 'bubblewrap' || inHome === '' || inHome.startsWith('..')) return [own];
  return [own, { host: path, at: join(home, inHome) }];
}
