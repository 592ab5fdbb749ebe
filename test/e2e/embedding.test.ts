import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, onTestFinished } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { attempts, finish, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { runSingle, setting } from './support/single.ts';

type Asked = { model: string; input: string[]; key: string };

/** An endpoint for embeddings on the wire of OpenAI and its kin. */
async function embeddings(
  answer: (asked: Asked, count: number) => number[] | null,
  prompt_tokens: number | null = 100,
) {
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(request));
    asked.push({ model: body.model, input: body.input, key: request.headers.authorization ?? '' });
    const vector = request.url === '/v1/embeddings' ? answer(asked.at(-1) as Asked, asked.length) : null;
    response.writeHead(vector ? 200 : 500, { 'content-type': 'application/json' });
    const data = [{ object: 'embedding', index: 0, embedding: vector }];
    const usage = prompt_tokens === null ? {} : { usage: { prompt_tokens, total_tokens: prompt_tokens } };
    response.end(JSON.stringify(vector ? { object: 'list', data, model: body.model, ...usage } : { error: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as { port: number };
  return { asked, url: `http://127.0.0.1:${port}/v1` };
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Other code every time, the same wrong sum. */
const bodies = ['a * b', '[a, b].reduce((x, y) => x * y)', 'Number(String(a * b))'];
const developer = () =>
  attempts(
    ...bodies.map((body) =>
      turns([write('add.js', `/** The sum. */\nexport const add = (a, b) => ${body};\n`), finish()]),
    ),
  );

async function runWith(place: Parameters<typeof setting>[0], url: string) {
  const scene = await setting(place, developer());
  const ladder = `providers:
  local: { api: openai, base_url: "${scene.server.url}", api_key_env: LOCAL_KEY }
  vectors: { api: openai, base_url: "${url}", api_key_env: LOCAL_KEY }
tiers:
  - { name: cheap, model: local/small, price: { input: 0.3, output: 1.2 } }
embedding: { model: vectors/embed-small, price: { input: 0.02, output: 0 } }
`;
  const config = place.file('embedding.yaml', ladder);
  return runSingle(place, { ...scene, here: ['--target', scene.target, '--config', config] }, '--attempts', '3');
}

describe.concurrent('an embedding model', () => {
  test('that takes two changes for the same makes a loop of them, and is paid for', async ({ place }) => {
    const { asked, url } = await embeddings(() => [0.6, 0.8, 0]);
    const ended = await runWith(place, url);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'attempt.finished')).toMatchObject([{ attempt: 1 }, { attempt: 2, alike: 1 }]);
    expect(ofType(events, 'loop.detected')).toMatchObject([
      { kind: 'same_intent', evidence: 'attempts 1, 2 make the same change in other words and fail alike' },
    ]);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatchObject({ model: 'embed-small', input: [expect.stringContaining('reduce')] });
    const paid = ofType(events, 'model.called').filter(({ role }) => role === 'embedder');
    expect(paid).toMatchObject([
      { tier: 'embedding', model: 'vectors/embed-small', input_tokens: 100, usd: 0.000002 },
      { usd: 0.000002 },
    ]);
  });

  test('that counts no tokens is paid for at its worst: one for each byte', async ({ place }) => {
    const { asked, url } = await embeddings(() => [0.6, 0.8, 0], null);
    const ended = await runWith(place, url);
    const paid = ofType(ended.events, 'model.called').filter(({ role }) => role === 'embedder');
    const bytes = asked.map(({ input }) => Buffer.byteLength(input[0] ?? ''));
    expect(paid.map(({ input_tokens }) => input_tokens)).toEqual(bytes);
    expect(paid.map(({ usd }) => usd)).toEqual(bytes.map((each) => (each * 20) / 1e9));
    expect(paid).toMatchObject([{ estimated: true }, { estimated: true }]);
  });

  test('that counts more tokens than bytes is paid for as it says, and not asked again', async ({ place }) => {
    const { asked, url } = await embeddings(() => [0.6, 0.8, 0], 1_000_000);
    const ended = await runWith(place, url);
    expect(asked).toHaveLength(1);
    expect(ofType(ended.events, 'tier.stopped')).toMatchObject([{ tier: 'embedding', usd: 0.02 }]);
    expect(ofType(ended.events, 'attempt.finished')).toHaveLength(3);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
  });

  test('that tells changes apart lets them go on', async ({ place }) => {
    const { url } = await embeddings((_, count) => [count === 1 ? 1 : 0, count === 2 ? 1 : 0, count === 3 ? 1 : 0]);
    const ended = await runWith(place, url);
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'attempt.finished').map(({ alike }) => alike)).toEqual([undefined, 0, 0]);
    expect(ofType(events, 'loop.detected').map(({ kind }) => kind)).toEqual(['same_failure']);
  });

  test('that cannot answer costs the answer, not the run', async ({ place }) => {
    const { url } = await embeddings(() => null);
    const ended = await runWith(place, url);
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'attempt.finished').map(({ embedding_ref }) => embedding_ref)).toEqual(
      Array(3).fill(undefined),
    );
    expect(ofType(events, 'model.failed')).toHaveLength(3);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
  });
});

describe('where no embedding model can be', () => {
  test('it is refused with one line', async ({ place }) => {
    const scene = await setting(place, developer());
    const run = (file: string, more: string) =>
      runSingle(place, {
        ...scene,
        here: ['--target', scene.target, '--config', place.file(file, `${more}`)],
      });
    const ladder = `providers:
  local: { api: anthropic, base_url: "${scene.server.url}", api_key_env: LOCAL_KEY }
tiers: [{ name: cheap, model: local/small, price: { input: 1, output: 1 } }]
`;
    expect(
      await run('a.yaml', `${ladder}embedding: { model: local/x, price: { input: 1, output: 0 } }\n`),
    ).toMatchObject({
      code: 2,
      stderr: 'pawl: embedding: anthropic has no embedding models\n',
    });
    expect(await run('b.yaml', `${ladder}embedding: { model: nobody/x }\n`)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^pawl: tier embedding: the provider 'nobody' is not configured/),
    });
  });
});
