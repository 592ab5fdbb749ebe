import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type AiModelsOptions, aiModels } from '../../src/adapters/models/ai-models.ts';
import { ask as askIn } from '../../src/agents/ask.ts';
import { type Answer, type ModelServer, type Script, startModelServer } from '../../src/faces/demo/model-server.ts';
import type { Model, ModelFault, ModelReply, ModelRequest, ProviderAccess } from '../../src/ports/outside/model.ts';
import type { Message, ToolSpec } from '../../src/schema/agents/message.ts';
import type { Tier } from '../../src/schema/settings/policy.ts';
import { journalled, thinkingWith } from '../agents/thinking.ts';
import { cases, outcomeOn, type Wire } from './model-cases.ts';

const secret = 'sk-test-9f8e7d6c5b4a';
const never = new AbortController().signal;
const asker = { run: 'r1', role: 'developer', task: 't1', attempt: 1, prompt_ref: 'a'.repeat(64) };

export const tierOf = (model: string | null): Tier => ({
  name: 'cheap',
  developer: 'native',
  model,
  price: null,
  attempts: 1,
  command: [],
});

export const tools: ToolSpec[] = [
  {
    name: 'read',
    description: 'Reads a file.',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  {
    name: 'write',
    description: 'Writes “a” file.',
    parameters: { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } } },
  },
];

/** Everything that a conversation can hold, and some of what must not break it. */
export const conversation: Message[] = [
  { role: 'system', text: 'You write code.\nÜber "quotes" \\ and 🦀.' },
  { role: 'user', text: 'Fix it.' },
  {
    role: 'assistant',
    text: 'Reading.',
    calls: [
      { id: 'one', name: 'read', input: { path: 'a "b".js' } },
      { id: 'two', name: 'write', input: '{"path": broken' },
    ],
  },
  { role: 'tool', id: 'one', name: 'read', text: 'const a = "1";\n' },
  { role: 'tool', id: 'two', name: 'write', text: 'not a JSON object' },
  { role: 'assistant', text: '', calls: [{ id: 'three', name: 'read', input: {} }] },
  { role: 'tool', id: 'three', name: 'read', text: '' },
  { role: 'user', text: `half a pair: ${'🦀'.slice(0, 1)}` },
];

export const requestOf = (messages: Message[] = [{ role: 'user', text: 'Hello' }]): ModelRequest => ({
  messages,
  tools,
  max_tokens: 500,
});

const wires: Record<ProviderAccess['api'], Wire> = {
  openai: 'openai',
  deepseek: 'openai',
  anthropic: 'anthropic',
  google: 'google',
};

/** What every model promises: each answer and each fault of the table has its defined outcome, whatever the wire. */
export function modelContract(api: ProviderAccess['api']): void {
  describe(`the model contract, kept by api ${api}`, () => {
    const servers: ModelServer[] = [];
    const wire = wires[api];

    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.close()));
    });

    async function serve(script: Script | Answer): Promise<ModelServer> {
      const server = await startModelServer(typeof script === 'function' ? script : () => script);
      servers.push(server);
      return server;
    }

    function open(base_url: string, limits: AiModelsOptions['limits'] = {}): Promise<Model> {
      const providers = { local: { api, base_url, api_key: secret } };
      return aiModels({ providers, limits }).open(tierOf('local/org/small'));
    }

    async function ask(script: Script | Answer, limits: AiModelsOptions['limits'] = {}): Promise<ModelReply> {
      const server = await serve(script);
      return (await open(server.url, limits)).call(requestOf(), never);
    }

    async function faultFrom(answer: Answer): Promise<ModelFault> {
      const reply = await ask(answer);
      if (reply.ok) throw new Error('expected a fault');
      return reply.fault;
    }

    it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
      expect(await ask(each.answer, each.limits)).toMatchObject(outcomeOn(wire, each));
    });

    it('gives each call an id of its own', async () => {
      const calls = [1, 2, 3].map(() => ({ name: 'read', input: { path: 'a.js' } }));
      const reply = await ask({ calls });
      expect(new Set(reply.ok ? reply.message.calls.map(({ id }) => id) : []).size).toBe(3);
    });

    it('sends the model, the limit, the key and no more than one request', async () => {
      const server = await serve({ text: 'Hi.' });
      const model = await open(server.url);
      await model.call(requestOf(), never);
      expect(model.id).toBe('local/org/small');
      expect(server.requests).toHaveLength(1);
      const [served] = server.requests;
      const body =
        wire === 'google' ? { generationConfig: { maxOutputTokens: 500 } } : { max_tokens: 500, stream: true };
      expect(served).toMatchObject({ wire, model: 'org/small', body });
      expect(JSON.stringify(served?.headers)).toContain(secret);
    });

    it('sends no key where there is none, whatever the environment holds', async () => {
      const server = await serve({ text: 'Hi.' });
      const names = ['ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'OPENAI_API_KEY'];
      const before = names.map((name) => [name, process.env[name]] as const);
      for (const name of names) process.env[name] = 'sk-from-the-environment';
      try {
        const providers = { local: { api, base_url: server.url, api_key: null } };
        const model = await aiModels({ providers }).open(tierOf('local/small'));
        expect(await model.call(requestOf(), never)).toMatchObject({ ok: true });
      } finally {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
      }
      for (const header of ['authorization', 'x-api-key', 'x-goog-api-key'])
        expect(server.requests[0]?.headers).not.toHaveProperty(header);
    });

    it('never counts fewer bytes than it sends, and not many more', async () => {
      const server = await serve({ text: 'Hi.' });
      const model = await open(server.url);
      const long = 'line "with" quotes\\n\n'.repeat(500);
      const wide: Message[] = [...conversation, { role: 'user', text: long }, ...conversation.slice(2)];
      for (const messages of [requestOf().messages, conversation, wide]) {
        await model.call(requestOf(messages), never);
        const sent = server.requests.at(-1)?.bytes ?? 0;
        const counted = model.requestBytes(requestOf(messages));
        expect(counted).toBeGreaterThanOrEqual(sent);
        expect(counted).toBeLessThan(sent + 600);
      }
      const bare = { ...requestOf(), tools: [] };
      await model.call(bare, never);
      expect(model.requestBytes(bare)).toBeGreaterThanOrEqual(server.requests.at(-1)?.bytes ?? 0);
    });

    it('asks nobody a second time what was too long already, and goes on with less', async () => {
      const server = await serve(({ bytes }) =>
        bytes > 5000 ? { fault: { kind: 'status', status: 413 } } : { text: 'Hi.' },
      );
      const model = await open(server.url);
      const long = requestOf([{ role: 'user', text: 'x'.repeat(6000) }]);
      for (const fault of [{}, { charged: 'none' }])
        expect(await model.call(long, never)).toMatchObject({
          ok: false,
          fault: { ...fault, kind: 'context_overflow' },
        });
      expect(server.requests).toHaveLength(1);
      expect(await model.call(requestOf(), never)).toMatchObject({ ok: true });
    });

    it('is asked again after the pause that it wants, and the money of the refused call comes back', async () => {
      const server = await serve(({ index }) =>
        index === 0
          ? { fault: { kind: 'status', status: 429, headers: { 'retry-after': '7' } } }
          : { text: 'Hi.', usage: { input: 1000, output: 10, cached: 400 } },
      );
      const thinking = await thinkingWith(await open(server.url));
      const started = thinking.clock.now();
      const { events, outcome } = await journalled(askIn(thinking, asker, requestOf(), never));
      expect(outcome).toMatchObject({ ok: true });
      expect(thinking.clock.now() - started).toBe(7000);
      expect(events).toMatchObject([
        { type: 'model.failed', fault: 'rate_limited', retry_in_ms: 7000, usd: 0 },
        { type: 'model.called', input_tokens: 1000, cached_tokens: 400, usd: 0.00102 },
      ]);
      expect(await thinking.ledger.spent('r1')).toBe(0.00102);
    });

    it('gets a conversation that is too long once more, shortened', async () => {
      const body = JSON.stringify({ error: { code: 400, status: 'INVALID_ARGUMENT', message: 'prompt is too long' } });
      const server = await serve(({ bytes }) =>
        bytes > 20_000 ? { fault: { kind: 'status', status: 400, body } } : { text: 'Hi.' },
      );
      const turns = ['a', 'b', 'c'].flatMap((id): Message[] => [
        { role: 'assistant', text: '', calls: [{ id, name: 'read', input: { path: id } }] },
        { role: 'tool', id, name: 'read', text: `${id}\n${'x'.repeat(7000)}` },
      ]);
      const whole = requestOf([{ role: 'user', text: 'Read.' }, ...turns]);
      const thinking = await thinkingWith(await open(server.url));
      const { events, outcome } = await journalled(askIn(thinking, asker, whole, never));
      expect(outcome).toMatchObject({ ok: true });
      expect(events).toMatchObject([
        { fault: 'context_overflow', usd: 0 },
        { type: 'model.called', compacted: 1 },
      ]);
      expect(JSON.stringify(server.requests[1]?.messages)).toContain('a [shortened: 2 lines, 7002 bytes]');
    });

    it('is relieved by a provider on another wire, in the middle of a conversation', async () => {
      const server = await serve({ fault: { kind: 'status', status: 529 } });
      const other = await serve({ text: 'Hi.' });
      const providers: Record<string, ProviderAccess> = {
        local: { api, base_url: server.url, api_key: secret },
        far: { api: wire === 'anthropic' ? 'google' : 'anthropic', base_url: other.url, api_key: 'k' },
      };
      const fallback = [
        { model: 'gone/large', price: null },
        { model: 'far/large', price: { input: 9, output: 9 } },
      ];
      const model = await aiModels({ providers }).open({ ...tierOf('local/small'), fallback });
      const thinking = await thinkingWith(model);
      const { events, outcome } = await journalled(askIn(thinking, asker, requestOf(conversation), never));
      expect(outcome).toMatchObject({ ok: true, message: { text: 'Hi.' } });
      expect(events).toMatchObject([
        { fault: 'overloaded', model: 'local/small' },
        { fault: 'overloaded', retry_in_ms: null },
        { type: 'model.called', model: 'far/large' },
      ]);
    });

    it('follows no redirect: the key stays where it was meant to go', async () => {
      const elsewhere = await serve({ text: 'Thank you.' });
      const path = { openai: 'chat/completions', anthropic: 'messages', google: 'models/m:streamGenerateContent' };
      const headers = { location: `${elsewhere.url}/${path[wire]}` };
      const fault = await faultFrom({ fault: { kind: 'status', status: 307, headers } });
      expect(fault).toMatchObject({ kind: 'bad_request' });
      expect(elsewhere.requests).toHaveLength(0);
    });

    it('passes on what the provider said, on one short line and never with the key', async () => {
      const error = { type: 'x', code: 401, status: 'UNAUTHENTICATED', message: `bad key\n${secret}\u001b[31m!` };
      const body = JSON.stringify({ type: 'error', error });
      const fault = await faultFrom({ fault: { kind: 'status', status: 401, body } });
      expect(fault.message).toBe('HTTP 401: bad key [key] [31m!');
      const long = await faultFrom({ fault: { kind: 'status', status: 500, body: `${'x'.repeat(288)}${secret}` } });
      expect(long.message).toBe(`HTTP 500: ${'x'.repeat(288)}[k`);
    });

    it('honours a Retry-After that is a date', async () => {
      const wait = async (at: Date) => {
        const headers = { 'retry-after': at.toUTCString() };
        return (await faultFrom({ fault: { kind: 'status', status: 429, headers } })).retry_after_ms;
      };
      const later = await wait(new Date(Date.now() + 60_000));
      expect(later).toBeGreaterThan(50_000);
      expect(later).toBeLessThanOrEqual(60_000);
      expect(await wait(new Date(0))).toBe(0);
    });

    it('takes a provider that nobody runs as unreachable and free of charge', async () => {
      const listener = createServer();
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
      const { port } = listener.address() as { port: number };
      await new Promise((resolve) => listener.close(resolve));
      const reply = await (await open(`http://127.0.0.1:${port}/v1`)).call(requestOf(), never);
      expect(reply).toMatchObject({ ok: false, fault: { kind: 'unreachable', charged: 'none' } });
      expect(reply.ok ? '' : reply.fault.message).toContain('ECONNREFUSED');
    });

    it('takes a name that does not resolve as unreachable', async () => {
      const reply = await (await open(`http://${'x'.repeat(64)}.invalid/v1`)).call(requestOf(), never);
      expect(reply).toMatchObject({ ok: false, fault: { kind: 'unreachable', charged: 'none' } });
    });

    it('stops when it is told to, before or during the call, and hangs up', async () => {
      const server = await serve({ fault: { kind: 'hang' } });
      const model = await open(server.url);
      const aborted = await model.call(requestOf(), AbortSignal.abort());
      expect(aborted).toMatchObject({ ok: false, fault: { kind: 'cancelled', charged: 'none' } });
      expect(server.requests).toHaveLength(0);

      const controller = new AbortController();
      const calling = model.call(requestOf(), controller.signal);
      while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      controller.abort();
      expect(await calling).toMatchObject({ ok: false, fault: { kind: 'cancelled', charged: 'unknown' } });
    });
  });
}
