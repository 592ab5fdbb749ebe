import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, test } from 'vitest';
import { measure } from '../../src/engine/history/metrics.ts';
import type { Journal } from '../../src/ports/state/journal.ts';
import type { PawlEvent } from '../../src/schema/run/event.ts';
import { journalIn, stateIn } from '../adapters/journal/open.ts';
import { policyWith } from '../core/policy.ts';
import { calm, simulate } from '../core/simulator.ts';
import { handClock } from '../support/clock.ts';
import { tempDir } from '../support/temp.ts';

const day = 86_400_000;

/** A journal with a whole run for each name. */
async function journalOf(...runs: string[]) {
  const [target, clock] = [tempDir(), handClock()];
  const journal = await journalIn(target, { clock });
  for (const [index, run] of runs.entries()) {
    await write(journal, run, index);
    clock.pass(day);
  }
  return { target, journal, clock };
}

async function write(journal: Journal, run: string, seed: number): Promise<void> {
  const lease = await journal.claim(run);
  for (const { seq, at, run: _, ...event } of simulate(policyWith(), { seed, tasks: 1, odds: calm }).journal)
    await lease.append(event as PawlEvent);
  await lease.release();
}

function change(target: string, sql: string): void {
  const db = new DatabaseSync(join(stateIn(target), 'journal.db'));
  db.exec(sql);
  db.close();
}

describe('the metrics of a journal', () => {
  test('count the runs whose last event is in the period', async () => {
    const { journal, clock } = await journalOf('r1', 'r2', 'r3');
    const finished = async (since?: string) =>
      (await measure(journal, clock.now(), since === undefined ? {} : { since })).runs.finished;
    expect(await finished()).toBe(3);
    expect(await finished('36h')).toBe(1);
    expect(await finished('2030-01-02')).toBe(2);
    clock.pass(40 * day);
    expect(await finished()).toBe(0);
  });

  test('of an empty history are empty, and nothing is written', async () => {
    const target = tempDir();
    const found = await measure(await journalIn(target), day, {});
    expect(found).toMatchObject({ runs: { finished: 0, damaged: [] }, metrics: { success_rate: { value: null } } });
    expect(await (await journalIn(target)).runs()).toEqual([]);
  });

  test.each([
    ['its first event', `UPDATE events SET body = replace(body, '{', '{ ') WHERE run = 'r2' AND seq = 1`],
    ['an event between', `DELETE FROM events WHERE run = 'r2' AND seq = 4`],
    ['its last event', `UPDATE events SET at = '2031' WHERE run = 'r2' AND type = 'run.finished'`],
    ['its end', `UPDATE runs SET head = 'x' WHERE run = 'r2'`],
  ])('name a run with damage to %s and leave it out', async (_, sql) => {
    const { target, journal, clock } = await journalOf('r1', 'r2', 'r3');
    change(target, sql);
    const { runs, tasks } = await measure(journal, clock.now(), {});
    expect(runs.damaged).toEqual([{ run: 'r2', reason: expect.stringMatching(/^run r2: event \d+ is damaged/) }]);
    expect([runs.finished, tasks.solved]).toEqual([2, 2]);
  });

  test('of a run whose owner cannot be read are told: only its events count', async () => {
    const { target, journal, clock } = await journalOf('r1', 'r2');
    change(target, `UPDATE runs SET owner = '{' WHERE run = 'r2'`);
    expect((await measure(journal, clock.now(), {})).runs).toMatchObject({ finished: 2, damaged: [] });
  });

  test('are refused for a period that is none', async () => {
    const { journal } = await journalOf();
    await expect(measure(journal, day, { since: 'soon' })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(
        "--since takes a period such as 7d or 24h, or a date such as 2026-11-01, not 'soon'",
      ),
    });
  });
});
