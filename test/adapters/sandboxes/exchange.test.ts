import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openExchange, removeStaleExchanges } from '../../../src/adapters/sandboxes/exchange.ts';

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
