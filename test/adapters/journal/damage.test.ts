import { mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { checkOf } from '../../../src/adapters/journal/chain.ts';
import { answer, readAll } from '../../contracts/journal.ts';
import { tempDir } from '../../support/temp.ts';
import { journalIn, stateIn } from './open.ts';

describe('a damaged journal', () => {
  const rows: [string, string, string][] = [
    ['a changed text', `UPDATE events SET body = replace(body, 'two', 'six') WHERE seq = 2`, 'event 2'],
    ['a changed time', `UPDATE events SET at = '2031-01-01T00:00:00.000Z' WHERE seq = 2`, 'event 2'],
    ['a changed type', `UPDATE events SET type = 'run.finished' WHERE seq = 2`, 'event 2'],
    ['a missing event', 'DELETE FROM events WHERE seq = 2', 'event 2'],
    ['a missing last event', 'DELETE FROM events WHERE seq = 3', 'event 3'],
    ['a replaced last event', `UPDATE runs SET head = 'x'`, 'event 3'],
    [
      'two events that changed places',
      'UPDATE events SET seq = seq * 9; UPDATE events SET seq = CASE seq WHEN 9 THEN 1 WHEN 18 THEN 3 ELSE 2 END',
      'event 2',
    ],
    ['events without their run', 'PRAGMA foreign_keys = OFF; DELETE FROM runs', 'event 1'],
  ];
  it.each(rows)('with %s is named by run and event', async (_, sql, named) => {
    const target = await threeEvents();
    change(target, sql);
    const journal = await journalIn(target);
    await expect(readAll(journal, 'r1')).rejects.toMatchObject({ reason: 'damaged', exitCode: 8 });
    await expect(readAll(journal, 'r1')).rejects.toThrow(`run r1: ${named} is damaged`);
    expect(await journal.check()).not.toEqual([]);
  });

  it.each([
    ['not JSON', '{"type":', 'it is not JSON'],
    ['an event that does not fit', '{"type":"answer.given"}', 'text:'],
    ['another type', '{"type":"run.finished"}', 'its type does not match'],
  ])('that holds %s under a right check is named too', async (_, body, why) => {
    const target = await threeEvents();
    forge(target, 'answer.given', body);
    await expect(readAll(await journalIn(target), 'r1')).rejects.toThrow(`run r1: event 1 is damaged: ${why}`);
  });

  it('is not what an event of an unknown type makes: it is passed on as it is', async () => {
    const target = await threeEvents();
    forge(target, 'future.thing', '{"type":"future.thing","deep":{"n":1}}');
    expect(await readAll(await journalIn(target), 'r1')).toMatchObject([
      { seq: 1, type: 'future.thing', deep: { n: 1 } },
    ]);
  });

  const files: [string, (file: string) => void][] = [
    ['is no database', (file) => writeFileSync(file, 'not a database\n'.repeat(1000))],
    ['is empty', (file) => truncateSync(file, 0)],
    ['is cut short', (file) => truncateSync(file, readFileSync(file).length - 4096)],
    ['is cut within a page', (file) => truncateSync(file, 1000)],
    ['is gone, but not its log', (file) => renameSync(file, `${file}-wal`)],
    ['has lost its tables', (file) => exec(file, 'DROP TABLE migrations')],
  ];
  it.each(files)('whose file %s says so in one line, to every reader and writer', async (_, damage) => {
    const target = await threeEvents();
    damage(fileIn(target));
    const journal = await journalIn(target);
    const faults = await journal.check();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^\S+journal\.db is (damaged|missing)[^\n]*$/);
    await expect(journal.runs()).rejects.toMatchObject({ reason: 'damaged' });
    await expect(readAll(journal, 'r1')).rejects.toMatchObject({ reason: 'damaged' });
    await expect(journal.claim('r1')).rejects.toMatchObject({ reason: 'damaged' });
  });

  it('with any one page overwritten never reads as a shorter or different run', async () => {
    const target = await threeEvents(60);
    const whole = readFileSync(fileIn(target));
    const good = await readAll(await journalIn(target), 'r1');
    let noticed = 0;
    for (let page = 0; page < whole.length / 4096; page++) {
      const broken = Buffer.from(whole).fill(0xa5, page * 4096, (page + 1) * 4096);
      const again = await journalIn(targetWith(broken));
      const read = await readAll(again, 'r1').catch((error: unknown) => error);
      if (Array.isArray(read)) expect(read).toEqual(good);
      else expect(read).toMatchObject({ reason: 'damaged' });
      if ((await again.check()).length > 0) noticed++;
    }
    expect(noticed).toBeGreaterThan(5);
  });

  it('from a newer version is refused without a change to it', async () => {
    const target = await threeEvents();
    change(target, `INSERT INTO migrations VALUES ('from-the-future', '')`);
    const before = readFileSync(fileIn(target));
    const journal = await journalIn(target);
    await expect(journal.runs()).rejects.toMatchObject({ exitCode: 2 });
    await expect(journal.claim('r1')).rejects.toThrow('newer version of pawl (from-the-future)');
    expect(await journal.check()).toHaveLength(1);
    expect(readFileSync(fileIn(target)).equals(before)).toBe(true);
  });
});

const fileIn = (target: string) => join(stateIn(target), 'journal.db');

/** A closed journal, all of it in the one file. */
async function threeEvents(more = 0): Promise<string> {
  const target = tempDir();
  const journal = await journalIn(target);
  const lease = await journal.claim('r1');
  for (const text of ['one', 'two', 'three']) await lease.append(answer(text));
  for (let n = 0; n < more; n++) await lease.append(answer('more '.repeat(100)));
  await journal.close();
  exec(fileIn(target), 'PRAGMA wal_checkpoint(TRUNCATE)');
  return targetWith(readFileSync(fileIn(target)));
}

/** A file that no connection of this process has had open, so nothing of it is remembered. */
function targetWith(bytes: Buffer): string {
  const target = tempDir();
  mkdirSync(stateIn(target), { recursive: true });
  writeFileSync(fileIn(target), bytes);
  return target;
}

function change(target: string, sql: string): void {
  exec(fileIn(target), `${sql}; PRAGMA wal_checkpoint(TRUNCATE)`);
}

function exec(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

/** Makes the run one event with a right check. */
function forge(target: string, type: string, body: string): void {
  const at = '2030-01-01T00:00:00.000Z';
  const check = checkOf('', { run: 'r1', seq: 1, at, body });
  change(
    target,
    `DELETE FROM events; UPDATE runs SET seq = 1, at = '${at}', head = '${check}';
     INSERT INTO events VALUES ('r1', 1, '${at}', '${type}', '${body}', '${check}')`,
  );
}
