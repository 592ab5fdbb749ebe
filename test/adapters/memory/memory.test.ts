import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMemory } from '../../../src/adapters/memory/memory.ts';
import type { Memory } from '../../../src/ports/state/memory.ts';
import { lesson, memoryContract, met } from '../../contracts/memory.ts';
import { outcomeOf, startChild } from '../../support/child.ts';
import { handClock } from '../../support/clock.ts';
import { tempDir } from '../../support/temp.ts';

memoryContract('SQLite', (clock) => memoryIn(tempDir(), clock));

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
    const lessons = await (await memoryIn(state_dir)).like(met('s1'));
    expect(lessons).toHaveLength(80);
    expect(lessons.reduce((sum, { passed }) => sum + passed, 0)).toBe(80);
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
    expect(found).toHaveLength(200);
    expect(found.map(({ run }) => run)).toEqual(expect.arrayContaining(['oldest', 'r209', 'r11']));
  });

  const damages: [string, (file: string) => void][] = [
    ['is no database', (file) => writeFileSync(file, 'not a memory')],
    ['is empty', (file) => truncateSync(file, 0)],
    ['has lost its tables', (file) => exec(file, 'PRAGMA foreign_keys = OFF; DROP TABLE tellings')],
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
      `ALTER TABLE lessons RENAME TO was; CREATE VIEW lessons AS SELECT id, run, task, at, signature, test, error_type, error_message, 7 AS fix, files, tier FROM was`,
    ],
  ])('with %s is damaged', async (_, sql) => {
    const state_dir = tempDir();
    const memory = await memoryIn(state_dir);
    await memory.learn(lesson());
    await memory.close();
    exec(join(state_dir, 'memory.db'), sql);
    await expect((await memoryIn(state_dir)).like(met('s1'))).rejects.toThrow(/lesson 1 cannot be read/);
  });
});

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
