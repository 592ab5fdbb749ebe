import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from '../../../../src/adapters/sandboxes/e2b/scripts.ts';
import { command, oddSleep, processesWith, tempDir } from '../support.ts';

test('a script ends what its command left in the background, which would hold its outputs open', () => {
  const nap = oddSleep();
  const { status, stdout } = started(['sh', '-c', `${nap} & echo done; exit 3`]);
  expect([status, stdout]).toEqual([3, 'done\n']);
  expect(processesWith(nap)).toEqual([]);
});

test('a script takes no word of a command or of its variables for its own', () => {
  const words = ["it's", '$(exit 9)', '`exit 9`', 'two\nlines', '', '--', '*'];
  const { stdout } = started(['node', '-p', 'JSON.stringify(process.argv.slice(1))', '--', ...words]);
  expect(JSON.parse(stdout)).toEqual(words);
  expect(started(['sh', '-c', 'echo "$A"'], { A: "'; exit 9; '" }).stdout).toBe("'; exit 9; '\n");
});

test('a script tells a command nothing of the service', () => {
  const { stdout } = started(['env'], {}, { E2B_SANDBOX_ID: 'i1', E2B_EVENTS_ADDRESS: 'http://127.0.0.1' });
  expect(stdout).not.toContain('E2B_');
});

function started(argv: string[], env: Record<string, string> = {}, around: Record<string, string> = {}) {
  const folder = tempDir();
  writeFileSync(join(folder, 'run'), runScript(command(argv, { mount_at: folder, env }), []));
  const { status, stdout } = spawnSync('/bin/sh', [join(folder, 'run')], {
    env: { PATH: process.env.PATH, ...around },
    timeout: 10_000,
    encoding: 'utf8',
  });
  return { status, stdout };
}
