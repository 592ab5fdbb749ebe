import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawn } from '../../src/adapters/spawn.ts';

const env = { PATH: '/usr/bin:/bin' };
const sh = (script: string, options: Partial<Parameters<typeof spawn>[1]> = {}) =>
  spawn(['sh', '-c', script], { env, ...options });

test('outputs come apart, byte for byte, with the exit code', async () => {
  const result = await sh("printf 'a\\377'; printf b >&2; exit 3");
  expect(result).toMatchObject({ ended: 'exit', exit_code: 3, signal: null, error: null });
  expect([...result.stdout]).toEqual([97, 255]);
  expect(result.stderr.toString()).toBe('b');
});

test('the environment is what was given and nothing of ours', async () => {
  const { stdout } = await spawn(['/usr/bin/env'], { env: { ONLY: 'this' } });
  expect(stdout.toString()).toBe('ONLY=this\n');
});

test('input is passed on, and a child that does not read it is no fault', async () => {
  expect((await sh('cat', { stdin: 'hello' })).stdout.toString()).toBe('hello');
  expect(await sh('exec 0<&-; exit 0', { stdin: 'x'.repeat(5_000_000) })).toMatchObject({
    ended: 'exit',
    exit_code: 0,
  });
});

test('pipes carry what the child reads and what it writes', async () => {
  const big = 'y'.repeat(300_000);
  const result = await sh('cat <&3 | wc -c; cat <&4; echo status >&5', { pipes: [big, 'four', null] });
  expect(result.stdout.toString().replace(/\s+/, ' ')).toBe('300000 four');
  expect(result.pipes.map(String)).toEqual(['', '', 'status\n']);
});

test('what a child writes into a pipe is capped, and a child that ignores its pipes ends as usual', async () => {
  const result = await sh('head -c 200000 /dev/zero >&3', { pipes: [null] });
  expect(result.pipes[0]).toHaveLength(64 * 1024);
  expect(await sh('exit 0', { pipes: ['x'.repeat(5_000_000), null] })).toMatchObject({ ended: 'exit', exit_code: 0 });
});

test('hidden descriptors lead nowhere in the child', async () => {
  // A shell that was given descriptor 20 stands for a parent that left one open.
  const script = 'readlink /proc/self/fd/20 || echo none';
  const shown = await sh(script, { pipes: Array.from({ length: 18 }, () => 'content') });
  expect(shown.stdout.toString()).toMatch(/^(socket|pipe):/);
  const hidden = await sh(script, { pipes: ['three'], hidden: [20] });
  expect(hidden.stdout.toString()).toBe('/dev/null\n');
});

test('the timeout ends the whole group without waiting for who holds the pipes', async () => {
  const result = await sh('sleep 41.7 & setsid sleep 20 & sleep 41.7', { timeout_ms: 200 });
  expect(result).toMatchObject({ ended: 'timeout', exit_code: null });
  expect(result.duration_ms).toBeLessThan(15_000);
  expect(commandLines().filter((line) => line.includes('sleep 41.7'))).toEqual([]);
});

test('a grandchild that holds the pipes does not delay the end of its parent', async () => {
  const result = await sh('setsid sleep 20 & echo done');
  expect(result).toMatchObject({ ended: 'exit', exit_code: 0 });
  expect(result.stdout.toString()).toBe('done\n');
  expect(result.duration_ms).toBeLessThan(15_000);
});

test('a timeout that passes after the exit changes nothing', async () => {
  // A busy machine may need more than one try to exit in time.
  const tried = () => sh('setsid sleep 1.5 & exit 4', { timeout_ms: 150 });
  await expect.poll(tried, { timeout: 60_000 }).toMatchObject({ ended: 'exit', exit_code: 4 });
});

test('cancelling ends it, and what was cancelled before is not started', async () => {
  const controller = new AbortController();
  const running = sh('sleep 30', { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  expect(await running).toMatchObject({ ended: 'cancel', exit_code: null });

  const dir = mkdtempSync(join(tmpdir(), 'pawl-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  expect(await sh('touch started', { cwd: dir, signal: controller.signal })).toMatchObject({ ended: 'cancel' });
  expect(readdirSync(dir)).toEqual([]);
});

test('too much output ends it at the limit, counting both streams', async () => {
  const result = await sh('yes & yes >&2', { output_limit: 5000 });
  expect(result.ended).toBe('output_limit');
  expect(result.stdout.length + result.stderr.length).toBe(5000);
});

test('a gentler signal is followed by the hard one', async () => {
  const polite = await sh('trap "exit 0" TERM; while :; do sleep 0.05; done', {
    timeout_ms: 2000,
    killSignal: 'SIGTERM',
  });
  expect(polite).toMatchObject({ ended: 'timeout', exit_code: 0 });
  const stubborn = await sh('trap "" TERM; while :; do sleep 0.05; done', { timeout_ms: 2000, killSignal: 'SIGTERM' });
  expect(stubborn.ended).toBe('timeout');
});

test('a signal that it did not get from us is told', async () => {
  expect(await sh('kill -USR1 $$')).toMatchObject({ ended: 'signal', exit_code: null, signal: 'SIGUSR1' });
});

test('what cannot be started is data', async () => {
  const missing = await spawn(['/no/such/program'], { env });
  expect(missing).toMatchObject({ ended: 'not_started', exit_code: null });
  expect(missing.error?.code).toBe('ENOENT');
  expect((await spawn(['echo', 'a\0b'], { env })).error?.code).toBe('ERR_INVALID_ARG_VALUE');
  expect((await spawn(['echo', 'x'.repeat(4_000_000)], { env })).error?.code).toBe('E2BIG');
});

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    });
}

test('a timeout of more than a timer can hold is a long one', async () => {
  expect(await sh('sleep 0.1', { timeout_ms: 1e12 })).toMatchObject({ ended: 'exit', exit_code: 0 });
});
