import { type Forge, ForgeError } from '../../../ports/outside/forge.ts';
import { type HubPull, hubPull } from '../../../schema/forge/answers.ts';
import type { Pull } from '../../../schema/forge/pull.ts';
import { firstPage, forgeClient } from '../client.ts';
import { createOnce } from '../create-once.ts';
import { isProtectedOn } from '../protection.ts';
import { differences, pullOn } from '../pulls.ts';
import { drafted, isDraft, undrafted } from './draft-title.ts';
import { hubIssues } from './hub-issues.ts';
import type { WireOptions } from './options.ts';

const prefix = 'WIP: ';
const styles = ['merge', 'squash', 'rebase'];
const mergeTries = 5;

/** Gitea and Forgejo. A draft is a title that begins with `WIP:`. */
export function giteaForge({ host, project, api, token, clock, point }: WireOptions): Forge {
  const client = forgeClient({
    ...{ api, host, token, clock, point },
    headers: { accept: 'application/json', authorization: `token ${token}` },
  });
  const repo = `/repos/${project}`;
  const get = async (number: number) =>
    pullOf(await client.ask({ method: 'GET', path: `${repo}/pulls/${number}` }, hubPull));
  const patch = async (number: number, body: Record<string, unknown>) =>
    pullOf(await client.ask({ method: 'PATCH', path: `${repo}/pulls/${number}`, body }, hubPull));

  const forge: Forge = {
    ...{ kind: 'gitea', host, project },

    protects: (branch) => isProtectedOn(client, `${repo}/branches/${encodeURIComponent(branch)}`),

    ...hubIssues({ client, host, repo, clock, paging: '' }),

    pulls: async () => (await firstPage(client.pages(`${repo}/pulls?state=all&limit=50`, hubPull))).map(pullOf),
    pull: get,

    /** It cannot be asked for the pull requests of a branch. */
    async find(head, marker) {
      let open: Pull | null = null;
      for await (const page of client.pages(`${repo}/pulls?state=all&sort=recentupdate&limit=50`, hubPull)) {
        const pull = pullOn(page.map(pullOf), head, marker);
        if (pull?.body.includes(marker)) return pull;
        open ??= pull;
      }
      return open;
    },

    open: ({ marker, draft, title, ...proposal }) =>
      createOnce(
        clock,
        () => forge.find(proposal.head, marker),
        async () => {
          const body = { ...proposal, title: draft ? drafted(title, prefix) : title };
          return pullOf(await client.ask({ method: 'POST', path: `${repo}/pulls`, body }, hubPull));
        },
      ),

    async update(number, { draft, ...change }) {
      const now = await get(number);
      const stays = now.draft && draft !== false;
      const { title, ...others } = differences(now, change);
      const body = {
        ...others,
        ...((title !== undefined || now.draft !== stays) && {
          title: stays ? drafted(title ?? now.title, prefix) : (title ?? now.title),
        }),
      };
      return Object.keys(body).length > 0 ? patch(number, body) : now;
    },

    async merge(number, head_commit_id) {
      const now = await get(number);
      if (now.state === 'merged') return now;
      let style = 0;
      for (let attempt = 1; ; attempt += 1) {
        const body = { Do: styles[style], head_commit_id };
        try {
          await client.send({ method: 'POST', path: `${repo}/pulls/${number}/merge`, body });
          return await get(number);
        } catch (error) {
          if (!(error instanceof ForgeError) || attempt >= mergeTries) throw error;
          if ((await get(number)).state === 'merged') return get(number);
          if (/allowed merge style/.test(error.message) && style < styles.length - 1) style += 1;
          // It looks for conflicts by itself, and until then refuses.
          else if (error.status === 405 && /try again/i.test(error.message)) await clock.sleep(500 * 2 ** attempt);
          else throw error;
        }
      }
    },

    async close(number) {
      const now = await get(number);
      return now.state === 'open' ? patch(number, { state: 'closed' }) : now;
    },
  };
  return forge;
}

function pullOf(pull: HubPull): Pull {
  const { number, html_url: url, body, head, base } = pull;
  const isMerged = pull.merged === true || (pull.merged_at ?? null) !== null;
  return {
    ...{ number, url, body, head: head.ref, head_sha: head.sha, base: base.ref },
    title: undrafted(pull.title),
    draft: pull.draft ?? isDraft(pull.title),
    state: isMerged ? 'merged' : pull.state,
  };
}
