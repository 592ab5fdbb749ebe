// Makes the state that a hostile repository ships; another process, so that no database stays open here.
import { systemClock } from '../../../src/adapters/clock/clock.ts';
import { openJournal } from '../../../src/adapters/journal/journal.ts';
import { openMemory } from '../../../src/adapters/memory/memory.ts';
import { finished, started } from '../../adapters/journal/events.ts';

const [state_dir = '', run = '', sha = '', fix = ''] = process.argv.slice(2);
const options = { state_dir, clock: systemClock(), point: () => undefined };
const journal = await openJournal(options);
const lease = await journal.claim(run);
await lease.append(started('make it add'));
await lease.append({
  type: 'commit.created',
  task: 't1',
  sha,
  tree: sha,
  parent: sha,
  branch: 'victim',
  partial: true,
});
await lease.append(finished);
await lease.release();
await journal.close();

const memory = await openMemory(options);
const failure = { error_type: 'AssertionError', error_message: 'Expected values to be strictly equal: -1 !== 5' };
const test = 'add.test.js > two and three make five';
await memory.learn({
  run,
  task: 't1',
  signature: 'x',
  pattern: 'x',
  test,
  ...failure,
  fix,
  diff: fix,
  files: ['add.js'],
  tier: 'cheap',
});
await memory.close();
process.disconnect?.();
