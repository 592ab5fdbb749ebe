import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMasks } from '../../../../src/adapters/developers/external/masks.ts';
import { openExchange, removeStaleExchanges } from '../../../../src/adapters/sandboxes/place/exchange.ts';
import { linesOf, startChild } from '../../../support/child.ts';

test.skipIf(process.platform !== 'linux')('what a killed process gave to a command does not stay', async () => {
  const gone = spawnSync('true').pid;
  const space = statSync('/proc/self/ns/pid').ino;
  const left = mkdtempSync(join(tmpdir(), `pawl-sandbox-${space}-${gone}-`));
  const elsewhere = mkdtempSync(join(tmpdir(), `pawl-sandbox-${space + 1}-${gone}-`));
  writeFileSync(join(left, 'variables'), "KEY='hush'\n");
  const own = openExchange({ variables: '' }, null);
  await removeStaleExchanges();
  expect([left, elsewhere, own.in].map(existsSync)).toEqual([false, true, true]);
  await own.close();
  spawnSync('rmdir', [elsewhere]);
  expect(existsSync(own.dir)).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  'the folder that a sandbox is tried out in goes when its maker was killed',
  async () => {
    const entry = new URL('../trying.child.ts', import.meta.url);
    const [killed, living] = [await startChild(entry), await startChild(entry)];
    const [left, used] = [await firstLine(killed), await firstLine(living)];
    await new Promise((resolve) => killed.once('exit', resolve).kill('SIGKILL'));
    expect([left, used].map(existsSync)).toEqual([true, true]);
    await removeStaleExchanges();
    expect([left, used].map(existsSync)).toEqual([false, true]);
    await new Promise((resolve) => living.once('exit', resolve).kill('SIGKILL'));
    await removeStaleExchanges();
    expect(existsSync(used)).toBe(false);
  },
);

test.skipIf(process.platform !== 'linux')('what covers hidden files says whose it is, too', async () => {
  const masks = openMasks([{ path: 'secret', kind: 'file' }], '/project');
  expect(masks.read_only[0]?.host).toContain(`-${process.pid}-`);
  await masks.close();
});

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of linesOf(child)) return line;
  throw new Error('the child said nothing');
}
