import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredComment {
  id: number;
  author: string;
  body: string;
  system: boolean;
}

export interface Thread {
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed' | 'merged';
  author: string;
  comments: StoredComment[];
}

export interface StoredPull extends Thread {
  head: string;
  base: string;
  draft: boolean;
  merge_sha: string | null;
}

export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What goes wrong with the next request that it is about. `lost`: it is done, and the connection breaks. */
export interface Trouble {
  about: RegExp;
  how: 'lost' | 'refused' | Reply;
  times: number;
}

/** The branches of a project; a real repository can stand behind them. */
export interface Branches {
  tip(branch: string): string | null;
  /** The commit that brings `head` into `base`; null where they conflict. */
  merge(base: string, head: string): string | null;
}

/** What a project on a forge holds, whatever its wire. */
export interface Project {
  owner: string;
  name: string;
  token: string;
  branches: Branches;
  issues: Thread[];
  pulls: StoredPull[];
  /** Branches that only some may push to. */
  protected: string[];
  trouble: Trouble[];
  requests: Request[];
  /** Items on a page, where more are asked for. */
  page: number;
  next: number;
}

/** A branch as a forge shows it: `push` is what it calls the right to push. */
export function branchAt(project: Project, encoded: string, push?: string): Reply {
  const name = decodeURIComponent(encoded);
  const sha = project.branches.tip(name);
  if (sha === null) return { status: 404, body: { message: 'Branch not found' } };
  const isProtected = project.protected.includes(name);
  const may = push === undefined ? {} : { [push]: !isProtected };
  return { status: 200, body: { name, commit: { sha, id: sha }, protected: isProtected, ...may } };
}

export function projectWith(changes: Partial<Project> = {}): Project {
  return {
    owner: 'acme',
    name: 'adder',
    token: 'tok-3f9a81c27b5e40d6a1b2',
    branches: mapped(new Map([['main', 'a'.repeat(40)]])),
    ...{ issues: [], pulls: [], protected: [], trouble: [], requests: [], page: 100, next: 1 },
    ...changes,
  };
}

/** Branches that are names only. */
export function mapped(tips: Map<string, string>): Branches & { set(branch: string, sha: string): void } {
  return {
    tip: (branch) => tips.get(branch) ?? null,
    merge(base, head) {
      const sha = `${tips.get(head)?.slice(0, 38)}ff`;
      tips.set(base, sha);
      return sha;
    },
    set: (branch, sha) => tips.set(branch, sha),
  };
}

export function addIssue(project: Project, issue: Partial<Thread>): Thread {
  const number = project.next++;
  const thread: Thread = { number, title: 'A title', body: '', state: 'open', author: 'ann', comments: [], ...issue };
  project.issues.push(thread);
  return thread;
}

export const said = (author: string, body: string, system = false): StoredComment => ({ id: 0, author, body, system });

export interface Forged {
  url: string;
  project: Project;
  close(): Promise<void>;
}

/** Serves a project on loopback. `answer` speaks one wire; null is a path that it does not know. */
export async function serve(
  project: Project,
  answer: (request: Request, url: string) => Reply | null,
  others: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<Forged> {
  let url = '';
  const server = createServer((incoming, response) => {
    if (others(incoming, response)) return;
    void read(incoming).then((request) => {
      project.requests.push(request);
      const trouble = project.trouble.find(
        ({ about, times }) => times > 0 && about.test(`${request.method} ${incoming.url}`),
      );
      if (trouble) trouble.times -= 1;
      if (trouble?.how === 'refused') return incoming.socket.destroy();
      if (trouble && typeof trouble.how === 'object') return write(response, trouble.how);
      const reply = answer(request, url) ?? { status: 404, body: { message: 'Not Found' } };
      if (trouble?.how === 'lost') return incoming.socket.destroy();
      write(response, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, project, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function read(incoming: IncomingMessage): Promise<Request> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  const url = new URL(incoming.url ?? '/', 'http://here');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

function write(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

/** One page of a list with the `Link` header that GitHub, GitLab and Gitea all send. */
export function paged(request: Request, url: string, project: Project, items: unknown[], sizeKey: string): Reply {
  const size = Math.min(Number(request.query.get(sizeKey) ?? 30), project.page);
  const page = Number(request.query.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const at = (number: number, rel: string): string => {
    const query = new URLSearchParams(request.query);
    query.set('page', String(number));
    return `<${url}${request.path}?${query}>; rel="${rel}"`;
  };
  const links = page < last ? [at(page + 1, 'next'), at(last, 'last')] : [];
  return {
    status: 200,
    body: items.slice((page - 1) * size, page * size),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
}

/** Adds a comment to a thread and gives it back. */
export function commented(project: Project, thread: Thread, body: unknown): StoredComment {
  const comment = { id: project.next++, author: 'pawl-bot', body: String(body), system: false };
  thread.comments.push(comment);
  return comment;
}

export const at = '2030-01-01T00:00:00Z';
