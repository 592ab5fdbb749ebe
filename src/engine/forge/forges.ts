import { addressOf, hosted } from '../../core/forge/address.ts';
import { forgeName, issueLinkOf } from '../../core/forge/issue-link.ts';
import { requestOf } from '../../core/forge/issue-request.ts';
import { writerOf } from '../../core/forge/marker.ts';
import { ConfigError } from '../../ports/errors.ts';
import { type Forge, ForgeError } from '../../ports/outside/forge.ts';
import type { IssueRequest } from '../../schema/forge/issue-request.ts';
import type { ForgeAddress, Pull } from '../../schema/forge/pull.ts';
import type { Wiring } from '../wiring.ts';

type Needs = Pick<Wiring, 'repo' | 'target' | 'forges' | 'forgeHosts'>;
type Followed = (run: string) => Promise<void>;

/** The forge of the target's remote. Throws `ForgeError` where its host is not known. */
export async function forgeAddress({ repo, target, forgeHosts }: Omit<Needs, 'forges'>): Promise<ForgeAddress> {
  const [remote] = await repo.remotes(await target());
  return mustBeKnown(addressOf(remote?.url ?? null, await forgeHosts()));
}

/** Whether the forge keeps the user from pushing to a branch; false where there is none that could be asked. */
export async function isProtectedThere(wiring: Needs, branch: string): Promise<boolean> {
  try {
    return await (await wiring.forges.open(await forgeAddress(wiring))).protects(branch);
  } catch (error) {
    // A forge that cannot be asked refuses the push itself.
    if (error instanceof ForgeError) return false;
    throw error;
  }
}

function mustBeKnown(address: ForgeAddress | { unknown: string }): ForgeAddress {
  if (!('unknown' in address)) return address;
  throw new ForgeError(
    'unknown_host',
    `${address.unknown}: name the host under \`forges\` in your own configuration, with its kind and the variable of its token`,
  );
}

/** Issues and pull requests of the target's project. */
export function forging(wiring: Needs, follow: Followed) {
  const forge = async (): Promise<Forge> => wiring.forges.open(await forgeAddress(wiring));

  return {
    async issue(text: string): Promise<IssueRequest> {
      const link = issueLinkOf(text);
      if (!link)
        throw new ConfigError(`${JSON.stringify(text)} is neither the number nor the address of an issue`, 'usage');
      const address =
        'host' in link
          ? mustBeKnown(hosted(link.host, link.project, await wiring.forgeHosts()))
          : await forgeAddress(wiring);
      const issue = await (await wiring.forges.open(address)).issue(link.number);
      const { number, url } = issue;
      return { request: requestOf(issue, forgeName(address)), issue: { ...address, number, url } };
    },

    /** Those that a run opened. */
    async pulls(): Promise<Pull[]> {
      return (await (await forge()).pulls()).filter(({ body }) => writerOf(body) !== null);
    },

    pull: async (number: number): Promise<Pull> => (await forge()).pull(number),

    async mergePull(number: number): Promise<Pull> {
      const opened = await forge();
      const pull = await opened.pull(number);
      if (pull.state === 'closed')
        throw new ConfigError(
          `pull request ${number} is closed; to take its work all the same: git merge ${pull.head}`,
          'closed',
        );
      if (pull.draft && pull.state === 'open')
        throw new ForgeError('not_mergeable', `pull request ${number} is a draft: no review has approved it`);
      const merged = await opened.merge(number, pull.head_sha);
      const run = writerOf(merged.body);
      if (run !== null) await follow(run);
      return merged;
    },

    closePull: async (number: number): Promise<Pull> => (await forge()).close(number),
  };
}
