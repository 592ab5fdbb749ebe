import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { PawlEvent } from '../../../src/schema/run/event.ts';
import { answer, journalContract, readAll } from '../../contracts/journal.ts';
import { handClock } from '../../support/clock.ts';
import { tempDir } from '../../support/temp.ts';
import { finished, started } from './events.ts';
import { journalIn, stateIn } from './open.ts';

journalContract('SQLite', (clock) => journalIn(tempDir(), { clock }));

describe('the journal file', () => {
  it('is not made by reading: a target without state reads as empty', async () => {
    const target = tempDir();
    const journal = await journalIn(target);
    expect(await journal.runs()).toEqual([]);
    expect(await readAll(journal, 'r1')).toEqual([]);
    expect(await journal.check()).toEqual([]);
    await expect(journal.send('r1', { kind: 'cancel', reason: '' })).rejects.toMatchObject({ exitCode: 2 });
    await expect(journal.remove('r1')).rejects.toMatchObject({ exitCode: 2 });
    expect(readdirSync(target)).toEqual([]);
  });

  it('is there for a reader that was open before it was made', async () => {
    const target = tempDir();
    const reader = await journalIn(target);
    expect(await reader.runs()).toEqual([]);
    const lease = await (await journalIn(target)).claim('r1');
    await lease.append(answer('a'));
    expect(await readAll(reader, 'r1')).toHaveLength(1);
  });

  it('leaves nothing but itself behind when it is made', async () => {
    const target = tempDir();
    await (await journalIn(target)).claim('r1');
    const names = readdirSync(stateIn(target)).filter((name) => !/^journal\.db(-wal|-shm)?$/.test(name));
    expect(names).toEqual([]);
    expect(readdirSync(target)).toEqual(['state']);
  });

  it('names a point before and after everything durable', async () => {
    const names: string[] = [];
    const journal = await journalIn(tempDir(), { point: (name) => names.push(name) });
    const lease = await journal.claim('r1');
    await lease.append(answer('a'));
    await journal.send('r1', { kind: 'cancel', reason: '' });
    await lease.release();
    await journal.remove('r1');
    expect(names).toEqual([
      'journal.create.before',
      'journal.create.after',
      'journal.claim.before',
      'journal.claim.after',
      'journal.append.before',
      'journal.append.after:answer.given',
      'journal.send.before',
      'journal.send.after',
      'journal.release.before',
      'journal.release.after',
      'journal.remove.before',
      'journal.remove.after',
    ]);
  });

  it('takes back an append that was stopped before its commit', async () => {
    let armed = false;
    const point = (name: string) => {
      if (armed && name === 'journal.append.before') throw new Error('stopped');
    };
    const journal = await journalIn(tempDir(), { point });
    const lease = await journal.claim('r1');
    await lease.append(answer('a'));
    armed = true;
    await expect(lease.append(answer('b'))).rejects.toThrow('stopped');
    armed = false;
    expect((await lease.append(answer('c'))).seq).toBe(2);
    expect(await readAll(journal, 'r1')).toMatchObject([{ text: 'a' }, { text: 'c' }]);
  });
});

describe('the runs that have ended', () => {
  it('are told by name, the last first, so many of them, without those that go on or are damaged', async () => {
    const dir = tempDir();
    const journal = await journalIn(dir);
    const tried = [{ kind: 'fix' as const, by: 'local/cheap', depth: 0, solved: true, usd: 0.1 }];
    for (const [run, ...events] of [
      ['r1', finished],
      ['r2', { ...finished, tried }],
      ['r3', started('goes on')],
      ['r4', { ...finished, tried }],
    ] as [string, PawlEvent][]) {
      const lease = await journal.claim(run);
      for (const event of events) await lease.append(event);
      await lease.release();
    }
    expect(await journal.ended(9)).toEqual([
      { run: 'r4', tried },
      { run: 'r2', tried },
      { run: 'r1', tried: [] },
    ]);
    expect((await journal.ended(1)).map(({ run }) => run)).toEqual(['r4']);
    await journal.close();
    const database = new DatabaseSync(join(stateIn(dir), 'journal.db'));
    database.exec(`UPDATE events SET body = replace(body, '0.1', '0.2') WHERE run = 'r4'`);
    database.close();
    expect((await (await journalIn(dir)).ended(9)).map(({ run }) => run)).toEqual(['r2', 'r1']);
  });
});

describe('the list of runs', () => {
  it('is newest first, with the request, the outcome and the living owner', async () => {
    const clock = handClock();
    const journal = await journalIn(tempDir(), { clock });
    const old = await journal.claim('old');
    const begun = await old.append(started('first request'));
    clock.pass(5000);
    const ended = await old.append(finished);
    await old.release();
    const young = await journal.claim('young');
    await young.append(started('second request'));
    await journal.claim('never begun');
    expect(await journal.runs()).toEqual([
      {
        run: 'young',
        request: 'second request',
        created_at: ended.at,
        last_at: ended.at,
        events: 1,
        exit_code: null,
        status: null,
        owner: expect.stringContaining(`process ${process.pid} on `),
        end: null,
      },
      {
        run: 'old',
        request: 'first request',
        created_at: begun.at,
        last_at: ended.at,
        events: 2,
        exit_code: 1,
        status: 'failed',
        owner: null,
        end: expect.objectContaining({ attempts: expect.any(Number), commits: expect.any(Array) }),
      },
    ]);
    expect(await journal.heads()).toEqual([
      { run: 'young', events: 1, alive: true },
      { run: 'old', events: 2, alive: false },
    ]);
    expect(await journal.summary('old')).toEqual((await journal.runs())[1]);
    expect(await journal.summary('never begun')).toBeNull();
    expect(await journal.summary('ol')).toBeNull();
  });

  it('reads long runs whole', async () => {
    const journal = await journalIn(tempDir());
    const lease = await journal.claim('r1');
    for (let n = 1; n <= 600; n++) await lease.append(answer(`${n}`));
    expect((await readAll(journal, 'r1')).map(({ seq }) => seq)).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
    expect(await readAll(journal, 'r1', 598)).toMatchObject([{ seq: 599 }, { seq: 600 }]);
  });
});
