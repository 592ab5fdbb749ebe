import { createReadStream, writeSync } from 'node:fs';
import { systemClock } from '../../src/adapters/clock/clock.ts';
import { crashPoint } from '../../src/adapters/crash-point.ts';
import { openMemory } from '../../src/adapters/memory/memory.ts';
import { remembering } from '../../src/engine/history/memory.ts';
import { linesOf } from '../../src/faces/cli/following/lines.ts';
import { execution } from '../contracts/executions.ts';

/** Remembers, imports or prunes, and says what is done. PAWL_CRASH_AT says where it is killed. */
const [state_dir = '', what = '', file = ''] = process.argv.slice(2);
const clock = systemClock();
const memory = await openMemory({ state_dir, clock, point: crashPoint(process.env) });
const commands = remembering({ memory: async () => memory, clock });
const at = new Date(clock.now()).toISOString();

if (what === 'remember') {
  for (let attempt = 1; attempt <= 4; attempt++) {
    await memory.remember(execution({ run: 'crash', attempt, at }));
    writeSync(1, `${attempt}\n`);
    await memory.tidy();
  }
} else if (what === 'import') {
  await commands.importMemory(() => linesOf(createReadStream(file)));
} else {
  await commands.pruneMemory({ days: 20 });
}
await memory.close();
