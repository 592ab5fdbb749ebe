import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { yielding } from '../../../../src/rooms/verify/runs/tool.ts';

const enabled = '/proc/sys/kernel/sched_autogroup_enabled';
const groups = existsSync(enabled) && readFileSync(enabled, 'utf8').trim() === '1';
const own = (script: string) => {
  const [file = '', ...args] = yielding({ argv: ['sh', '-c', script], provide: {}, collect: [], env: {} }).argv;
  // As in a sandbox: a session of its own.
  return spawnSync('setsid', ['--wait', file, ...args], { encoding: 'utf8' }).stdout.trim();
};

test('what yields to the tests is the last to get a processor within its session', () => {
  expect(own('nice')).toBe('19');
});

test.skipIf(!groups)('and so does its session (needs a kernel that groups processes by session)', () => {
  expect(own('cat /proc/self/autogroup')).toMatch(/nice 19$/);
  expect(own('cat /proc/self/autogroup')).toMatch(/nice 19$/);
});
