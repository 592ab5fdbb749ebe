import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { memoryBehind } from '../../../../src/adapters/sandboxes/watch/disk-use.ts';
import {
  endProcess,
  heldMemory,
  inheritable,
  isAlive,
  sharedOutMemory,
} from '../../../../src/adapters/sandboxes/watch/processes.ts';

test('the descriptors that a child would inherit are known', async () => {
  const child = start(['sleep', '60'], 12);
  await expect.poll(() => inheritable(child)).toContain(11);
  expect(inheritable(child)).not.toContain(2);
});

test('memory counts a process with its descendants', async () => {
  const hog = 'const held = Buffer.alloc(120 << 20, 1); setInterval(() => held.length, 1000)';
  const child = start(['sh', '-c', '"$0" -e "$1" & wait', process.execPath, hog]);
  await expect.poll(() => heldMemory(child), { timeout: 60_000 }).toBeGreaterThan(120 * 1024 * 1024);
});

test('memory that processes share is counted once where it matters', async () => {
  const share =
    'import mmap, os, time; m = mmap.mmap(-1, 60 << 20); m.write(b"x" * (60 << 20)); os.fork(); os.fork(); sum(m[::4096]); time.sleep(60)';
  const child = start(['python3', '-c', share]);
  await expect.poll(() => heldMemory(child), { timeout: 60_000 }).toBeGreaterThan(200 * 1024 * 1024);
  expect(sharedOutMemory(child)).toBeGreaterThan(60 * 1024 * 1024);
  expect(sharedOutMemory(child)).toBeLessThan(120 * 1024 * 1024);
});

test('the scratch folders of the host are no memory of a command that does not have its own yet', async () => {
  const child = start(['sleep', '60']);
  await expect.poll(() => isAlive(child)).toBe(true);
  expect([memoryBehind(child, '/tmp'), memoryBehind(child, '/dev/shm'), memoryBehind(child, '/')]).toEqual([0, 0, 0]);
});

test('a process is ended only under the name that it is expected to have', async () => {
  const child = start(['sleep', '60']);
  await expect.poll(() => isAlive(child)).toBe(true);
  await Promise.race([endProcess(child, 'another'), new Promise((resolve) => setTimeout(resolve, 100))]);
  expect(isAlive(child)).toBe(true);
  await endProcess(child, 'sleep');
  expect(isAlive(child)).toBe(false);
});

test('a process that never was is not alive and holds nothing', () => {
  const never = 2 ** 22 + 1;
  expect(isAlive(never)).toBe(false);
  expect(heldMemory(never)).toBe(0);
});

function start([program = '', ...args]: string[], descriptors = 3): number {
  const stdio = Array.from({ length: descriptors }, () => 'pipe' as const);
  const child = spawn(program, args, { stdio, detached: true });
  const pid = child.pid ?? 0;
  onTestFinished(() => {
    for (const stream of child.stdio) stream?.destroy();
    if (isAlive(pid)) process.kill(-pid, 'SIGKILL');
  });
  return pid;
}
