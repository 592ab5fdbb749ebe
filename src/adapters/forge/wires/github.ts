import { type Forge, ForgeError } from '../../../ports/outside/forge.ts';
import { graphAnswer, type HubPull, hubPull } from '../../../schema/forge/answers.ts';
import type { Pull } from '../../../schema/forge/pull.ts';
import { allPages, firstPage, forgeClient } from '../client.ts';
import { createOnce } from '../create-once.ts';
import { isProtectedOn } from '../protection.ts';
import { differences, pullOn } from '../pulls.ts';
import { hubIssues } from './hub-issues.ts';
import type { WireOptions } from './options.ts';

const ready = `mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`;
const methods = ['merge', 'squash', 'rebase'];

/** GitHub, and GitHub Enterprise Server. */
export function githubForge({ host, project, api, token, clock, point }: WireOptions): Forge {
  const client = forgeClient({
    ...{ api, host, token, clock, point },
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      authorization: `Bearer ${token}`,
    },
  });
  const repo = `/repos/${project}`;
  // The one of an Enterprise Server is beside its REST API, not below it.
  const graphql = api.replace(/\/v3$/, '');
  const get = (number: number) => client.ask({ method: 'GET', path: `${repo}/pulls/${number}` }, hubPull);
  const patch = (number: number, body: Record<string, unknown>) =>
    client.ask({ method: 'PATCH', path: `${repo}/pulls/${number}`, body }, hubPull);

  const forge: Forge = {
    ...{ kind: 'github', host, project },

    protects: (branch) => isProtectedOn(client, `${repo}/branches/${encodeURIComponent(branch)}`),

    ...hubIssues({ client, host, repo, clock, paging: '?per_page=100' }),

    async pulls() {
      const path = `${repo}/pulls?state=all&sort=created&direction=desc&per_page=100`;
      return (await firstPage(client.pages(path, hubPull))).map(pullOf);
    },

    pull: async (number) => pullOf(await get(number)),

    async find(head, marker) {
      const owner = project.split('/')[0];
      const path = `${repo}/pulls?state=all&per_page=100&head=${encodeURIComponent(`${owner}:${head}`)}`;
      return pullOn((await allPages(client.pages(path, hubPull))).map(pullOf), head, marker);
    },

    open: ({ marker, ...proposal }) =>
      createOnce(
        clock,
        () => forge.find(proposal.head, marker),
        async () => {
          const create = (draft: boolean) =>
            client.ask({ method: 'POST', path: `${repo}/pulls`, body: { ...proposal, draft } }, hubPull);
          try {
            return pullOf(await create(proposal.draft));
          } catch (error) {
            // Private repositories of some plans have no drafts.
            if (error instanceof ForgeError && error.status === 422 && /draft/i.test(error.message))
              return pullOf(await create(false));
            throw error;
          }
        },
      ),

    async update(number, { draft, ...change }) {
      let now = await get(number);
      const differing = differences(pullOf(now), change);
      if (Object.keys(differing).length > 0) now = await patch(number, differing);
      if (draft !== false || now.draft !== true) return pullOf(now);
      const body = { query: ready, variables: { id: now.node_id } };
      const { errors = [] } = await client.ask({ method: 'POST', path: '/graphql', api: graphql, body }, graphAnswer);
      const [fault] = errors;
      if (fault) {
        const reason = fault.type === 'FORBIDDEN' ? 'forbidden' : 'invalid';
        throw new ForgeError(reason, `${host} could not mark #${number} as ready: ${fault.message.slice(0, 300)}`);
      }
      return pullOf({ ...now, draft: false });
    },

    async merge(number, sha) {
      const before = pullOf(await get(number));
      if (before.state === 'merged') return before;
      for (const [index, merge_method] of methods.entries()) {
        const call = { method: 'PUT' as const, path: `${repo}/pulls/${number}/merge`, body: { sha, merge_method } };
        try {
          await client.send(call);
          break;
        } catch (error) {
          const now = pullOf(await get(number));
          if (now.state === 'merged') return now;
          // A repository may allow some ways of merging only.
          const isOther =
            error instanceof ForgeError && error.status === 405 && /not allowed on this/.test(error.message);
          if (!isOther || index === methods.length - 1) throw error;
        }
      }
      return pullOf(await get(number));
    },

    async close(number) {
      const now = await get(number);
      return pullOf(now.state === 'closed' ? now : await patch(number, { state: 'closed' }));
    },
  };
  return forge;
}

function pullOf(pull: HubPull): Pull {
  const { number, html_url: url, title, body, draft = false, head, base } = pull;
  const isMerged = pull.merged === true || (pull.merged_at ?? null) !== null;
  const state = isMerged ? 'merged' : pull.state;
  return { number, url, title, body, state, draft, head: head.ref, head_sha: head.sha, base: base.ref };
}
