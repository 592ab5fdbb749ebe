// Makes the state that a hostile repository ships; another process, so that no database stays open here.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
// Three runs in which a change of the file broke a test, with words for everybody who is told of them.
for (let n = 1; n <= 3; n += 1) {
  await memory.remember({
    ...{ run: `${run}-${n}`, task: 't1', attempt: 1, at: new Date().toISOString(), tree: sha, tier: fix },
    ...{ code_hash: String(n).repeat(64), passed: false, left_out: 0 },
    environment: { node_version: fix, test_framework: fix },
    test_results: { total: 1, passed: 0, failed: 1, errors: 0, skipped: 0, duration_ms: 1 },
    failures: [
      ...[test, fix].map((test_name) => ({
        ...{ test_name, test_file: 'add.test.js', ...failure, stack_trace: fix, signature: 'x', pattern: fix },
        broken: true,
      })),
    ],
    analyses: [{ signature: 'x', root_cause: fix, fix_strategy: fix, confidence: 1 }],
    change: { files: ['add.js'], description: fix, insertions: 1, deletions: 1 },
  });
}
await memory.close();
// Whatever else a state of ours could hold, and an export beside it.
for (const path of [
  ...['memory.ndjson', 'ledger.db', 'lessons.json', 'prompt.md', 'blobs/aa/bb', 'baselines/b.json', 'maps/m.json'],
  ...[`reports/${run}/report.md`, 'pulls/1.json', 'add.test.js', 'README.md', 'AGENTS.md', 'index.js'],
]) {
  mkdirSync(dirname(join(state_dir, path)), { recursive: true });
  writeFileSync(join(state_dir, path), `export const add = '${fix}';\n`);
}
process.disconnect?.();
