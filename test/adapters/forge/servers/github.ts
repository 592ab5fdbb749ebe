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

/** GitHub's REST API (2022-11-28) and the one GraphQL mutation, as documented. */
export function startGithub(project: Project, others?: Parameters<typeof serve>[2]): Promise<Forged> {
  return serve(project, (request, url) => answer(project, request, url), others);
}

function answer(project: Project, request: Request, url: string): Reply | null {
  const { method, path, body, headers } = request;
  if (headers.authorization !== `Bearer ${project.token}`) return { status: 401, body: { message: 'Bad credentials' } };
  if (!headers['user-agent']) return { status: 403, body: { message: 'Request forbidden by administrative rules.' } };
  if (path === '/graphql') return graphql(project, body);
  const inside = new RegExp(`^/repos/${project.owner}/${project.name}(/.*)$`).exec(path)?.[1];
  const [, kind, number, rest] = /^\/(issues|pulls)(?:\/(\d+)(?:\/(\w+))?)?$/.exec(inside ?? '') ?? [];
  const branch = /^\/branches\/(.+)$/.exec(inside ?? '')?.[1];
  if (branch !== undefined) return branchAt(project, branch);
  if (kind === undefined) return null;
  if (number === undefined) return kind === 'pulls' ? pulls(project, request, url) : null;
  const pull = project.pulls.find((one) => one.number === Number(number));
  const thread = pull ?? project.issues.find((one) => one.number === Number(number));
  if (!thread) return null;
  if (kind === 'issues' && rest === 'comments') {
    if (method === 'GET')
      return paged(
        request,
        url,
        project,
        thread.comments.map((one) => comment(one, thread, url, project)),
        'per_page',
      );
    if (typeof body.body !== 'string' || body.body.length > 65_536) return invalid('IssueComment', 'Body is too long');
    return { status: 201, body: comment(commented(project, thread, body.body), thread, url, project) };
  }
  if (kind === 'issues')
    return { status: 200, body: { ...issue(thread, url, project), ...(pull && { pull_request: { url } }) } };
  if (!pull) return null;
  if (rest === 'merge') return method === 'PUT' ? merge(project, pull, body) : null;
  if (method === 'PATCH') {
    if (typeof body.title === 'string') pull.title = body.title;
    if (typeof body.body === 'string') pull.body = body.body;
    if (typeof body.base === 'string') pull.base = body.base;
    if (body.state === 'closed' && pull.state === 'open') pull.state = 'closed';
  }
  return { status: 200, body: shown(pull, url, project, true) };
}

function pulls(project: Project, request: Request, url: string): Reply {
  const { method, query, body } = request;
  if (method === 'GET') {
    const head = query.get('head');
    const state = query.get('state') ?? 'open';
    const list = project.pulls
      .filter((one) => head === null || head === `${project.owner}:${one.head}`)
      .filter((one) => state === 'all' || (state === 'open') === (one.state === 'open'))
      .sort((a, b) => b.number - a.number);
    return paged(
      request,
      url,
      project,
      list.map((one) => shown(one, url, project, false)),
      'per_page',
    );
  }
  const { head, base, title } = body as Record<string, string>;
  if (!head || !base || !title) return invalid('PullRequest', 'Validation failed');
  if (project.branches.tip(head) === null)
    return {
      status: 422,
      body: { message: 'Validation Failed', errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }] },
    };
  if (project.branches.tip(base) === null)
    return {
      status: 422,
      body: { message: 'Validation Failed', errors: [{ resource: 'PullRequest', field: 'base', code: 'invalid' }] },
    };
  if (project.pulls.some((one) => one.head === head && one.base === base && one.state === 'open'))
    return invalid('PullRequest', `A pull request already exists for ${project.owner}:${head}.`);
  const pull: StoredPull = {
    ...{
      number: project.next++,
      title,
      body: String(body.body ?? ''),
      state: 'open',
      author: 'pawl-bot',
      comments: [],
    },
    ...{ head, base, draft: body.draft === true, merge_sha: null },
  };
  project.pulls.push(pull);
  return { status: 201, body: shown(pull, url, project, true) };
}

function merge(project: Project, pull: StoredPull, { sha }: Record<string, unknown>): Reply {
  if (pull.state !== 'open') return { status: 405, body: { message: 'Pull Request is not mergeable' } };
  if (pull.draft) return { status: 405, body: { message: 'Pull Request is still a draft' } };
  if (sha !== undefined && sha !== project.branches.tip(pull.head))
    return { status: 409, body: { message: 'Head branch was modified. Review and try the merge again.' } };
  const merged = project.branches.merge(pull.base, pull.head);
  if (merged === null) return { status: 405, body: { message: 'Pull Request is not mergeable' } };
  pull.state = 'merged';
  pull.merge_sha = merged;
  return { status: 200, body: { sha: merged, merged: true, message: 'Pull Request successfully merged' } };
}

function graphql(project: Project, { query, variables }: Record<string, unknown>): Reply {
  const { id } = (variables ?? {}) as { id?: string };
  const pull = project.pulls.find(({ number }) => `PR_${number}` === id);
  if (!/markPullRequestReadyForReview\(input: *\{ *pullRequestId: *\$id *\}\)/.test(String(query)))
    return { status: 200, body: { errors: [{ type: 'undefinedField', message: 'Parse error' }] } };
  if (!pull) {
    const message = `Could not resolve to a node with the global id of '${id}'`;
    return {
      status: 200,
      body: { data: { markPullRequestReadyForReview: null }, errors: [{ type: 'NOT_FOUND', message }] },
    };
  }
  pull.draft = false;
  return { status: 200, body: { data: { markPullRequestReadyForReview: { pullRequest: { isDraft: false } } } } };
}

const invalid = (resource: string, message: string): Reply => ({
  status: 422,
  body: {
    message: 'Validation Failed',
    errors: [{ resource, code: 'custom', message }],
    documentation_url: 'https://docs.github.com/rest',
  },
});

const page = (url: string, { owner, name }: Project) => `${url}/${owner}/${name}`;

function issue({ number, title, body, state, author, comments }: Thread, url: string, project: Project) {
  return {
    ...{ number, title, body: body === '' ? null : body, state: state === 'open' ? 'open' : 'closed' },
    ...{ node_id: `I_${number}`, html_url: `${page(url, project)}/issues/${number}`, user: { login: author, id: 1 } },
    ...{ comments: comments.length, created_at: at, updated_at: at },
  };
}

function comment({ id, author, body }: Thread['comments'][number], thread: Thread, url: string, project: Project) {
  const html_url = `${page(url, project)}/issues/${thread.number}#issuecomment-${id}`;
  return { id, html_url, body, user: { login: author, id: 1 }, created_at: at, updated_at: at };
}

/** A list leaves out whether it was merged. */
function shown(pull: StoredPull, url: string, project: Project, whole: boolean) {
  const { number, title, body, draft, head, base, state, merge_sha } = pull;
  const isMerged = state === 'merged';
  return {
    ...{ number, node_id: `PR_${number}`, title, body: body === '' ? null : body, draft, user: { login: pull.author } },
    html_url: `${page(url, project)}/pull/${number}`,
    state: state === 'open' ? 'open' : 'closed',
    merged_at: isMerged ? at : null,
    merge_commit_sha: merge_sha,
    ...(whole && { merged: isMerged, mergeable: null }),
    head: { label: `${project.owner}:${head}`, ref: head, sha: project.branches.tip(head) ?? '' },
    base: { label: `${project.owner}:${base}`, ref: base, sha: project.branches.tip(base) ?? '' },
  };
}
