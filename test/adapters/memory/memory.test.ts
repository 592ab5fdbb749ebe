import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMemory } from '../../../src/adapters/memory/memory.ts';
import type { Memory } from '../../../src/ports/state/memory.ts';
import { execution, executionsContract } from '../../contracts/executions.ts';
import { lesson, memoryContract, met } from '../../contracts/memory.ts';
import { outcomeOf, startChild } from '../../support/child.ts';
import { handClock } from '../../support/clock.ts';
import { tempDir } from '../../support/temp.ts';

memoryContract('SQLite', (clock) => memoryIn(tempDir(), clock));
executionsContract('SQLite', (clock) => memoryIn(tempDir(), clock));

describe('the memory file', () => {
  it('is not made by reading', async () => {
    const state_dir = tempDir();
    const memory = await memoryIn(join(state_dir, 'state'));
    expect(await memory.like(met('s1'))).toEqual([]);
    await memory.told([1], { run: 'r1', task: 't1', attempt: 1 });
    expect(await memory.check()).toEqual([]);
    expect(readdirSync(state_dir)).toEqual([]);
  });

  it('keeps what several processes learn at once, though all are killed', async () => {
    const state_dir = tempDir();
    const children = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => startChild(new URL('./memory.child.ts', import.meta.url), [state_dir, name])),
    );
    const outcomes = await Promise.all(children.map(outcomeOf));
    expect(outcomes.map(({ stderr }) => stderr).join('')).toBe('');
    const lessons = await (await memoryIn(state_dir)).lessonsWith('', 1000);
    expect(lessons).toHaveLength(80);
    expect(lessons.reduce((sum, { passed }) => sum + passed, 0)).toBe(80);
  });

  it('with a record that is none is damaged', async () => {
    const state_dir = tempDir();
    const memory = await memoryIn(state_dir);
    await memory.remember(execution());
    await memory.close();
    exec(join(state_dir, 'memory.db'), `UPDATE executions SET record = '{}'`);
    const damaged = await memoryIn(state_dir);
    await expect(damaged.ofRun('r1')).rejects.toThrow(/execution 1 cannot be read/);
    expect(await damaged.check()).toEqual([
      expect.stringMatching(/memory\.db is damaged: execution 1 cannot be read$/),
    ]);
  });

  it('of an older version keeps its lessons with their counts, and tells none without its proof', async () => {
    const state_dir = tempDir();
    exec(join(state_dir, 'memory.db'), olderVersion);
    const memory = await memoryIn(state_dir);
    expect(await memory.like(met('s1', 'TypeError'))).toEqual([]);
    await memory.remember(execution());
    expect(await memory.check()).toEqual([]);
    await memory.close();
    const db = new DatabaseSync(join(state_dir, 'memory.db'));
    expect(db.prepare('SELECT fix, told, passed FROM lessons').all()).toMatchObject([{ fix: 'f', told: 2, passed: 1 }]);
    db.close();
  });

  it('compares no more than the newest, those of the same failure before others', async () => {
    const clock = handClock();
    const memory = await memoryIn(tempDir(), clock);
    await memory.learn(lesson({ run: 'oldest' }));
    for (let n = 0; n < 210; n++) {
      clock.pass(1000);
      await memory.learn(lesson({ run: `r${n}`, signature: 'other' }));
    }
    const found = await memory.like(met('s1', 'TypeError'));
    expect(found).toHaveLength(21);
    expect(found.map(({ run }) => run)).toEqual(expect.arrayContaining(['oldest', 'r209', 'r190']));
  });

  const damages: [string, (file: string) => void][] = [
    ['is no database', (file) => writeFileSync(file, 'not a memory')],
    ['is empty', (file) => truncateSync(file, 0)],
    ['has lost its tables', (file) => exec(file, 'PRAGMA foreign_keys = OFF; DROP TABLE tellings; DROP TABLE lessons')],
  ];
  it.each(damages)('that %s is named to everyone who asks', async (_, damage) => {
    const state_dir = tempDir();
    const first = await memoryIn(state_dir);
    await first.learn(lesson());
    await first.close();
    damage(join(state_dir, 'memory.db'));
    const memory = await memoryIn(state_dir);
    await expect(memory.like(met('s1'))).rejects.toMatchObject({ reason: 'damaged' });
    await expect(memory.like(met('s1'))).rejects.toThrow(/memory\.db is damaged/);
    await expect(memory.told([1], { run: 'r1', task: 't1', attempt: 1 })).rejects.toMatchObject({ reason: 'damaged' });
  });

  it('says what is wrong with it when it is checked', async () => {
    const state_dir = tempDir();
    writeFileSync(join(state_dir, 'memory.db'), 'not a memory');
    expect(await (await memoryIn(state_dir)).check()).toEqual([
      expect.stringMatching(/memory\.db is damaged: [^\n]+$/),
    ]);
  });

  it.each([
    ['files that are no list', `UPDATE lessons SET files = '{'`],
    ['files that are no names', `UPDATE lessons SET files = '[1]'`],
    // A repository may bring a file of its own making.
    [
      'a text that is none',
      `ALTER TABLE lessons RENAME TO was; CREATE VIEW lessons AS SELECT id, run, task, at, signature, test, error_type, error_message, 7 AS fix, files, tier, pattern, diff, told, passed, worth, used_at FROM was`,
    ],
  ])('with %s is damaged', async (_, sql) => {
    const state_dir = tempDir();
    const memory = await memoryIn(state_dir);
    await memory.learn(lesson());
    await memory.close();
    exec(join(state_dir, 'memory.db'), sql);
    const damaged = await memoryIn(state_dir);
    await expect(damaged.like(met('s1'))).rejects.toThrow(/lesson 1 cannot be read/);
    expect(await damaged.check()).toEqual([expect.stringMatching(/memory\.db is damaged: lesson 1 cannot be read$/)]);
  });
});

const olderVersion = `
  CREATE TABLE migrations (name TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT;
  INSERT INTO migrations VALUES ('lessons-tellings', 'x'), ('no-lessons-by-test', 'x');
  CREATE TABLE lessons (
    id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, task TEXT NOT NULL, at TEXT NOT NULL,
    signature TEXT NOT NULL, test TEXT NOT NULL, error_type TEXT NOT NULL, error_message TEXT NOT NULL,
    fix TEXT NOT NULL, files TEXT NOT NULL, tier TEXT NOT NULL, UNIQUE (run, task)
  ) STRICT;
  CREATE INDEX lessons_by_signature ON lessons (signature, at);
  CREATE INDEX lessons_by_error_type ON lessons (error_type, at);
  CREATE TABLE tellings (
    lesson INTEGER NOT NULL REFERENCES lessons (id) ON DELETE CASCADE, run TEXT NOT NULL, task TEXT NOT NULL,
    attempt INTEGER NOT NULL, at TEXT NOT NULL, passed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (lesson, run, task, attempt)
  ) STRICT;
  CREATE INDEX tellings_by_attempt ON tellings (run, task, attempt);
  INSERT INTO lessons VALUES (1, 'r', 't', '2030-01-01T00:00:00.000Z', 's1', 'x', 'TypeError', 'm', 'f', '[]', 'cheap');
  INSERT INTO tellings VALUES (1, 'q', 't', 1, '2030-01-01', 0), (1, 'q', 't', 2, '2030-01-01', 1);`;

async function memoryIn(state_dir: string, clock = handClock()): Promise<Memory> {
  const memory = await openMemory({ state_dir, clock, point: () => undefined });
  onTestFinished(() => memory.close());
  return memory;
}

function exec(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}
