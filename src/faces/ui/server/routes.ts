import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App, RunHandle } from '../../../app.ts';
import { ConfigError } from '../../../ports/errors.ts';
import type { MemorySearch } from '../../../schema/run/debug-memory.ts';
import { type ReportFormat, reportFormats } from '../../../schema/run/report.ts';
import { taskSchema } from '../../../schema/run/task.ts';
import type { Assets } from './assets.ts';
import { icon, locked, shell } from './assets.ts';
import { bearerOf, isToken } from './guard.ts';
import type { Hub } from './hub.ts';
import { bodyOf, fault, json, text } from './respond.ts';
import { stream } from './stream.ts';
import type { Tickets } from './tickets.ts';
import type { Works } from './works.ts';

export interface Served {
  app: App;
  hub: Hub;
  works: Works;
  tickets: Tickets;
  assets: Assets;
  token: string;
  hello: { target: string; version: string };
  stop: AbortSignal;
}

type Handle = (served: Served, req: IncomingMessage, res: ServerResponse, part: string, url: URL) => Promise<void>;

/** By method and path; the one group is a run or a digest. What is not here is not there. */
const routes: [method: string, path: RegExp, handle: Handle][] = [
  ['GET', /^\/api\/stream$/, follow],
  [
    'GET',
    /^\/api\/blobs\/([0-9a-f]{64})$/,
    async ({ app }, _req, res, digest) => text(res, 200, 'text/plain', await app.blob(digest)),
  ],
  [
    'GET',
    /^\/api\/runs\/([\w-]{1,64})\/diff$/,
    async ({ app }, _req, res, run) => text(res, 200, 'text/plain', await app.diff(run)),
  ],
  ['GET', /^\/api\/runs\/([\w-]{1,64})\/report$/, report],
  ['GET', /^\/api\/metrics$/, async ({ app }, _req, res, _part, url) => json(res, await app.metrics(sinceOf(url)))],
  [
    'GET',
    /^\/api\/memory$/,
    async ({ app }, _req, res, _part, url) => json(res, await app.searchMemory(searchOf(url))),
  ],
  [
    'POST',
    /^\/api\/runs\/([\w-]{1,64})\/ticket$/,
    async ({ tickets }, _req, res, run) => json(res, { ticket: tickets.issue(run) }),
  ],
  ['POST', /^\/api\/runs\/([\w-]{1,64})\/answer$/, answer],
  [
    'POST',
    /^\/api\/runs\/([\w-]{1,64})\/resume$/,
    async ({ app, works }, _req, res, run) => acknowledge(res, works, await app.resume(run)),
  ],
  [
    'POST',
    /^\/api\/runs\/([\w-]{1,64})\/cancel$/,
    async ({ app }, _req, res, run) => json(res, { outcome: await app.cancel(run) }),
  ],
];

/** Answers one request that comes from the right place. */
export async function answered(served: Served, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://page');
  if (req.method !== 'POST' && (await openPage(served, res, url))) return;
  if (!isToken(bearerOf(req.headers), served.token)) return fault(res, 401, 'the token is missing or wrong');
  for (const [method, path, handle] of routes) {
    const match = path.exec(url.pathname);
    if (match && method === req.method) return handle(served, req, res, match[1] ?? '', url);
  }
  fault(res, 404, 'there is nothing here');
}

/** What a browser asks for by itself, without a header: the page, what it is made of, and a report by its ticket. */
async function openPage({ app, assets, token, tickets }: Served, res: ServerResponse, url: URL): Promise<boolean> {
  if (url.pathname === '/page.js') text(res, 200, 'text/javascript', assets.script);
  else if (url.pathname === '/page.css') text(res, 200, 'text/css', assets.style);
  else if (url.pathname === '/icon.svg') text(res, 200, 'image/svg+xml', icon);
  else if (url.pathname === '/') {
    if (isToken(url.searchParams.get('token'), token)) text(res, 200, 'text/html', shell);
    else text(res, 401, 'text/plain', locked);
  } else {
    const [, run = null] = /^\/reports\/([\w-]{1,64})$/.exec(url.pathname) ?? [];
    if (run === null) return false;
    if (!tickets.use(url.searchParams.get('ticket'), run)) text(res, 401, 'text/plain', locked);
    // The page brings its own policy, which lets in its one style by its hash and nothing else.
    else
      text(res, 200, 'text/html', await app.report(run, 'html'), {
        'Content-Security-Policy': "frame-ancestors 'none'; sandbox; script-src 'none'",
      });
  }
  return true;
}

async function follow(
  { app, hub, hello, stop }: Served,
  _req: IncomingMessage,
  res: ServerResponse,
  _part: string,
  url: URL,
) {
  const run = url.searchParams.get('run');
  const after = Number(url.searchParams.get('after') ?? 0);
  if ((run !== null && !/^[\w-]{1,64}$/.test(run)) || !Number.isSafeInteger(after) || after < 0)
    return fault(res, 400, 'this is not a run and a number');
  return stream(app, hub, res, { run, after, list: url.searchParams.get('list'), hello }, stop);
}

async function report({ app }: Served, _req: IncomingMessage, res: ServerResponse, run: string, url: URL) {
  const format = url.searchParams.get('format') ?? 'markdown';
  if (!(reportFormats as readonly string[]).includes(format)) return fault(res, 400, 'there is no such format');
  // As text: nothing that a report holds is run or shown as a page from here.
  return text(res, 200, 'text/plain', await app.report(run, format as ReportFormat));
}

async function answer({ app, works }: Served, req: IncomingMessage, res: ServerResponse, run: string) {
  const { text: reply, tasks } = await bodyOf(req);
  if (typeof reply === 'string') return acknowledge(res, works, await app.answer(run, reply));
  const parsed = taskSchema.array().max(50).safeParse(tasks);
  if (parsed.success) return acknowledge(res, works, await app.answer(run, { tasks: parsed.data }));
  const [issue] = parsed.error.issues;
  const [at, ...field] = issue?.path ?? [];
  throw new ConfigError(
    typeof at === 'number' ? `task ${at + 1}: ${field.join('.')}: ${issue?.message}` : 'an answer is a text or a plan',
    'plan_refused',
  );
}

function acknowledge(res: ServerResponse, works: Works, handle: RunHandle): void {
  works.take(handle);
  json(res, { run: handle.run });
}

function sinceOf(url: URL): { since?: string } {
  const since = url.searchParams.get('since');
  return since === null ? {} : { since };
}

/** Words are enough for a person; the other keys of `pawl memory search` stay with the command. */
function searchOf(url: URL): MemorySearch {
  const words = url.searchParams.get('words')?.slice(0, 500).trim() ?? '';
  return { limit: 50, ...(words !== '' && { words }) };
}
