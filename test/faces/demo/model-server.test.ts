import { afterEach, describe, expect, it } from 'vitest';
import { type ModelServer, type Script, startModelServer } from '../../../src/faces/demo/model-server.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script);
  servers.push(server);
  return server;
}

const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) });

/** The data of each event, parsed where it is JSON. */
async function events(response: Response): Promise<unknown[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  return lines.map((line) => (line === 'data: [DONE]' ? 'DONE' : JSON.parse(line.slice(6))));
}

const hello = [{ role: 'user', content: 'Hello' }];
const calls = [{ name: 'read', input: { path: 'a.js' } }];

describe('the scripted model server', () => {
  it('streams text, calls and usage on the OpenAI wire', async () => {
    const server = await serve(() => ({ text: 'Reading the file.', calls, usage: { input: 9, output: 3, cached: 2 } }));
    const body = { model: 'small', messages: hello, stream: true, stream_options: { include_usage: true } };
    const response = await post(`${server.url}/chat/completions`, body);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const data = (await events(response)) as { choices: { delta: Delta; finish_reason: string | null }[] }[];
    expect(data.at(-1)).toBe('DONE');
    expect(data.at(-2)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 2 } },
    });
    const deltas = data.slice(0, -2).map(({ choices }) => choices[0]?.delta ?? {});
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe('Reading the file.');
    const sent = deltas.flatMap(({ tool_calls }) => tool_calls ?? []);
    expect(sent.map(({ function: { arguments: part } }) => part).join('')).toBe('{"path":"a.js"}');
    expect(data.at(-3)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('leaves usage out where nobody asked for it', async () => {
    const server = await serve(() => ({ text: 'Hi.' }));
    const response = await post(`${server.url}/chat/completions`, { model: 'small', messages: hello, stream: true });
    expect(JSON.stringify(await events(response))).not.toContain('prompt_tokens');
  });

  it('answers in one piece where no stream was asked for, with or without /v1', async () => {
    const server = await serve(() => ({ text: 'Hi.', calls }));
    for (const base of [server.url, server.url.replace('/v1', '')]) {
      const response = await post(`${base}/chat/completions`, { model: 'small', messages: hello });
      expect(await response.json()).toMatchObject({
        choices: [{ message: { content: 'Hi.', tool_calls: [{ function: { name: 'read' } }] } }],
      });
    }
  });

  it('streams the events of the Anthropic wire in their order', async () => {
    const server = await serve(() => ({
      text: 'Hi.',
      calls,
      usage: { input: 100, output: 7, cached: 60, written: 30 },
    }));
    const body = { model: 'claude', messages: hello, max_tokens: 9, stream: true };
    const data = (await events(await post(`${server.url}/messages`, body))) as Record<string, unknown>[];
    expect(data.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])).toEqual([
      ...['message_start', 'ping', 'content_block_start', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta', 'message_stop'],
    ]);
    expect(data[0]).toMatchObject({
      message: { usage: { input_tokens: 10, cache_read_input_tokens: 60, cache_creation_input_tokens: 30 } },
    });
    expect(data.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 7 } });
  });

  it('tells the script what was asked, and remembers it', async () => {
    const server = await serve(({ model, index, perModel }) => ({ text: `${model} ${index} ${perModel}` }));
    const said: string[] = [];
    for (const model of ['a', 'b', 'a']) {
      const response = await post(`${server.url}/chat/completions`, { model, messages: hello, tools: [{ type: 'x' }] });
      const body = (await response.json()) as { choices: { message: { content: string } }[] };
      said.push(body.choices[0]?.message.content ?? '');
    }
    expect(said).toEqual(['a 0 0', 'b 1 0', 'a 2 1']);
    expect(server.requests[2]).toMatchObject({ wire: 'openai', messages: hello, tools: [{ type: 'x' }] });
    expect(server.requests[2]?.bytes).toBe(
      Buffer.byteLength(JSON.stringify({ model: 'a', messages: hello, tools: [{ type: 'x' }] })),
    );
  });

  it('says so when the script fails, and knows no other paths', async () => {
    const server = await serve(() => {
      throw new Error('no line left');
    });
    const response = await post(`${server.url}/chat/completions`, { model: 'a', messages: hello });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('no line left');
    expect((await post(`${server.url}/embeddings`, {})).status).toBe(404);
    expect((await fetch(`${server.url}/chat/completions`)).status).toBe(404);
  });

  it('listens on loopback only and closes under a request that hangs', async () => {
    const server = await serve(() => ({ fault: { kind: 'hang' } }));
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const hanging = post(`${server.url}/chat/completions`, { model: 'a', messages: hello });
    const ended = expect(hanging).rejects.toThrow();
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.close();
    await ended;
  });
});

interface Delta {
  content?: string;
  tool_calls?: { function: { name?: string; arguments: string } }[];
}
