import { describe, expect, test } from 'vitest';
import { findRun, newestUnfinished } from '../../src/engine/load.ts';
import type { EventOf } from '../../src/schema/run/event.ts';
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

  test('as the newest that is no question to one agent', async () => {
    const journal = await journalWith(...names.slice(0, 2));
    const lease = await journal.claim('20260109-000000-c0de');
    const event = started('c0de') as EventOf<'run.started'>;
    await lease.append({ ...event, policy: { ...event.policy, agent: 'planner' } });
    await lease.release();
    const [newest, second] = await journal.runs();
    expect(newest?.run).toBe('20260109-000000-c0de');
    expect((await findRun(journal)).run).toBe(second?.run);
    expect((await findRun(journal, 'c0de')).run).toBe(newest?.run);
  });

  test('to go on with: the newest that nobody works on', async () => {
    const journal = await journalWith(...names);
    const [newest, second] = await journal.runs();
    const held = await journal.claim(newest?.run ?? '');
    expect((await newestUnfinished(journal)).run).toBe(second?.run);
    const others = await Promise.all(names.filter((name) => name !== held.run).map((name) => journal.claim(name)));
    await expect(newestUnfinished(journal)).rejects.toThrow(`run ${newest?.run} is already running in`);
    for (const lease of [held, ...others]) await lease.release();
  });

  test('as the newest without a name', async () => {
    const runs = (await journalWith(...names)).runs();
    expect((await findRun(await journalWith(...names))).run).toBe((await runs)[0]?.run);
    await expect(findRun(await journalWith())).rejects.toThrow(
      'there are no runs here yet; start one with: pawl run "<request>"',
    );
  });

  test('not by a part that several have, or none', async () => {
    const journal = await journalWith(...names);
    await expect(findRun(journal, '030405')).rejects.toThrow(/^030405 could mean 2026010\d-\S+ or 2026010\d-\S+$/);
    await expect(findRun(journal, '202601')).rejects.toThrow(/could mean \S+ or \S+ or 1 more$/);
    for (const part of ['', 'zz']) await expect(findRun(journal, part)).rejects.toThrow('pawl status lists them');
  });
});
