import type { Reply } from './store.ts';
import {
  at,
  branchAt,
  commented,
  type Forged,
  type Project,
  paged,
  type Request,
  type StoredPull,
  serve,
  type Thread,
} from './store.ts';

/** Gitea's API v1, as its swagger file and handlers say. */
export function startGitea(project: Project, others?: Parameters<typeof serve>[2]): Promise<Forged> {
  return serve(project, (request, url) => answer(project, request, url), others);
}

const isDraft = (title: string) => /^(?:WIP:|\[WIP\])/i.test(title);

function answer(project: Project, request: Request, url: string): Reply | null {
  const { method, path, body, headers } = request;
  if (headers.authorization !== `token ${project.token}`)
    return { status: 401, body: { message: 'invalid username, password or token', url: `${url}/api/swagger` } };
  const inside = new RegExp(`^/api/v1/repos/${project.owner}/${project.name}(/.*)$`).exec(path)?.[1];
  const [, kind, number, rest] = /^\/(issues|pulls)(?:\/(\d+)(?:\/(\w+))?)?$/.exec(inside ?? '') ?? [];
  const branch = /^\/branches\/(.+)$/.exec(inside ?? '')?.[1];
  if (branch !== undefined) return branchAt(project, branch, 'user_can_push');
  if (kind === undefined) return null;
  if (number === undefined) return kind === 'pulls' ? pulls(project, request, url) : null;
  const pull = project.pulls.find((one) => one.number === Number(number));
  const thread = pull ?? project.issues.find((one) => one.number === Number(number));
  if (!thread) return null;
  if (kind === 'issues' && rest === 'comments') {
    // They come all at once.
    if (method === 'GET')
      return { status: 200, body: thread.comments.map((one) => comment(one, thread, url, project)) };
    return { status: 201, body: comment(commented(project, thread, body.body), thread, url, project) };
  }
  if (kind === 'issues')
    return { status: 200, body: { ...issue(thread, url, project), pull_request: pull ? { merged: false } : null } };
  if (!pull) return null;
  if (rest === 'merge') return method === 'POST' ? merge(project, pull, body) : null;
  if (method === 'GET') return { status: 200, body: shown(pull, url, project) };
  if (typeof body.title === 'string' && body.title !== '') pull.title = body.title;
  if (typeof body.body === 'string') pull.body = body.body;
  if (typeof body.base === 'string') pull.base = body.base;
  if (body.state !== undefined && pull.state === 'merged')
    return { status: 412, body: { message: 'cannot change state of this pull request, it was already merged' } };
  if (body.state === 'closed') pull.state = 'closed';
  return { status: 201, body: shown(pull, url, project) };
}

function pulls(project: Project, request: Request, url: string): Reply | null {
  const { method, query, body } = request;
  if (method === 'GET') {
    const state = query.get('state') ?? 'open';
    const list = project.pulls
      .filter((one) => state === 'all' || (state === 'open') === (one.state === 'open'))
      .sort((a, b) => b.number - a.number);
    return paged(
      request,
      url,
      project,
      list.map((one) => shown(one, url, project)),
      'limit',
    );
  }
  const { head = '', base = '', title = '' } = body as Record<string, string>;
  if (title === '') return { status: 422, body: { message: '[Title]: Required' } };
  if (head === base)
    return {
      status: 422,
      body: { message: 'Invalid PullRequest: There are no changes between the head and the base' },
    };
  if (project.branches.tip(head) === null || project.branches.tip(base) === null) return null;
  if (project.pulls.some((one) => one.head === head && one.base === base && one.state === 'open'))
    return {
      status: 409,
      body: { message: `pull request already exists for these targets [id: 1, head_branch: ${head}]` },
    };
  const pull: StoredPull = {
    ...{
      number: project.next++,
      title,
      body: String(body.body ?? ''),
      state: 'open',
      author: 'pawl-bot',
      comments: [],
    },
    ...{ head, base, draft: false, merge_sha: null },
  };
  project.pulls.push(pull);
  return { status: 201, body: shown(pull, url, project) };
}

function merge(project: Project, pull: StoredPull, body: Record<string, unknown>): Reply {
  if (pull.state === 'closed') return { status: 404, body: { message: 'Not Found' } };
  if (pull.state === 'merged') return { status: 405, body: { message: '' } };
  if (isDraft(pull.title)) return { status: 405, body: { message: 'Work in progress PRs cannot be merged' } };
  if (body.head_commit_id !== undefined && body.head_commit_id !== project.branches.tip(pull.head))
    return { status: 409, body: { message: 'head out of date' } };
  const merged = project.branches.merge(pull.base, pull.head);
  if (merged === null) return { status: 409, body: { Style: 'merge', StdOut: 'CONFLICT' } };
  pull.state = 'merged';
  pull.merge_sha = merged;
  return { status: 200 };
}

const page = (url: string, { owner, name }: Project) => `${url}/${owner}/${name}`;

function issue({ number, title, body, state, author, comments }: Thread, url: string, project: Project) {
  const html_url = `${page(url, project)}/issues/${number}`;
  return {
    number,
    title,
    body,
    state: state === 'open' ? 'open' : 'closed',
    html_url,
    user: { login: author },
    comments: comments.length,
  };
}

function comment({ id, author, body }: Thread['comments'][number], thread: Thread, url: string, project: Project) {
  const html_url = `${page(url, project)}/issues/${thread.number}#issuecomment-${id}`;
  return { id, html_url, body, user: { login: author }, created_at: at };
}

function shown(pull: StoredPull, url: string, project: Project) {
  const { number, title, body, head, base, state, merge_sha } = pull;
  return {
    ...{ number, title, body, draft: isDraft(title), user: { login: pull.author } },
    html_url: `${page(url, project)}/pulls/${number}`,
    state: state === 'open' ? 'open' : 'closed',
    merged: state === 'merged',
    merged_at: state === 'merged' ? at : null,
    merge_commit_sha: merge_sha,
    head: { label: head, ref: head, sha: project.branches.tip(head) ?? '' },
    base: { label: base, ref: base, sha: project.branches.tip(base) ?? '' },
  };
}
