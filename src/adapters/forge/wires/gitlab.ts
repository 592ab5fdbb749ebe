import { type Forge, ForgeError } from '../../../ports/outside/forge.ts';
import { type LabMerge, labIssue, labMerge, labNote } from '../../../schema/forge/answers.ts';
import type { Pull } from '../../../schema/forge/pull.ts';
import { allPages, firstPage, forgeClient } from '../client.ts';
import { createOnce } from '../create-once.ts';
import { isProtectedOn } from '../protection.ts';
import { differences, pullOn } from '../pulls.ts';
import { drafted, isDraft, undrafted } from './draft-title.ts';
import type { WireOptions } from './options.ts';

const prefix = 'Draft: ';
const mergeTries = 5;
/** It has not yet found out whether it can be merged. */
const undecided = new Set(['checking', 'unchecked', 'preparing', 'approvals_syncing', 'cannot_be_merged_recheck']);

/** GitLab. A draft is a title that begins with `Draft:`. */
export function gitlabForge({ host, project, api, token, clock, point }: WireOptions): Forge {
  const client = forgeClient({
    ...{ api, host, token, clock, point },
    headers: { accept: 'application/json', 'private-token': token },
  });
  const repo = `/projects/${encodeURIComponent(project)}`;
  const site = api.replace(/\/api\/v4$/, '');
  const requests = `${repo}/merge_requests`;
  const threads = { issue: `${repo}/issues`, pull: requests };
  const notes = (kind: 'issue' | 'pull', number: number) =>
    client.pages(`${threads[kind]}/${number}/notes?sort=asc&per_page=100`, labNote);
  const getRaw = (number: number) => client.ask({ method: 'GET', path: `${requests}/${number}` }, labMerge);
  const get = async (number: number) => pullOf(await getRaw(number));
  const put = async (number: number, body: Record<string, unknown>) =>
    pullOf(await client.ask({ method: 'PUT', path: `${requests}/${number}`, body }, labMerge));

  const forge: Forge = {
    ...{ kind: 'gitlab', host, project },

    protects: (branch) => isProtectedOn(client, `${repo}/repository/branches/${encodeURIComponent(branch)}`),

    async issue(number) {
      const issue = await client.ask({ method: 'GET', path: `${repo}/issues/${number}` }, labIssue);
      const discussion = (await allPages(notes('issue', number)))
        .filter(({ system }) => !system)
        .map(({ author, body, created_at }) => ({ author, body, at: created_at }));
      const { web_url: url, title, description: body, author, state } = issue;
      return { number, url, title, body, author, state: state === 'opened' ? 'open' : 'closed', comments: discussion };
    },

    async comment({ kind, number }, body, marker) {
      const own = await createOnce(
        clock,
        async () => (await allPages(notes(kind, number))).find((note) => note.body.includes(marker)) ?? null,
        () => client.ask({ method: 'POST', path: `${threads[kind]}/${number}/notes`, body: { body } }, labNote),
      );
      return `${site}/${project}/-/${kind === 'issue' ? 'issues' : 'merge_requests'}/${number}#note_${own.id}`;
    },

    async pulls() {
      const path = `${requests}?state=all&order_by=created_at&sort=desc&per_page=100`;
      return (await firstPage(client.pages(path, labMerge))).map(pullOf);
    },
    pull: get,

    async find(head, marker) {
      const path = `${requests}?state=all&per_page=100&source_branch=${encodeURIComponent(head)}`;
      return pullOn((await allPages(client.pages(path, labMerge))).map(pullOf), head, marker);
    },

    open: ({ marker, head, base, body, draft, title }) =>
      createOnce(
        clock,
        () => forge.find(head, marker),
        async () => {
          const fields = {
            source_branch: head,
            target_branch: base,
            title: draft ? drafted(title, prefix) : title,
            description: body,
          };
          return pullOf(await client.ask({ method: 'POST', path: requests, body: fields }, labMerge));
        },
      ),

    async update(number, { draft, ...change }) {
      const now = await get(number);
      const stays = now.draft && draft !== false;
      const { title, body: description, base: target_branch } = differences(now, change);
      const body = {
        ...(description !== undefined && { description }),
        ...(target_branch !== undefined && { target_branch }),
        ...((title !== undefined || now.draft !== stays) && {
          title: stays ? drafted(title ?? now.title, prefix) : (title ?? now.title),
        }),
      };
      return Object.keys(body).length > 0 ? put(number, body) : now;
    },

    async merge(number, sha) {
      const now = await get(number);
      if (now.state === 'merged') return now;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const call = { method: 'PUT' as const, path: `${requests}/${number}/merge`, body: { sha } };
          return pullOf(await client.ask(call, labMerge));
        } catch (error) {
          if (!(error instanceof ForgeError)) throw error;
          const { state, detailed_merge_status, merge_status = '' } = await getRaw(number);
          if (state === 'merged') return get(number);
          const isWaiting = error.status === 405 || error.status === 406 || error.status === 422;
          if (!isWaiting || !undecided.has(detailed_merge_status ?? merge_status) || attempt >= mergeTries)
            throw mergeFault(error);
          await clock.sleep(500 * 2 ** attempt);
        }
      }
    },

    async close(number) {
      const now = await get(number);
      return now.state === 'open' ? put(number, { state_event: 'close' }) : now;
    },
  };
  return forge;
}

/** It answers 401 to who may not merge, and 422 where there are conflicts. */
function mergeFault(error: ForgeError): ForgeError {
  if (error.status === 401) return new ForgeError('forbidden', error.message, { status: 401 });
  return error.status === 422 ? new ForgeError('not_mergeable', error.message, { status: 422 }) : error;
}

function pullOf(pull: LabMerge): Pull {
  const { iid: number, web_url: url, description: body, source_branch: head, target_branch: base, sha } = pull;
  return {
    ...{ number, url, body, head, base, head_sha: sha },
    title: undrafted(pull.title),
    draft: pull.draft ?? isDraft(pull.title),
    // Locked: it is being merged.
    state: pull.state === 'opened' || pull.state === 'locked' ? 'open' : pull.state,
  };
}
