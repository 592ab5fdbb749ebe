import { join } from 'node:path';
import { fileBlobs } from '../../../src/adapters/blobs/blobs.ts';
import { systemClock } from '../../../src/adapters/clock/clock.ts';
import { openJournal } from '../../../src/adapters/journal/journal.ts';
import { openLedger } from '../../../src/adapters/ledger/ledger.ts';

/** Writes to each kind of state until the disk is full; tells how that was reported and what is there afterwards. */
const [dir = ''] = process.argv.slice(2);
const point = () => undefined;
const clock = systemClock();
const journal = await openJournal({ state_dir: join(dir, 'state'), clock, point });
const ledger = await openLedger({ state_dir: join(dir, 'ledger'), clock, point });
const blobs = fileBlobs({ dir: join(dir, 'blobs'), point });
const lease = await journal.claim('r1');
const caps = { task_usd: 1e6, run_usd: 1e6, day_usd: 1e6 };
let appended = 0;
const faults: Record<string, unknown> = {};

await untilFull('blobs', (n) => blobs.put(`${n}`.repeat(5000)));
await untilFull('journal', async () => {
  appended = (await lease.append({ type: 'answer.given', text: 'x'.repeat(5000) })).seq;
});
await untilFull('ledger', () =>
  ledger.reserve({ run: 'r1'.repeat(500), task: null, tier: 'cheap', worst_usd: 0, caps }),
);

let read = 0;
for await (const { seq } of journal.read('r1')) read = seq;
process.stdout.write(JSON.stringify({ faults, lost: appended - read, damage: await journal.check() }));
process.disconnect();

async function untilFull(name: string, write: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < 10_000 && faults[name] === undefined; n++) {
    await write(n).catch((error: { reason: string; exitCode: number; message: string }) => {
      faults[name] = [error.reason, error.exitCode, error.message.replace(dir, '')];
    });
  }
}
