import { systemClock } from '../../../src/adapters/clock/clock.ts';
import { openJournal } from '../../../src/adapters/journal/journal.ts';
import { PawlError } from '../../../src/ports/errors.ts';

/** `append`: appends without end and tells each number once it is durable. `claim`: tries once. `send`: 20 commands. */
const [state_dir = '', mode, killAt] = process.argv.slice(2);

const journal = await openJournal({ state_dir, clock: systemClock(), point });

if (mode === 'append') {
  const lease = await journal.claim('r1');
  for (let n = 0; ; n++) {
    const { seq } = await lease.append({ type: 'answer.given', text: `${n} `.repeat(200) });
    process.stdout.write(`${seq}\n`);
    await new Promise(setImmediate);
  }
}

if (mode === 'claim') {
  process.send?.('ready');
  await new Promise((resolve) => process.once('message', resolve));
  try {
    const lease = await journal.claim('r1');
    await lease.append({ type: 'answer.given', text: 'mine' });
    process.stdout.write('won\n');
    await new Promise((resolve) => process.once('message', resolve));
  } catch (error) {
    process.stdout.write(`${error instanceof PawlError ? error.reason : error}\n`);
  }
  process.disconnect();
}

if (mode === 'send') {
  for (let n = 0; n < 20; n++) await journal.send('r1', { kind: 'answer', text: `${process.pid}:${n}` });
  await journal.close();
  process.disconnect();
}

function point(name: string): void {
  if (name === killAt) process.kill(process.pid, 'SIGKILL');
}
