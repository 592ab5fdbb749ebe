import { z } from 'zod';

const variable = z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable');
const kind = z.enum(['github', 'gitlab', 'gitea']);
const api = z.string().regex(/^https?:\/\/[^\s/@?#]+(?:\/[^\s?#]*)?$/, 'must be an http or https address');
const hostName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, 'must be the name of a host in lower case');

/** Hosts that the user trusts with a token, by name. */
export const forgesFileSchema = z.record(hostName, z.strictObject({ kind, api, token_env: variable }).partial());

export const forgesSchema = z.record(
  hostName,
  z.strictObject({ kind, api: api.optional(), token_env: variable.optional() }),
);

export type Forges = z.infer<typeof forgesSchema>;

/** A host with all that it takes to ask it. */
export interface ForgeHost {
  kind: z.infer<typeof kind>;
  api: string;
  /** The variables that may hold the token, the first one first. */
  token_env: string[];
}

const variables: Record<ForgeHost['kind'], string[]> = {
  github: ['GITHUB_TOKEN', 'GH_TOKEN'],
  gitlab: ['GITLAB_TOKEN'],
  gitea: ['GITEA_TOKEN', 'FORGEJO_TOKEN'],
};

/** The public hosts. Each has its own variables: a token for one is not sent to another. */
const publicHosts: Record<string, ForgeHost> = {
  'github.com': { kind: 'github', api: 'https://api.github.com', token_env: variables.github },
  'gitlab.com': { kind: 'gitlab', api: 'https://gitlab.com/api/v4', token_env: variables.gitlab },
  'codeberg.org': { kind: 'gitea', api: 'https://codeberg.org/api/v1', token_env: ['CODEBERG_TOKEN'] },
  'gitea.com': { kind: 'gitea', api: 'https://gitea.com/api/v1', token_env: ['GITEA_TOKEN'] },
};

const paths: Record<ForgeHost['kind'], string> = { github: '/api/v3', gitlab: '/api/v4', gitea: '/api/v1' };

/** Null for a host that neither the user nor this list names: nothing is sent there. */
export function forgeHost(host: string, forges: Forges): ForgeHost | null {
  const own = Object.hasOwn(forges, host) ? forges[host] : undefined;
  if (!own) return Object.hasOwn(publicHosts, host) ? (publicHosts[host] ?? null) : null;
  return {
    kind: own.kind,
    api: (own.api ?? `https://${host}${paths[own.kind]}`).replace(/\/+$/, ''),
    token_env: own.token_env === undefined ? variables[own.kind] : [own.token_env],
  };
}

/** Every variable that may hold a token of a forge. */
export const tokenVariables = (forges: Forges): string[] => [
  ...new Set([
    ...Object.values(publicHosts).flatMap(({ token_env }) => token_env),
    ...Object.values(variables).flat(),
    ...Object.values(forges).flatMap(({ token_env }) => token_env ?? []),
  ]),
];
