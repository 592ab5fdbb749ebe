import { describe, expect, test } from 'vitest';
import { findRun } from '../../src/engine/load.ts';
import { started } from '../adapters/journal/events.ts';
import { journalIn } from '../adapters/journal/open.ts';
import { tempDir } from '../support/temp.ts';

async function journalWith(...runs: string[]) {
  const journal = await journalIn(tempDir());
  for (const run of runs) {
    const lease = await journal.claim(run);
    await lease.append(started(run));
    await lease.release();
  }
  return journal;
}

describe('a run is found', () => {
  const names = ['20260102-030405-7f3a', '20260103-030405-2026', '20260104-111213-b2c3'];

  test.each([
    ['20260102-030405-7f3a', 0],
    ['7f3a', 0],
    ['2026', 1],
    ['20260104', 2],
    ['1112', 2],
    ['0103-03', 1],
  ])('by %s', async (part, at) => {
    expect((await findRun(await journalWith(...names), part)).run).toBe(names[at]);
  });

  test('as the newest without a name', async () => {
    const runs = (await journalWith(...names)).runs();
    expect((await findRun(await journalWith(...names))).run).toBe((await runs)[0]?.run);
    await expect(findRun(await journalWith())).rejects.toThrow('there are no runs here yet');
  });

  test('not by a part that several have, or none', async () => {
    const journal = await journalWith(...names);
    await expect(findRun(journal, '030405')).rejects.toThrow(/^030405 could mean 2026010\d-\S+ or 2026010\d-\S+$/);
    await expect(findRun(journal, '202601')).rejects.toThrow(/could mean \S+ or \S+ or 1 more$/);
    for (const part of ['', 'zz']) await expect(findRun(journal, part)).rejects.toThrow('pawl status lists them');
  });
});
