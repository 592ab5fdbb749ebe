import { Unfit } from '../../../ports/errors.ts';
import type { Policy } from '../../../schema/settings/policy.ts';
import { type Env, findProgram } from './program.ts';

/** Throws `Unfit` for an external agent that cannot be started here; otherwise what a person should know about them. */
export function checkExternal({ tiers, sandbox }: Pick<Policy, 'tiers' | 'sandbox'>, env: Env, top: string): string[] {
  const agents = tiers.filter(({ developer }) => developer === 'acp' || developer === 'command');
  for (const { name, developer, command, env: variables = [] } of agents) {
    const [program = ''] = command;
    if (developer === 'acp' && sandbox.kind === 'e2b')
      throw new Unfit(`tier ${name}: the sandbox e2b does not support developer: acp; use bubblewrap or container`);
    if (!ownPrograms(sandbox.kind) && findProgram(program, env, top) === null)
      throw new Unfit(
        `tier ${name}: the command ${JSON.stringify(program)} is not on your PATH, or only inside the repository`,
        'no_agent',
      );
    const missing = variables.find((variable) => env[variable] === undefined);
    if (missing !== undefined) throw new Unfit(`tier ${name} needs ${missing}, which is not set`, 'no_credentials');
  }
  return agents
    .filter(({ attempt_usd }) => attempt_usd === undefined)
    .map(
      ({ name }) => `tier ${name}: its agent's spending is not counted (set attempt_usd to include it in the budget)`,
    );
}

interface Keys {
  tiers: { env?: string[] | undefined }[];
  providers?: Record<string, { api_key_env?: string | null | undefined }>;
}

/** The names of the variables that agents are given, and of those with providers' keys: nobody is to read them. */
export function secretVariables({ tiers, providers = {} }: Keys): string[] {
  return [
    ...tiers.flatMap(({ env }) => env ?? []),
    ...Object.values(providers).flatMap(({ api_key_env }) => api_key_env ?? []),
  ];
}

/** An image may hold the agent where this machine has none. */
const ownPrograms = (kind: string): boolean => kind === 'container' || kind === 'e2b';
