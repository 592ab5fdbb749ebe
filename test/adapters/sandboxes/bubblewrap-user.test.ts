import { accessSync, constants } from 'node:fs';
import { describe } from 'vitest';
import { bubblewrap } from '../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { places } from '../../../src/languages/registry.ts';
import { sandboxContract } from './contract.ts';
import { isolation } from './isolation.ts';

// A test file has a process of its own, so root can become an ordinary user here for good.
const limits = { memory_mb: 512, pids: 64, network: 'none' } as const;
const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent' };
const reason = becomeOrdinary() ?? (await bubblewrap({ equipment: places(), ...limits, env }).unfit());
if (reason !== null) console.log(`skipped: bubblewrap as an ordinary user: ${reason}`);

describe.skipIf(reason !== null)('bubblewrap as an ordinary user', () => {
  sandboxContract((own, changes) =>
    bubblewrap({ equipment: places(), ...limits, ...changes, env: { ...own, ...env } }),
  );
  isolation((changes) => bubblewrap({ equipment: places(), ...limits, env, ...changes }));
});

function becomeOrdinary(): string | null {
  if (process.getuid?.() !== 0) return 'the tests run as one anyway';
  process.setgroups?.([]);
  process.setgid?.(1000);
  process.setuid?.(1000);
  try {
    accessSync(import.meta.filename, constants.R_OK);
    accessSync(process.execPath, constants.X_OK);
    return null;
  } catch (error) {
    return `the checkout or node cannot be read by one (${(error as Error).message})`;
  }
}
