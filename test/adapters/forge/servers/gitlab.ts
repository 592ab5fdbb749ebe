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

/** GitLab's API v4, as documented. A project is named by its whole path, encoded. */
export function startGitlab(project: Project, others?: Parameters<typeof serve>[2]): Promise<Forged> {
  return serve(project, (request, url) => answer(project, request, url), others);
}

const isDraft = (title: string) => /^(?:draft:|\[draft\]|\(draft\))/i.test(title);

function answer(project: Project, request: Request, url: string): Reply | null {
  const { method, path, body, headers } = request;
  if (headers['private-token'] !== project.token) return { status: 401, body: { message: '401 Unauthorized' } };
  const inside = new RegExp(`^/api/v4/projects/${project.owner}%2F${project.name}(/.*)$`).exec(path)?.[1];
  const [, kind, number, rest] = /^\/(issues|merge_requests)(?:\/(\d+)(?:\/(\w+))?)?$/.exec(inside ?? '') ?? [];
  const branch = /^\/repository\/branches\/(.+)$/.exec(inside ?? '')?.[1];
  if (branch !== undefined) return branchAt(project, branch, 'can_push');
  if (kind === undefined) return { status: 404, body: { message: '404 Project Not Found' } };
  if (number === undefined) return kind === 'merge_requests' ? requests(project, request, url) : null;
  const list: Thread[] = kind === 'issues' ? project.issues : project.pulls;
  const thread = list.find((one) => one.number === Number(number));
  if (!thread) return { status: 404, body: { message: '404 Not found' } };
  if (rest === 'notes') {
    if (method === 'GET') return paged(request, url, project, thread.comments.map(note), 'per_page');
    return { status: 201, body: note(commented(project, thread, body.body)) };
  }
  if (kind === 'issues') return { status: 200, body: issue(thread, url, project) };
  const pull = thread as StoredPull;
  if (rest === 'merge') return method === 'PUT' ? merge(project, pull, body, url) : null;
  if (method === 'PUT') {
    if (typeof body.title === 'string') pull.title = body.title;
    if (typeof body.description === 'string') pull.body = body.description;
    if (typeof body.target_branch === 'string') pull.base = body.target_branch;
    if (body.state_event === 'close' && pull.state === 'open') pull.state = 'closed';
  }
  return { status: 200, body: shown(pull, url, project) };
}

function requests(project: Project, request: Request, url: string): Reply {
  const { method, query, body } = request;
  if (method === 'GET') {
    const [branch, state] = [query.get('source_branch'), query.get('state') ?? 'all'];
    const list = project.pulls
      .filter((one) => branch === null || one.head === branch)
      .filter((one) => state === 'all' || (state === 'opened') === (one.state === 'open'))
      .sort((a, b) => b.number - a.number);
    return paged(
      request,
      url,
      project,
      list.map((one) => shown(one, url, project)),
      'per_page',
    );
  }
  const { source_branch: head = '', target_branch: base = '', title = '' } = body as Record<string, string>;
  if (!head || !base || !title) return { status: 400, body: { error: 'title is missing' } };
  const twin = project.pulls.find((one) => one.head === head && one.base === base && one.state === 'open');
  if (twin)
    return {
      status: 409,
      body: { message: [`Another open merge request already exists for this source branch: !${twin.number}`] },
    };
  const pull: StoredPull = {
    ...{
      number: project.next++,
      title,
      body: String(body.description ?? ''),
      state: 'open',
      author: 'pawl-bot',
      comments: [],
    },
    ...{ head, base, draft: false, merge_sha: null },
  };
  project.pulls.push(pull);
  return { status: 201, body: shown(pull, url, project) };
}

function merge(project: Project, pull: StoredPull, { sha }: Record<string, unknown>, url: string): Reply {
  if (pull.state !== 'open' || isDraft(pull.title)) return { status: 405, body: { message: '405 Method Not Allowed' } };
  if (sha !== undefined && sha !== project.branches.tip(pull.head))
    return {
      status: 409,
      body: { message: `SHA does not match HEAD of source branch: ${project.branches.tip(pull.head)}` },
    };
  const merged = project.branches.merge(pull.base, pull.head);
  if (merged === null) return { status: 422, body: { message: 'Branch cannot be merged' } };
  pull.state = 'merged';
  pull.merge_sha = merged;
  return { status: 200, body: shown(pull, url, project) };
}

const page = (url: string, { owner, name }: Project) => `${url}/${owner}/${name}/-`;

function issue({ number, title, body, state, author }: Thread, url: string, project: Project) {
  return {
    ...{ id: 1000 + number, iid: number, title, description: body === '' ? null : body, author: { username: author } },
    ...{ state: state === 'open' ? 'opened' : 'closed', web_url: `${page(url, project)}/issues/${number}` },
  };
}

const note = ({ id, author, body, system }: Thread['comments'][number]) => ({
  ...{ id: id + 1, body, author: { username: author }, created_at: at, system, noteable_type: 'Issue' },
});

function shown(pull: StoredPull, url: string, project: Project) {
  const { number, title, body, head, base, state, merge_sha } = pull;
  return {
    ...{
      id: 2000 + number,
      iid: number,
      title,
      description: body,
      draft: isDraft(title),
      work_in_progress: isDraft(title),
    },
    state: state === 'open' ? 'opened' : state,
    ...{ source_branch: head, target_branch: base, sha: project.branches.tip(head), merge_commit_sha: merge_sha },
    ...{ detailed_merge_status: isDraft(title) ? 'draft_status' : 'mergeable', merge_status: 'can_be_merged' },
    web_url: `${page(url, project)}/merge_requests/${number}`,
  };
}
