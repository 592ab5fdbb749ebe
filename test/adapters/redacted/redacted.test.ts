import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileBlobs } from '../../../src/adapters/blobs/blobs.ts';
import { systemClock } from '../../../src/adapters/clock/clock.ts';
import { openJournal } from '../../../src/adapters/journal/journal.ts';
import { openMemory } from '../../../src/adapters/memory/memory.ts';
import { redacted } from '../../../src/adapters/redacted/redacted.ts';
import { ConfigError } from '../../../src/ports/errors.ts';
import { maxEventBytes } from '../../../src/schema/run/event.ts';
import type { Original } from '../../../src/schema/run/report.ts';
import { scriptedModel } from '../../agents/thinking.ts';
import { canaries } from '../../code/canaries.ts';
import { lesson, met } from '../../contracts/memory.ts';
import { policyWith } from '../../core/policy.ts';
import { tempDir } from '../../support/temp.ts';
import { opened, repository, sh } from '../repo/setup.ts';

const without = redacted({ SOME_TOKEN: 'words-that-open-a-door' });
const all = Object.values(canaries);
const texts = all.map(({ text }) => text).join('\n');
const leaks = (text: string) => all.filter(({ secret }) => text.includes(secret));

test('a model is sent no secret, in words or in calls, and what it must get back stays', async () => {
  const model = scriptedModel(() => ({ text: 'ok' }));
  const embedded: string[] = [];
  const embed = async (text: string) => {
    embedded.push(text);
    return { ok: true as const, vector: [1], tokens: 1 };
  };
  const models = without.models({ open: async () => model, embedder: async (id) => ({ id, embed }) });
  await (await models.embedder('a/b')).embed(texts, AbortSignal.timeout(1000));
  expect(leaks(embedded.join())).toEqual([]);
  const hushed = await models.open({ name: 'cheap' } as never);
  const calls = [{ id: 'c1', name: 'run', input: { command: texts, list: [texts] }, signature: 'proof' }];
  const request = {
    messages: [
      { role: 'user' as const, text: `${texts} words-that-open-a-door` },
      { role: 'assistant' as const, text: '', calls },
      { role: 'tool' as const, id: 'c1', name: 'run', text: texts },
    ],
    tools: [],
    max_tokens: 1,
  };
  await hushed.call(request, new AbortController().signal);
  const sent = JSON.stringify(model.requests);
  expect(leaks(sent)).toEqual([]);
  expect(sent).not.toContain('words-that-open-a-door');
  expect(sent).toContain('"signature":"proof"');
  expect(hushed.requestBytes(request)).toBe(JSON.stringify(model.requests[0]).length);
});

test('the journal takes in no secret, but the policy as it is; an event does not grow', async () => {
  const plain = await openJournal({
    state_dir: join(tempDir(), 'state'),
    clock: systemClock(),
    point: () => undefined,
  });
  onTestFinished(() => plain.close());
  const journal = without.journal(plain);
  const lease = await journal.claim('r1');
  const policy = policyWith({ tests: { ...policyWith().tests, env: { API_KEY: 'api_key=abcdef0123456789' } } });
  const about = { request_ref: 'a'.repeat(64), target: '/t', base: 'b'.repeat(40), scope: '' };
  const request = `${texts}\npassword="abcdefgh1234"\n`.slice(-2000);
  await lease.append({ type: 'run.started', request, ...about, policy });
  const long = 'password="abcdefgh1234"\n'.repeat(300).slice(0, maxEventBytes - 900);
  await lease.append({ type: 'answer.given', text: long });
  await journal.send('r1', { kind: 'answer', text: texts });
  const [started, answered] = await listed(journal.read('r1'));
  expect(started).toMatchObject({ ...about, policy });
  expect(leaks(JSON.stringify([{ ...started, policy: null }, answered, await lease.inbox()]))).toEqual([]);
  expect(JSON.stringify(answered)).not.toContain('abcdefgh1234');
});

test('a blob is named by what is kept of it', async () => {
  const blobs = without.blobs(fileBlobs({ dir: tempDir(), point: () => undefined }));
  const digest = await blobs.put(JSON.stringify({ texts }));
  const kept = await blobs.text(digest);
  expect(leaks(kept)).toEqual([]);
  expect(await blobs.put(kept)).toBe(digest);
});

test('the memory learns no secret', async () => {
  const plain = await openMemory({ state_dir: tempDir(), clock: systemClock(), point: () => undefined });
  onTestFinished(() => plain.close());
  const memory = without.memory(plain);
  await memory.learn(lesson({ fix: texts, error_message: texts, test: texts, files: [texts] }));
  const [kept] = await memory.like(met('s1'));
  expect(leaks(JSON.stringify(kept))).toEqual([]);
  expect(kept).toMatchObject({ signature: 's1', run: 'r1' });
});

test('maps and baselines on disk hold no secret, and tests keep the names they are found by', async () => {
  const kept: unknown[] = [];
  const maps = without.maps({ load: async () => new Map(), save: async (_key, facts) => void kept.push([...facts]) });
  const signature = `export function load(key = '${all[0]?.text}')`;
  await maps.save('k', new Map([['a1', { defs: [{ name: 'load', line: 1, depth: 0, signature }], uses: [7] }]]));
  expect(kept).toMatchObject([[['a1', { defs: [{ name: 'load', line: 1 }], uses: [7] }]]]);
  const baselines = without.baselines({ load: async () => null, save: async (_key, run) => void kept.push(run) });
  const error = { type: 'Error', message: texts, stack: texts, file: 'a.js', line: 1 };
  const told = 'words-that-open-a-door';
  const test = { id: told, name: 'adds', file: 'a.js', line: 1, status: 'failed' as const, duration_ms: 1, error };
  const how = { outcome: 'ok' as const, evidence: 'each' as const, duration_ms: 1, exit_code: 1, signal: null };
  const run = { runner: 'node', ...how, cases: [test], errors: [error], output_tail: texts };
  await baselines.save('k', run as never);
  expect(leaks(JSON.stringify(kept))).toEqual([]);
  expect(kept[1]).toMatchObject({ cases: [{ id: told }] });
});

test('a page is made without secrets, before it is cut', async () => {
  const door = 'words-that-open-a-door';
  const cutting = {
    html: () => '',
    answer: () => '',
    pull: () => '',
    feedback: () => '',
    markdown: () => '',
    handover: (_: unknown, { files }: Original) => `${files[0]?.content?.slice(0, 12)}`,
  };
  const content = `ok ${door}`;
  expect(without.pages(cutting).handover({} as never, { files: [{ path: 'a', content }], unread: null })).toBe(
    'ok [redacted',
  );
});

test('a commit tells no secret in its words', async () => {
  const dir = repository({ 'a.js': '1\n' });
  const { repo, target } = await opened(dir);
  const clone = await without.repo(repo).clone('r1', target);
  const tree = await clone.treeOf(target.head);
  const sha = await clone.commit({ tree, parent: target.head, message: `It adds.\n\n${texts}`, at: 0 });
  await repo.publish('r1', target, 'told', sha, null);
  const words = sh(dir, 'log', '-1', '--format=%B', 'told');
  expect(words).toMatch(/^It adds\.\n\n[\s\S]*\[redacted:/);
  expect(leaks(words)).toEqual([]);
});

test('what is thrown tells no secret, at once or later', async () => {
  const methods = without.errors({
    later: async (text: string) => Promise.reject(new ConfigError(text)),
    once: (text: string): string => {
      throw new ConfigError(text);
    },
    aborted: async () => AbortSignal.abort().throwIfAborted(),
    well: (text: string) => text,
    plain: 1,
  });
  await expect(methods.aborted()).rejects.toMatchObject({ name: 'AbortError' });
  const thrown = await methods.later(texts).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ConfigError);
  expect(leaks(`${(thrown as Error).message} ${(thrown as Error).stack}`)).toEqual([]);
  expect(() => methods.once('words-that-open-a-door!')).toThrow('[redacted:secret]!');
  expect([methods.well('x'), methods.plain]).toEqual(['x', 1]);
});

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('what an agent is given is kept, whatever its variable is called, and also from a request', async () => {
  const given = redacted({ PLAIN: 'correct horse', SHORT: 'abc', OTHER: 'correct other' });
  expect(given.value('correct horse')).toBe('correct horse');
  const requests = given.requests(
    { run: async (request: string) => request, plan: async (request: string) => request, consult: async () => '' },
    async () => given.keep(['PLAIN', 'SHORT']),
  );
  expect(await requests.run('say correct horse, abc, correct other')).toBe('say [redacted:secret], abc, correct other');
  expect(given.value({ a: ['is it correct horse?'] })).toEqual({ a: ['is it [redacted:secr'] });
});
