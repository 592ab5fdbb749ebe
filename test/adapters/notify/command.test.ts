import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandNotify } from '../../../src/adapters/notify/command.ts';
import type { Recorded } from '../../../src/schema/run/event.ts';

const event: Recorded = { seq: 1, at: '2026-01-01T00:00:00.000Z', run: 'r', type: 'answer.given', text: 'yes' };
let place = '';
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'pawl-notify-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

it('gives the event to the command on standard input, and no keys in its environment', async () => {
  const out = join(place, 'out');
  const notify = commandNotify(['sh', '-c', `cat > ${out}; env >> ${out}`], { ...process.env, SOME_API_KEY: 'sesame' });
  expect(await notify(event)).toBeNull();
  const [first = '', ...rest] = (await readFile(out, 'utf8')).split('\n');
  expect(JSON.parse(first)).toEqual(event);
  expect(rest.join('\n')).not.toContain('sesame');
});

it('puts a sentence and the name of the run into its words', async () => {
  const out = join(place, 'words');
  const asked = { ...event, type: 'handed.over' as const, task: null, question: 'Which $(sign)?', reason: '' };
  expect(
    await commandNotify(['sh', '-c', `printf %s "$0" > ${out}`, '{run}: {message}'], process.env)(asked),
  ).toBeNull();
  expect(await readFile(out, 'utf8')).toBe('r: Pawl asks: Which $(sign)?');
});

it('says what went wrong instead of failing the run', async () => {
  expect(await commandNotify(['sh', '-c', 'exit 3'], process.env)(event)).toBe('the notify command sh failed: exit 3');
  expect(await commandNotify(['pawl-no-such-program'], process.env)(event)).toMatch(
    /pawl-no-such-program failed: .*ENOENT/,
  );
});

it('does nothing when no command is configured', async () => {
  expect(await commandNotify([], process.env)(event)).toBeNull();
});
