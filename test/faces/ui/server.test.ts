import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../../src/faces/ui/server/serve.ts';
import { ConfigError, PlanRefused } from '../../../src/ports/errors.ts';
import type { Recorded } from '../../../src/schema/run/event.ts';
import type { RunBrief } from '../../../src/schema/run/view.ts';
import { policyWith } from '../../core/policy.ts';
import { done, fakeApp, handleFor, stream } from '../cli/fake-app.ts';

const token = 'abcdefghijklmnopqrstuvwxyz012345';
const digest = 'a'.repeat(64);
const secret = 'hunter2-in-the-environment-of-tests';
const brief: RunBrief = {
  ...{ run: 'r1', request: 'make it add', status: 'waiting', exit_code: null, question: 'Which?' },
  ...{ started_at: '2026-01-02T03:04:05.000Z', last_at: '2026-01-02T03:04:05.000Z', events: 1, usd: 0, seconds: 1 },
  ...{ attempts: 0, tier: null, branch: null, commits: 0, undone: false, planned: false },
};
const policy = policyWith();
const begun: Recorded = {
  ...{ seq: 1, at: brief.started_at, run: 'r1', type: 'run.started', request: 'make it add', request_ref: digest },
  ...{
    target: '/repo',
    base: 'abc',
    scope: '',
    policy: { ...policy, tests: { ...policy.tests, env: { KEY: secret } } },
  },
};
const later: Recorded = { seq: 2, at: brief.started_at, run: 'r1', type: 'answer.given', text: 'yes' };

const notes: string[] = [];
const events: Recorded[] = [begun];
const app = fakeApp({
  door: async () => ({ token, port: null }),
  heads: async () => [{ run: 'r1', events: events.length, alive: false }],
  brief: async () => ({ ...brief, events: events.length }),
  events: (_run, after = 0) => stream(events.slice(after)),
  blob: async (name) => {
    if (name === digest) return '<b>text</b>';
    throw new Error('ENOENT /state/blobs: a path that nobody should see');
  },
  report: async (run, format) => {
    if (run === 'none') throw new ConfigError('run none has no report yet', 'no_report');
    return `${format} of ${run}`;
  },
  answer: async (run, given) => {
    app.calls.push(['answer', run, given]);
    if (typeof given !== 'string' && given.tasks.length === 0)
      throw new PlanRefused([{ task: null, field: null, text: 'the plan has no task' }]);
    return handleFor([], done(0));
  },
});
let page: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  page = await serve({
    ...{ app, port: null, assets: { script: 'the script', style: 'the style' } },
    ...{ hello: { target: '/repo', version: '1' }, note: (line: string) => notes.push(line) },
  });
});
afterAll(() => page.close());

interface Answered {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** As a program would ask that sends whatever it likes. */
function ask(path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  return new Promise<Answered>((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options;
    const asking = request({ host: '127.0.0.1', port: page.port, path, method, headers }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** HTTP 1.0 knows no names. */
function nameless(): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: page.port });
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('end', () => resolve({ status: Number(text.split(' ')[1]), headers: {}, text }));
    socket.write(`GET ${api} HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  });
}

const bearer = { Authorization: `Bearer ${token}` };
const json = { ...bearer, 'Content-Type': 'application/json' };
const api = '/api/metrics';

describe('the page on loopback', () => {
  it('is opened by its address and answers what it says it does', async () => {
    expect(page.url).toBe(`http://127.0.0.1:${page.port}/?token=${token}`);
    const opened = await ask(`/?token=${token}`);
    expect(opened.status).toBe(200);
    expect(opened.text).toContain('<script type="module" src="/page.js">');
    expect(opened.text).not.toContain(token);
    expect(await ask('/page.js')).toMatchObject({ status: 200, text: 'the script' });
    expect(await ask('/page.css')).toMatchObject({ status: 200, text: 'the style' });
  });

  it('says in every answer that nothing from elsewhere may run, be framed or be kept', async () => {
    for (const path of [`/?token=${token}`, '/page.js', '/nowhere', api]) {
      const { headers } = await ask(path);
      expect(headers, path).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /default-src 'none'.*frame-ancestors 'none'.*trusted-types 'none'/,
        ),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  const host = () => `127.0.0.1:${page.port}`;
  const attacks: [what: string, ask: () => Promise<Answered>, status: number][] = [
    ['the page without a token', () => ask('/'), 401],
    ['the page with a wrong token', () => ask(`/?token=${'x'.repeat(32)}`), 401],
    ['the page with the beginning of the token', () => ask(`/?token=${token.slice(0, 31)}`), 401],
    ['data without a token', () => ask(api), 401],
    ['data with the token in the address alone', () => ask(`${api}?token=${token}`), 401],
    ['data with a token that is not one', () => ask(api, { headers: { Authorization: `Basic ${token}` } }), 401],
    ['the stream without a token', () => ask('/api/stream'), 401],
    [
      'an answer without a token',
      () =>
        ask('/api/runs/r1/answer', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"text":"yes"}',
        }),
      401,
    ],
    [
      'another name for this machine (DNS rebinding)',
      () => ask(api, { headers: { ...bearer, Host: `evil.example:${page.port}` } }),
      421,
    ],
    ['this name at another port', () => ask(api, { headers: { ...bearer, Host: '127.0.0.1:80' } }), 421],
    [
      'a name that only begins like ours',
      () => ask(api, { headers: { ...bearer, Host: `127.0.0.1.evil.example:${page.port}` } }),
      421,
    ],
    ['no name at all', () => nameless(), 421],
    ['another page that asks', () => ask(api, { headers: { ...bearer, Origin: 'https://evil.example' } }), 403],
    [
      'a page of another port of this machine',
      () => ask(api, { headers: { ...bearer, Origin: 'http://127.0.0.1:3000' } }),
      403,
    ],
    ['a page without an origin of its own', () => ask(api, { headers: { ...bearer, Origin: 'null' } }), 403],
    [
      'a request that a browser calls cross-site',
      () => ask(`/?token=${token}`, { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
      403,
    ],
    [
      'a request that a browser calls same-site',
      () => ask(api, { headers: { ...bearer, 'Sec-Fetch-Site': 'same-site' } }),
      403,
    ],
    [
      'a preflight',
      () => ask('/api/runs/r1/answer', { method: 'OPTIONS', headers: { Origin: `http://${host()}` } }),
      405,
    ],
    ['a method that is not used', () => ask('/api/runs/r1/cancel', { method: 'DELETE', headers: json }), 405],
    [
      'a form of a page',
      () =>
        ask('/api/runs/r1/answer', {
          method: 'POST',
          headers: { ...bearer, 'Content-Type': 'text/plain' },
          body: '{"text":"yes"}',
        }),
      415,
    ],
    ['an answer by GET', () => ask('/api/runs/r1/answer', { headers: bearer }), 404],
    ['a path that climbs', () => ask('/../../etc/passwd', { headers: bearer }), 404],
    ['a path that climbs in disguise', () => ask('/api/blobs/..%2f..%2f..%2fetc%2fpasswd', { headers: bearer }), 404],
    ['a run whose name is a path', () => ask('/api/runs/..%2f..%2fdoor.json/report', { headers: bearer }), 404],
    ['a blob whose name is none', () => ask(`/api/blobs/${digest.slice(1)}/`, { headers: bearer }), 404],
    ['a report of a made-up kind', () => ask('/api/runs/r1/report?format=../door.json', { headers: bearer }), 400],
    ['a stream of a run whose name is a path', () => ask('/api/stream?run=../x', { headers: bearer }), 400],
    ['a report without a ticket', () => ask('/reports/r1'), 401],
    ['a report by the token', () => ask(`/reports/r1?ticket=${token}`), 401],
    ['an address that is too long', () => ask(`/${'x'.repeat(5000)}`, { headers: bearer }), 414],
    [
      'an answer that is too long',
      () =>
        ask('/api/runs/r1/answer', {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ text: 'x'.repeat(200_000) }),
        }),
      409,
    ],
    ['an answer that is no JSON', () => ask('/api/runs/r1/answer', { method: 'POST', headers: json, body: '{' }), 409],
    [
      'an answer that is a list',
      () => ask('/api/runs/r1/answer', { method: 'POST', headers: json, body: '["yes"]' }),
      409,
    ],
    [
      'an answer that is neither text nor plan',
      () => ask('/api/runs/r1/answer', { method: 'POST', headers: json, body: '{"text":7}' }),
      409,
    ],
    [
      'a plan with a foreign shape',
      () => ask('/api/runs/r1/answer', { method: 'POST', headers: json, body: '{"tasks":[{"id":{"$ne":1}}]}' }),
      409,
    ],
  ];
  it.each(attacks)('refuses %s', async (_what, attempt, status) => {
    const calls = app.calls.length;
    const answer = await attempt();
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain(token);
    expect(app.calls.length).toBe(calls);
  });

  it('is served by no other address of this machine', async () => {
    const refused = await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: page.port });
      socket.on('error', () => resolve(true));
      socket.on('connect', () => {
        socket.destroy();
        resolve(false);
      });
    });
    expect(refused).toBe(true);
  });

  it('gives blobs and reports as text, and opens a report once by its ticket', async () => {
    expect(await ask(`/api/blobs/${digest}`, { headers: bearer })).toMatchObject({
      ...{ status: 200, text: '<b>text</b>' },
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    const { text } = await ask('/api/runs/r1/ticket', { method: 'POST', headers: json });
    const { ticket } = JSON.parse(text) as { ticket: string };
    expect(await ask(`/reports/r2?ticket=${ticket}`)).toMatchObject({ status: 401 });
    const again = JSON.parse((await ask('/api/runs/r1/ticket', { method: 'POST', headers: json })).text) as {
      ticket: string;
    };
    const opened = await ask(`/reports/r1?ticket=${again.ticket}`);
    expect(opened).toMatchObject({ status: 200, text: 'html of r1' });
    expect(opened.headers['content-security-policy']).toContain("script-src 'none'");
    expect(await ask(`/reports/r1?ticket=${again.ticket}`)).toMatchObject({ status: 401 });
  });

  it('passes answers and plans on, and says what is wrong with a plan', async () => {
    const answer = (body: object) =>
      ask('/api/runs/r1/answer', { method: 'POST', headers: json, body: JSON.stringify(body) });
    expect(await answer({ text: 'use a plus' })).toMatchObject({ status: 200 });
    const task = { id: 't1', title: 'x', kind: 'fix', acceptance: [], depends_on: [], effort_hours: 1 };
    expect(await answer({ tasks: [task] })).toMatchObject({ status: 200 });
    expect(app.calls.slice(-2)).toEqual([
      ['answer', 'r1', 'use a plus'],
      ['answer', 'r1', { tasks: [task] }],
    ]);
    const refused = await answer({ tasks: [] });
    expect(refused.status).toBe(409);
    expect(JSON.parse(refused.text)).toMatchObject({ error: { faults: [{ text: 'the plan has no task' }] } });
  });

  it('says what a person can act on, and of its own faults nothing but that there was one', async () => {
    const known = await ask('/api/runs/none/report', { headers: bearer });
    expect(known).toMatchObject({ status: 409, text: '{"error":{"message":"run none has no report yet"}}' });
    const unknown = await ask(`/api/blobs/${'b'.repeat(64)}`, { headers: bearer });
    expect(unknown).toMatchObject({ status: 500, text: '{"error":{"message":"something went wrong here"}}' });
    expect(notes).toEqual(['the page: ENOENT /state/blobs: a path that nobody should see']);
  });

  it('streams the list and the events of a run as they come, without what the user set for tests', async () => {
    const lines: Record<string, unknown>[] = [];
    const response = await fetch(`http://127.0.0.1:${page.port}/api/stream?run=r1&after=0`, { headers: bearer });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const until = async (count: number) => {
      let text = '';
      while (lines.length < count) {
        text += (await reader?.read())?.value ?? '';
        const parts = text.split('\n');
        text = parts.pop() ?? '';
        lines.push(...parts.map((part) => JSON.parse(part) as Record<string, unknown>));
      }
    };
    await until(3);
    expect(lines).toMatchObject([
      { kind: 'hello', target: '/repo' },
      { kind: 'runs', all: true, runs: [{ run: 'r1', status: 'waiting' }], gone: [] },
      {
        kind: 'events',
        events: [{ seq: 1, policy: { limits: { run_usd: 5 }, tiers: [{ name: 'cheap' }, { name: 'smart' }] } }],
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
    events.push(later);
    await until(5);
    expect(lines.slice(3)).toMatchObject([
      { kind: 'runs', all: false, runs: [{ events: 2 }] },
      { kind: 'events', events: [{ seq: 2 }] },
    ]);
    await reader?.cancel();

    const list = String(lines[3]?.list);
    const back = await fetch(`http://127.0.0.1:${page.port}/api/stream?run=r1&after=2&list=${list}`, {
      headers: bearer,
    });
    const first = await back.body?.pipeThrough(new TextDecoderStream()).getReader().read();
    expect(first?.value).toBe('{"kind":"hello","target":"/repo","version":"1"}\n');
  });
});
