import { systemClock } from '../../../src/adapters/clock/clock.ts';
import { openMemory } from '../../../src/adapters/memory/memory.ts';
import { lesson } from '../../contracts/memory.ts';

/** Learns 20 lessons, tells each, and dies without closing anything. */
const [state_dir = '', name = ''] = process.argv.slice(2);
const memory = await openMemory({ state_dir, clock: systemClock(), point: () => undefined });
for (let n = 0; n < 20; n++) {
  await memory.learn(lesson({ run: name, task: `t${n}` }));
  const [one] = await memory.lessonsWith('', 1);
  await memory.told([one?.id ?? 0], { run: name, task: `t${n}`, attempt: 1 });
  await memory.credit({ run: name, task: `t${n}`, attempt: 1 }, true);
}
process.kill(process.pid, 'SIGKILL');
