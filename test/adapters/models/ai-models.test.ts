import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type AiModelsOptions, aiModels } from '../../../src/adapters/models/ai-models.ts';
import {
  type Answer,
  type Fault,
  type ModelServer,
  type Script,
  startModelServer,
} from '../../../src/faces/demo/model-server.ts';
import type { Model, ModelFault, ModelReply, ModelRequest } from '../../../src/ports/model.ts';
import type { Message, ToolSpec } from '../../../src/schema/message.ts';
import type { Tier } from '../../../src/schema/policy.ts';

const secret = 'sk-test-9f8e7d6c5b4a';
const never = new AbortController().signal;
const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const tier = (model: string | null): Tier => ({
  name: 'cheap',
  developer: 'native',
  model,
  price: null,
  attempts: 1,
  command: [],
});

const tools: ToolSpec[] = [
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

const conversation: Message[] = [
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

const request = (messages: Message[] = [{ role: 'user', text: 'Hello' }]): ModelRequest => ({
  messages,
  tools,
  max_tokens: 500,
});

describe.each(['openai', 'anthropic'] as const)('a model on the %s wire', (api) => {
  async function serve(script: Script | Answer): Promise<ModelServer> {
    const server = await startModelServer(typeof script === 'function' ? script : () => script);
    servers.push(server);
    return server;
  }

  function open(base_url: string, limits: AiModelsOptions['limits'] = {}): Promise<Model> {
    return aiModels({ providers: { local: { api, base_url, api_key: secret } }, limits }).open(tier('local/org/small'));
  }

  async function ask(script: Script | Answer, limits: AiModelsOptions['limits'] = {}): Promise<ModelReply> {
    const server = await serve(script);
    return (await open(server.url, limits)).call(request(), never);
  }

  async function faultFrom(fault: Fault, limits: AiModelsOptions['limits'] = {}): Promise<ModelFault> {
    const reply = await ask({ fault }, limits);
    if (reply.ok) throw new Error('expected a fault');
    return reply.fault;
  }

  it('answers with text and with what the provider counted', async () => {
    const reply = await ask({ text: 'Grüße 🦀, all is well.', usage: { input: 120, output: 9, cached: 100 } });
    expect(reply).toEqual({
      ok: true,
      message: { role: 'assistant', text: 'Grüße 🦀, all is well.', calls: [] },
      usage: { input_tokens: 120, cached_tokens: 100, written_tokens: 0, output_tokens: 9, estimated: false },
      stop: 'end',
    });
  });

  it('answers with several calls, each with an id of its own', async () => {
    const calls = [
      { name: 'read', input: { path: 'a.js' } },
      { name: 'write', input: { path: 'b.js', content: 'let é = "🦀";\n'.repeat(20) } },
    ];
    const reply = await ask({ text: 'Two things.', calls });
    expect(reply).toMatchObject({ ok: true, stop: 'tool_calls', message: { text: 'Two things.', calls } });
    if (reply.ok) expect(new Set(reply.message.calls.map(({ id }) => id)).size).toBe(2);
  });

  it('sends the model, the limit, the key and no more than one request', async () => {
    const server = await serve({ text: 'Hi.' });
    const model = await open(server.url);
    await model.call(request(), never);
    expect(model.id).toBe('local/org/small');
    expect(server.requests).toHaveLength(1);
    const [served] = server.requests;
    expect(served).toMatchObject({ wire: api, model: 'org/small', body: { max_tokens: 500, stream: true } });
    expect(JSON.stringify(served?.headers)).toContain(secret);
  });

  it('sends no key where there is none, whatever the environment holds', async () => {
    const server = await serve({ text: 'Hi.' });
    process.env.ANTHROPIC_API_KEY = 'sk-from-the-environment';
    try {
      const providers = { local: { api, base_url: server.url, api_key: null } };
      const model = await aiModels({ providers }).open(tier('local/small'));
      expect(await model.call(request(), never)).toMatchObject({ ok: true });
    } finally {
      delete process.env.ANTHROPIC_API_KEY;
    }
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it('never counts fewer bytes than it sends, and not many more', async () => {
    const server = await serve({ text: 'Hi.' });
    const model = await open(server.url);
    const long = 'line "with" quotes\\n\n'.repeat(500);
    const wide: Message[] = [...conversation, { role: 'user', text: long }, ...conversation.slice(2)];
    for (const messages of [request().messages, conversation, wide]) {
      await model.call(request(messages), never);
      const sent = server.requests.at(-1)?.bytes ?? 0;
      const counted = model.requestBytes(request(messages));
      expect(counted).toBeGreaterThanOrEqual(sent);
      expect(counted).toBeLessThan(sent + 600);
    }
    await model.call({ ...request(), tools: [] }, never);
    expect(model.requestBytes({ ...request(), tools: [] })).toBeGreaterThanOrEqual(server.requests.at(-1)?.bytes ?? 0);
  });

  it('takes arguments that are no JSON object as they were sent', async () => {
    for (const input of ['{"path": broken', '["a"]', '"text"', 'null', '7']) {
      expect(await ask({ calls: [{ name: 'read', input }] })).toMatchObject({
        ok: true,
        message: { calls: [{ name: 'read', input }] },
      });
    }
  });

  it('takes absent arguments as none', async () => {
    expect(await ask({ calls: [{ name: 'read', input: '' }] })).toMatchObject({
      ok: true,
      message: { calls: [{ name: 'read', input: {} }] },
    });
  });

  it('never gives out a call that the token limit cut off', async () => {
    expect(await faultFrom({ kind: 'truncate' })).toEqual({
      kind: 'malformed',
      message: 'the answer was cut off inside a call of write',
      retry_after_ms: null,
      charged: 'unknown',
    });
  });

  it('takes an answer without text or calls as malformed', async () => {
    expect(await ask({ text: '' })).toMatchObject({ ok: false, fault: { kind: 'malformed', charged: 'unknown' } });
    expect(await ask({ text: ' \n' })).toMatchObject({ ok: false, fault: { kind: 'malformed' } });
  });

  it('counts for itself, and says so, where the provider does not', async () => {
    const server = await serve({ text: 'x'.repeat(401), usage: null });
    const reply = await (await open(server.url)).call(request(), never);
    expect(reply).toMatchObject({ ok: true, usage: { cached_tokens: 0, output_tokens: 101, estimated: true } });
    const sent = server.requests[0]?.bytes ?? 0;
    if (reply.ok) expect(reply.usage.input_tokens).toBeGreaterThanOrEqual(Math.ceil(sent / 4));
  });

  it.each([
    [401, 'unauthorized', 'none'],
    [403, 'unauthorized', 'none'],
    [404, 'bad_request', 'none'],
    [400, 'bad_request', 'none'],
    [422, 'bad_request', 'none'],
    [413, 'context_overflow', 'none'],
    [429, 'rate_limited', 'none'],
    [503, 'overloaded', 'none'],
    [529, 'overloaded', 'none'],
    [500, 'server_error', 'none'],
    [502, 'server_error', 'unknown'],
    [504, 'server_error', 'unknown'],
    [408, 'timeout', 'unknown'],
  ] as const)('takes status %i as %s', async (status, kind, charged) => {
    expect(await faultFrom({ kind: 'status', status })).toMatchObject({ kind, charged });
  });

  it('follows no redirect: the key stays where it was meant to go', async () => {
    const elsewhere = await serve({ text: 'Thank you.' });
    const headers = { location: `${elsewhere.url}/${api === 'openai' ? 'chat/completions' : 'messages'}` };
    expect(await faultFrom({ kind: 'status', status: 307, headers })).toMatchObject({ kind: 'bad_request' });
    expect(elsewhere.requests).toHaveLength(0);
  });

  it.each([
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    'prompt is too long: 210000 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000',
    'the request exceeds the available context size, try increasing it',
  ])('takes a complaint about the length as an overflow: %s', async (message) => {
    const body = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } });
    expect(await faultFrom({ kind: 'status', status: 400, body })).toMatchObject({ kind: 'context_overflow' });
  });

  it('honours every form of Retry-After', async () => {
    const wait = async (headers: Record<string, string>) =>
      (await faultFrom({ kind: 'status', status: 429, headers })).retry_after_ms;
    expect(await wait({ 'retry-after': '90' })).toBe(90_000);
    expect(await wait({ 'retry-after': '1', 'retry-after-ms': '250.5' })).toBe(251);
    expect(await wait({})).toBeNull();
    expect(await wait({ 'retry-after': 'soon' })).toBeNull();
    const date = await wait({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
    expect(date).toBeGreaterThan(50_000);
    expect(date).toBeLessThanOrEqual(60_000);
    expect(await wait({ 'retry-after': new Date(0).toUTCString() })).toBe(0);
  });

  it('passes on what the provider said, on one short line and never with the key', async () => {
    const body = JSON.stringify({ type: 'error', error: { type: 'x', message: `bad key\n${secret}\u001b[31m!` } });
    const fault = await faultFrom({ kind: 'status', status: 401, body });
    expect(fault.message).toBe('HTTP 401: bad key [key] [31m!');
    const long = await faultFrom({ kind: 'status', status: 500, body: `${'x'.repeat(288)}${secret}` });
    expect(long.message).toBe(`HTTP 500: ${'x'.repeat(288)}[k`);
  });

  it('takes a provider that nobody runs as unreachable and free of charge', async () => {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as { port: number };
    await new Promise((resolve) => listener.close(resolve));
    const reply = await (await open(`http://127.0.0.1:${port}/v1`)).call(request(), never);
    expect(reply).toMatchObject({ ok: false, fault: { kind: 'unreachable', charged: 'none' } });
    if (!reply.ok) expect(reply.fault.message).toContain('ECONNREFUSED');
  });

  it('takes a name that does not resolve as unreachable', async () => {
    const reply = await (await open(`http://${'x'.repeat(64)}.invalid/v1`)).call(request(), never);
    expect(reply).toMatchObject({ ok: false, fault: { kind: 'unreachable', charged: 'none' } });
  });

  it.each([
    [{ kind: 'reset' }, 'unreachable', 'unknown'],
    [{ kind: 'reset_mid_stream' }, 'broken_stream', 'unknown'],
    [{ kind: 'end_mid_stream' }, 'broken_stream', 'unknown'],
    [{ kind: 'malformed' }, 'malformed', 'unknown'],
    [{ kind: 'garbage' }, 'malformed', 'unknown'],
    [{ kind: 'refuse' }, 'refused', 'unknown'],
    [{ kind: 'error_event', type: 'overloaded_error', message: 'Overloaded' }, 'overloaded', 'unknown'],
    [{ kind: 'error_event', type: 'rate_limit_error', message: 'Slow down' }, 'rate_limited', 'unknown'],
    [{ kind: 'error_event', type: 'api_error', message: 'Internal' }, 'server_error', 'unknown'],
  ] as [Fault, string, string][])('takes %o as %s', async (fault, kind, charged) => {
    expect(await faultFrom(fault)).toMatchObject({ kind, charged });
  });

  it('gives up when no answer begins', async () => {
    expect(await faultFrom({ kind: 'hang' }, { first_byte_ms: 60 })).toMatchObject({
      kind: 'timeout',
      charged: 'unknown',
    });
  });

  it('gives up when an answer does not go on', async () => {
    const fault = await faultFrom({ kind: 'hang_mid_stream' }, { first_byte_ms: 5000, idle_ms: 60 });
    expect(fault).toMatchObject({ kind: 'timeout', charged: 'unknown' });
    expect(fault.message).toContain('silent');
  });

  it('gives up when the whole takes too long', async () => {
    const fault = await faultFrom({ kind: 'hang' }, { total_ms: 60 });
    expect(fault).toMatchObject({ kind: 'timeout', message: 'the answer took too long' });
  });

  it('waits for a slow answer within the limits', async () => {
    const reply = await ask({ text: 'Late.', delay_ms: 120 }, { first_byte_ms: 2000, idle_ms: 50 });
    expect(reply).toMatchObject({ ok: true, message: { text: 'Late.' } });
  });

  it('cuts off an answer that is too large', async () => {
    expect(await ask({ text: 'x'.repeat(2 * 1024 * 1024 + 1) })).toMatchObject({
      ok: false,
      fault: { kind: 'malformed', charged: 'unknown', message: 'the answer was too large and was cut off' },
    });
    expect(await ask({ text: 'x'.repeat(1024 * 1024) })).toMatchObject({ ok: true });
  });

  it('cuts off a body without end that is no answer', async () => {
    const fault = await faultFrom({ kind: 'status', status: 200, body: 'x'.repeat(100_000) }, { answer_bytes: 1000 });
    expect(fault).toMatchObject({ kind: 'malformed', message: 'the answer was too large and was cut off' });
  });

  it('stops when it is told to, before or during the call, and hangs up', async () => {
    const server = await serve({ fault: { kind: 'hang' } });
    const model = await open(server.url);
    const aborted = await model.call(request(), AbortSignal.abort());
    expect(aborted).toMatchObject({ ok: false, fault: { kind: 'cancelled', charged: 'none' } });
    expect(server.requests).toHaveLength(0);

    const controller = new AbortController();
    const calling = model.call(request(), controller.signal);
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect(await calling).toMatchObject({ ok: false, fault: { kind: 'cancelled', charged: 'unknown' } });
  });
});

describe('what is sent on the OpenAI wire', () => {
  it('is the conversation, each call and result in its place, and the tools as they are', async () => {
    const server = await startModelServer(() => ({ text: 'Hi.' }));
    servers.push(server);
    const providers = { local: { api: 'openai', base_url: server.url, api_key: null } } as const;
    await (await aiModels({ providers }).open(tier('local/small'))).call(request(conversation), never);
    const call = (id: string, name: string, input: unknown) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    });
    const [served] = server.requests;
    expect(served?.messages).toEqual([
      { role: 'system', content: conversation[0]?.text },
      { role: 'user', content: 'Fix it.' },
      {
        role: 'assistant',
        content: 'Reading.',
        tool_calls: [
          call('one', 'read', { path: 'a "b".js' }),
          call('two', 'write', { malformed_input: '{"path": broken' }),
        ],
      },
      { role: 'tool', tool_call_id: 'one', content: 'const a = "1";\n' },
      { role: 'tool', tool_call_id: 'two', content: 'not a JSON object' },
      { role: 'assistant', content: null, tool_calls: [call('three', 'read', {})] },
      { role: 'tool', tool_call_id: 'three', content: '' },
      { role: 'user', content: 'half a pair: \uFFFD' },
    ]);
    expect(served?.tools).toEqual(tools.map((tool) => ({ type: 'function', function: tool })));
    expect(served?.body.stream_options).toEqual({ include_usage: true });
  });
});

describe('what is understood on the OpenAI wire', () => {
  async function hear(body: string, type = 'text/event-stream'): Promise<ModelReply> {
    const headers = { 'content-type': type };
    const server = await startModelServer(() => ({ fault: { kind: 'status', status: 200, headers, body } }));
    servers.push(server);
    const providers = { local: { api: 'deepseek', base_url: server.url, api_key: null } } as const;
    return (await aiModels({ providers }).open(tier('local/small'))).call(request(), never);
  }
  const event = (delta: unknown, finish_reason: string | null, rest = {}) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }], ...rest })}\n\n`;
  const whole = { index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"a"}' } };

  it('is a refusal in the field of its own', async () => {
    const reply = await hear(event({ refusal: 'I will ' }, null) + event({ refusal: 'not.' }, 'stop'));
    expect(reply).toMatchObject({ ok: false, fault: { kind: 'refused', message: 'I will not.' } });
  });

  it('is the cache in the words of DeepSeek', async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 4, prompt_cache_hit_tokens: 64 };
    const reply = await hear(event({ content: 'Hi.' }, 'stop', { usage }));
    expect(reply).toMatchObject({ ok: true, usage: { input_tokens: 100, cached_tokens: 64, estimated: false } });
  });

  it('is text at the token limit, and a call that was whole before it', async () => {
    expect(await hear(event({ content: 'The first half' }, 'length'))).toMatchObject({ ok: true, stop: 'length' });
    const reply = await hear(event({ tool_calls: [whole] }, 'length'));
    expect(reply).toMatchObject({ ok: true, stop: 'length', message: { calls: [{ input: { path: 'a' } }] } });
  });

  it('is never the whole calls beside one that was cut off', async () => {
    const cut = { index: 1, id: 'b', function: { name: 'write', arguments: '' } };
    const reply = await hear(event({ tool_calls: [whole, cut] }, 'length'));
    expect(reply).toMatchObject({ ok: false, fault: { kind: 'malformed' } });
  });

  it('is thinking without an answer as no answer', async () => {
    const reply = await hear(event({ reasoning_content: 'Hmm.' }, 'length'));
    expect(reply).toMatchObject({ ok: false, fault: { kind: 'malformed' } });
  });

  it('is an answer in one piece, from a server that does not stream', async () => {
    const message = { role: 'assistant', content: 'Hi.', tool_calls: [{ ...whole, index: undefined }] };
    const usage = { prompt_tokens: 10, completion_tokens: 2 };
    const body = JSON.stringify({ id: 'x', choices: [{ message, finish_reason: 'tool_calls' }], usage }, null, 2);
    expect(await hear(body, 'application/json; charset=utf-8')).toMatchObject({
      ok: true,
      stop: 'tool_calls',
      message: { text: 'Hi.', calls: [{ id: 'a', name: 'read', input: { path: 'a' } }] },
      usage: { input_tokens: 10, output_tokens: 2 },
    });
  });

  it.each([
    ['{"error":{"message":"try later","code":"rate_limit_exceeded"}}', 'rate_limited'],
    ['{"cut":', 'malformed'],
    ['"text"', 'malformed'],
    ['null', 'malformed'],
    ['{"choices":7}', 'malformed'],
    ['', 'malformed'],
  ])('is %s in one piece as %s', async (body, kind) => {
    expect(await hear(body, 'application/json')).toMatchObject({ ok: false, fault: { kind } });
  });
});

describe('what is sent on the Anthropic wire', () => {
  it('is the conversation with everything up to the last message marked for the cache', async () => {
    const usage = { input: 1000, output: 5, cached: 700, written: 250 };
    const server = await startModelServer(() => ({ text: 'Hi.', usage }));
    servers.push(server);
    const providers = { claude: { api: 'anthropic', base_url: server.url, api_key: 'k' } } as const;
    const model = await aiModels({ providers }).open(tier('claude/claude-sonnet-4-5'));
    const reply = await model.call(request(conversation), never);
    expect(reply).toMatchObject({
      ok: true,
      usage: { input_tokens: 1000, cached_tokens: 700, written_tokens: 250, output_tokens: 5, estimated: false },
    });
    const [served] = server.requests;
    const cache_control = { type: 'ephemeral' };
    expect(served?.body.system).toEqual([{ type: 'text', text: conversation[0]?.text, cache_control }]);
    expect(served?.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Fix it.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Reading.' },
          { type: 'tool_use', id: 'one', name: 'read', input: { path: 'a "b".js' } },
          { type: 'tool_use', id: 'two', name: 'write', input: { malformed_input: '{"path": broken' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'one', content: 'const a = "1";\n' },
          { type: 'tool_result', tool_use_id: 'two', content: 'not a JSON object' },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'three', name: 'read', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'three', content: '' },
          { type: 'text', text: 'half a pair: \uFFFD', cache_control },
        ],
      },
    ]);
    expect(served?.tools).toEqual(
      tools.map(({ name, description, parameters }, index) => ({
        name,
        description,
        input_schema: parameters,
        ...(index === tools.length - 1 && { cache_control }),
      })),
    );
    expect(served?.body).not.toHaveProperty('thinking');
  });
});

describe('opening the model of a tier', () => {
  const access = { api: 'openai', base_url: null, api_key: null } as const;

  it.each([
    [null, 'tier "cheap" has no model'],
    ['small', 'tier "cheap": "small" is not provider/model'],
    ['local/', 'tier "cheap": "local/" is not provider/model'],
    ['elsewhere/small', 'tier "cheap": no provider named "elsewhere" is configured'],
    ['constructor/small', 'tier "cheap": no provider named "constructor" is configured'],
    ['gemini/pro', 'provider "gemini": api google is not supported; use openai, anthropic or deepseek'],
    ['odd/small', 'provider "odd": base_url must be an http or https address'],
  ])('refuses %s with one clear line', async (model, message) => {
    const providers = {
      local: access,
      gemini: { ...access, api: 'google' },
      odd: { ...access, base_url: 'file:///etc' },
    } as const;
    await expect(aiModels({ providers }).open(tier(model))).rejects.toMatchObject({ message, exitCode: 2 });
  });
});
