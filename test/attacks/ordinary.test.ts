import { describe } from 'vitest';
import { bubblewrap } from '../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { places } from '../../src/languages/registry.ts';
import { aftermath } from './aftermath.ts';
import { battery } from './battery.ts';
import { becomeOrdinary, python3 } from './support.ts';
import { timeouts } from './timeouts.ts';

// A test file has a process of its own, so root can become an ordinary user here for good.
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const limits = { memory_mb: 256, pids: 128, network: 'none', equipment: places(), env } as const;
const reason = becomeOrdinary() ?? python3() ?? (await bubblewrap(limits).unfit());
if (reason !== null) console.log(`skipped: attacks as an ordinary user: ${reason}`);

describe.skipIf(reason !== null)('attacks as an ordinary user', () => {
  battery('ordinary');
  aftermath('ordinary');
  timeouts();
});
