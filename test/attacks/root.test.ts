import { describe } from 'vitest';
import { bubblewrap } from '../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { places } from '../../src/languages/registry.ts';
import { aftermath } from './aftermath.ts';
import { battery } from './battery.ts';
import { python3 } from './support.ts';
import { timeouts } from './timeouts.ts';

const limits = { memory_mb: 256, pids: 128, network: 'none', equipment: places(), env: process.env } as const;
const reason =
  process.getuid?.() === 0 ? (python3() ?? (await bubblewrap(limits).unfit())) : 'the tests run as an ordinary user';
if (reason !== null) console.log(`skipped: attacks as root: ${reason}`);

describe.skipIf(reason !== null)('attacks as root', () => {
  battery('root');
  aftermath('root');
  timeouts();
});
