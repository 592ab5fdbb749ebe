import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbedder } from '../../../src/adapters/models/embedder.ts';

const limits = { first_byte_ms: 5000, idle_ms: 5000, total_ms: 20_000, answer_bytes: 2 * 1024 * 1024 };

/** What comes of an answer of these bytes. */
async function told(body: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as { port: number };
  const access = { api: 'openai' as const, base_url: `http://127.0.0.1:${port}/v1`, api_key: null };
  const embedder = await openEmbedder('p/small', 'p', access, limits);
  return embedder.embed('text', new AbortController().signal);
}

const answer = (embedding: string, prompt_tokens = '3') =>
  `{"data":[{"embedding":${embedding},"index":0}],"usage":{"prompt_tokens":${prompt_tokens}}}`;

test('a vector comes with what it cost', async () => {
  expect(await told(answer('[1,0.5]'))).toEqual({ ok: true, vector: [1, 0.5], tokens: 3 });
});

test.each(['-5', '1e300', '0'])('a count of %s tokens is none', async (tokens) => {
  expect(await told(answer('[1]', tokens))).toEqual({ ok: true, vector: [1], tokens: null });
});

test.each([
  ['no numbers', answer('[]')],
  ['words', answer('["a"]')],
  ['NaN', answer('[NaN]')],
  ['more numbers than any model has', answer(`[${'1,'.repeat(20_000)}1]`)],
  ['megabytes', answer(`[${'0.1234567890,'.repeat(800_000)}1]`)],
])('an answer of %s is a fault', async (_what, body) => {
  expect(await told(body)).toMatchObject({ ok: false });
});
