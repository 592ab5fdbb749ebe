import { systemClock } from '../../../src/adapters/clock/clock.ts';
import { openLedger } from '../../../src/adapters/ledger/ledger.ts';

/** Reserves 20 times against one cap and settles every other grant at its worst; tells how many were granted. */
const [state_dir = '', cap, worst] = process.argv.slice(2);
const ledger = await openLedger({ state_dir, clock: systemClock(), point: () => undefined });
const caps = { task_usd: Number(cap), run_usd: Number(cap), day_usd: Number(cap) };

let granted = 0;
for (let n = 0; n < 20; n++) {
  const held = await ledger.reserve({ run: 'r1', task: 't1', tier: 'cheap', worst_usd: Number(worst), caps });
  if (held.ok && granted++ % 2 === 0) await ledger.settle(held.id, Number(worst));
}
process.stdout.write(`${granted}\n`);
process.kill(process.pid, 'SIGKILL');
