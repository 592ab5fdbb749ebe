import { afterEach, describe, expect, it } from 'vitest';
import { aiModels } from '../../../src/adapters/models/ai-models.ts';
import { type ModelServer, type ServedRequest, startModelServer } from '../../../src/faces/demo/model-server.ts';
import type { ModelReply, ModelRequest } from '../../../src/ports/outside/model.ts';
import { conversation, modelContract, requestOf as request, tierOf as tier, tools } from '../../contracts/models.ts';

const never = new AbortController().signal;
const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

modelContract('openai');
modelContract('deepseek');
modelContract('anthropic');
modelContract('google');

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
    expect(reply).toMatchObject({ ok: true, usage: { input_tokens: 100, cached_tokens: 64 } });
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
      usage: { input_tokens: 1000, cached_tokens: 700, written_tokens: 250, output_tokens: 5 },
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

describe('what is sent on the Google wire', () => {
  async function sent(given: ModelRequest, model = 'gemini-3.8-flash') {
    const server = await startModelServer(() => ({
      text: 'Hi.',
      calls: [{ name: 'read', input: { path: 'a' } }],
      signature: 'c2lnbmVk',
    }));
    servers.push(server);
    const providers = { gemini: { api: 'google', base_url: server.url, api_key: 'k' } } as const;
    const opened = await aiModels({ providers }).open(tier(`gemini/${model}`));
    const reply = await opened.call(given, never);
    const [served] = server.requests;
    expect(opened.requestBytes(given)).toBeGreaterThanOrEqual(served?.bytes ?? 0);
    return { reply, served };
  }

  it('is the conversation, each call and result in its place', async () => {
    const { served } = await sent(request(conversation), 'gemini-2.5-flash');
    expect(served?.body.systemInstruction).toEqual({ parts: [{ text: conversation[0]?.text }] });
    const result = (id: string, name: string, content: string) => ({
      functionResponse: { id, name, response: { name, content } },
    });
    expect(served?.messages).toMatchObject([
      { role: 'user', parts: [{ text: 'Fix it.' }] },
      {
        role: 'model',
        parts: [
          { text: 'Reading.' },
          { functionCall: { id: 'one', name: 'read', args: { path: 'a "b".js' } } },
          { functionCall: { id: 'two', name: 'write', args: { malformed_input: '{"path": broken' } } },
        ],
      },
      { role: 'user', parts: [result('one', 'read', 'const a = "1";\n'), result('two', 'write', 'not a JSON object')] },
      { role: 'model', parts: [{ functionCall: { id: 'three', name: 'read', args: {} } }] },
      { role: 'user', parts: [result('three', 'read', '')] },
      { role: 'user', parts: [{ text: 'half a pair: \uFFFD' }] },
    ]);
  });

  it('is the proof of a thought, back with the call that it came with', async () => {
    const { reply } = await sent(request());
    if (!reply.ok) throw new Error(reply.fault.message);
    expect(reply.message.calls).toMatchObject([{ name: 'read', signature: 'c2lnbmVk' }]);
    const { served } = await sent(request([{ role: 'user', text: 'Go on.' }, reply.message]));
    expect(served?.messages[1]).toMatchObject({ parts: [{ text: 'Hi.' }, { thoughtSignature: 'c2lnbmVk' }] });
  });

  it('is a type for every value, also where a schema allows anything', async () => {
    const parameters = {
      type: 'object',
      properties: {
        output: {},
        told: { description: 'Whatever it is.' },
        list: { type: 'array' },
        free: { type: 'object', additionalProperties: {} },
        mixed: { enum: ['a', 1, null] },
        level: { enum: ['low', 'high'] },
        either: { type: ['string', 'number'] },
        one: { oneOf: [{ const: 'x' }, { type: 'integer' }] },
        always: true,
      },
      required: ['output', 'gone'],
    };
    const { served } = await sent({ ...request(), tools: [{ name: 'finish', description: 'Ends.', parameters }] });
    const [declared] = declarationsIn(served);
    const untyped = (schema: unknown): boolean => {
      const { type, anyOf, items, properties } = schema as Record<string, unknown>;
      if (Array.isArray(anyOf)) return Object.keys(schema as object).length > 1 || anyOf.some(untyped);
      if (typeof type !== 'string' || (type === 'array' && !items)) return true;
      return [items ?? [], Object.values(properties ?? {})].flat().some(untyped);
    };
    expect(untyped(declared?.parameters)).toBe(false);
    expect(declared?.parameters).toMatchObject({
      required: ['output'],
      properties: { level: { type: 'string', enum: ['low', 'high'] }, list: { type: 'array' } },
    });
  });
});

function declarationsIn(served: ServedRequest | undefined): { parameters: unknown }[] {
  const [group] = (served?.tools ?? []) as { functionDeclarations?: { parameters: unknown }[] }[];
  return group?.functionDeclarations ?? [];
}

describe('what is understood on the Google wire', () => {
  async function hear(body: string, status = 200): Promise<ModelReply> {
    const headers = { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' };
    const server = await startModelServer(() => ({ fault: { kind: 'status', status, headers, body } }));
    servers.push(server);
    const providers = { gemini: { api: 'google', base_url: server.url, api_key: null } } as const;
    return (await aiModels({ providers }).open(tier('gemini/small'))).call(request(), never);
  }
  const event = (data: unknown) => `data: ${JSON.stringify(data)}\r\n\r\n`;

  it('is a question that was not let through as a refusal', async () => {
    const reply = await hear(event({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }));
    expect(reply).toMatchObject({ ok: false, fault: { kind: 'refused' } });
  });

  it('is the pause that an error asks for in its details', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' }];
    const error = { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED', details };
    const reply = await hear(JSON.stringify({ error }), 429);
    expect(reply).toMatchObject({ ok: false, fault: { kind: 'rate_limited', retry_after_ms: 34_070 } });
  });

  it('is thinking as part of what is paid for', async () => {
    const usageMetadata = { promptTokenCount: 50, candidatesTokenCount: 4, thoughtsTokenCount: 60 };
    const content = { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text: 'Yes.' }] };
    const reply = await hear(event({ candidates: [{ content, finishReason: 'STOP' }], usageMetadata }));
    expect(reply).toMatchObject({ ok: true, message: { text: 'Yes.' }, usage: { output_tokens: 64 } });
  });

  it('is an answer to be continued as a fault, not as leave for a second request that nobody paid for', async () => {
    const content = { role: 'model', parts: [{ text: 'The first half' }] };
    const candidates = [{ content, finishReason: 'CONTINUATION', continuationToken: 't' }];
    const reply = await hear(event({ candidates }));
    expect(servers.at(-1)?.requests).toHaveLength(1);
    expect(reply).toMatchObject({ ok: false, fault: { charged: 'unknown' } });
  });
});

describe('what a provider is told besides', () => {
  async function bodyFor(api: 'openai' | 'deepseek', base_url: string | null, model: string) {
    const bodies: Record<string, unknown>[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return new Response('{}', { status: 400 });
    };
    try {
      const opened = await aiModels({ providers: { it: { api, base_url, api_key: 'k' } } }).open(tier(`it/${model}`));
      await opened.call(request(), never);
      expect(opened.requestBytes(request())).toBeGreaterThanOrEqual(JSON.stringify(bodies[0]).length);
    } finally {
      globalThis.fetch = fetch;
    }
    return bodies[0] ?? {};
  }

  it('is no thinking to DeepSeek, which would want the thoughts back with every call', async () => {
    expect(await bodyFor('deepseek', null, 'deepseek-flash')).toMatchObject({ thinking: { type: 'disabled' } });
  });

  it('is the limit in its own words and no thinking beside tools to OpenAI, and nothing of it elsewhere', async () => {
    const home = await bodyFor('openai', null, 'gpt-5.6-luna');
    expect(home).toMatchObject({ max_completion_tokens: 500, reasoning_effort: 'none' });
    expect(home).not.toHaveProperty('max_tokens');
    expect(await bodyFor('openai', null, 'gpt-5-mini')).not.toHaveProperty('reasoning_effort');
    const other = await bodyFor('openai', 'http://127.0.0.1:9/v1', 'gpt-5.6-luna');
    expect(other).toMatchObject({ max_tokens: 500 });
    for (const key of ['reasoning_effort', 'thinking', 'max_completion_tokens']) expect(other).not.toHaveProperty(key);
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
    ['odd/small', 'provider "odd": base_url must be an http or https address'],
  ])('refuses %s with one clear line', async (model, message) => {
    const providers = {
      local: access,
      odd: { ...access, base_url: 'file:///etc' },
    } as const;
    await expect(aiModels({ providers }).open(tier(model))).rejects.toMatchObject({ message, exitCode: 2 });
  });
});
