import type { Clock } from '../../ports/clock.ts';
import { type Forge, ForgeError, type Forges } from '../../ports/outside/forge.ts';
import type { Point } from '../../ports/point.ts';
import type { Config } from '../../schema/settings/config.ts';
import { forgeHost } from '../../schema/settings/forges.ts';
import { tokenFor } from './token.ts';
import { giteaForge } from './wires/gitea.ts';
import { githubForge } from './wires/github.ts';
import { gitlabForge } from './wires/gitlab.ts';

const wires = { github: githubForge, gitlab: gitlabForge, gitea: giteaForge };

export interface ForgesOptions {
  /** Hosts that the user trusts with a token, besides the public ones. */
  forges(): Promise<Config['forges']>;
  local(): Promise<Forge>;
  env: Record<string, string | undefined>;
  clock: Clock;
  point: Point;
  /** Is told each token that is used, so that it is never shown. */
  keep(token: string): void;
}

/** Forges by address, each with a token for exactly its host. */
export function forgesOf({ forges, local, env, clock, point, keep }: ForgesOptions): Forges {
  return {
    async open({ kind, host, project }) {
      if (kind === 'local') return local();
      const forge = forgeHost(host, await forges());
      if (forge === null || forge.kind !== kind)
        throw new ForgeError('unknown_host', `${host} is not configured as ${kind}: nothing is sent there`);
      const { api, token_env } = forge;
      const token = await tokenFor({ kind, host, token_env }, env);
      const cure = kind === 'github' ? ', or run gh auth login' : '';
      if (token === null)
        throw new ForgeError('no_token', `there is no token for ${host}: set ${token_env.join(' or ')}${cure}`);
      // Node refuses such a header, and its error would repeat the token.
      if (/[^\x21-\x7e]/.test(token))
        throw new ForgeError(
          'no_token',
          `the token for ${host} contains a space or a line break, so it is not a valid token`,
        );
      keep(token);
      return wires[forge.kind]({ host, project, api, token, clock, point });
    },
  };
}
