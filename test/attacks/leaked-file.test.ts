import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bubblewrap } from '../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { places } from '../../src/languages/registry.ts';
import { outcomeOf, startChild } from '../support/child.ts';
import { tempDir } from '../support/temp.ts';
import { python3 } from './support.ts';

const limits = { memory_mb: 128, pids: 64, network: 'none', equipment: places(), env: process.env } as const;
const reason = python3() ?? (await bubblewrap(limits).unfit());
if (reason !== null) console.log(`skipped: a file that our own parent left open: ${reason}`);

test.skipIf(reason !== null)('a file that our own parent left open is read bare, and not in the sandbox', async () => {
  const [work, file] = [tempDir(), join(tempDir(), 'secret')];
  writeFileSync(file, 'secret of the host');
  // Node closes the lowest descriptors by itself.
  const leak = 'import os, sys; os.dup2(os.open(sys.argv[1], os.O_RDONLY), 40); os.execv(sys.argv[2], sys.argv[2:])';
  const entry = new URL('./leaked-file.child.ts', import.meta.url);
  const { stdout } = await outcomeOf(
    await startChild(entry, [work], { through: ['/usr/bin/python3', '-c', leak, file] }),
  );
  expect(JSON.parse(stdout)).toEqual(['secret of the host', '']);
});
