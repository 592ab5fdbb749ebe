import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/adapters/clock/clock.ts';
import { openMemory } from '../../src/adapters/memory/memory.ts';
import { remembering } from '../../src/engine/history/memory.ts';
import type { Memory } from '../../src/ports/state/memory.ts';
import type { MemoryDocument } from '../../src/schema/run/debug-memory.ts';
import { execution, failing } from '../contracts/executions.ts';
import { lesson } from '../contracts/memory.ts';
import { outcomeOf, startChild } from '../support/child.ts';
import { tempDir } from '../support/temp.ts';

/** `PAWL_SWEEP=all` kills at every durable point; else at a few of them. */
const all = process.env.PAWL_SWEEP === 'all';
const day = 86_400_000;
const clock = systemClock();
const ago = (days: number) => new Date(clock.now() - days * day).toISOString();

type Doing = 'remember' | 'import' | 'prune';

/** How far it got, and whether it was killed on the way. */
async function doing(what: Doing, state_dir: string, file: string, point: string) {
  const child = await startChild(new URL('./memory-crash.child.ts', import.meta.url), [state_dir, what, file], {
    env: { PAWL_CRASH_AT: point },
  });
  const { code, stdout, stderr } = await outcomeOf(child);
  expect(stderr).toBe('');
  return { killed: code === null, acknowledged: stdout.split('\n').filter((line) => line !== '').length };
}

/** Points at which it is killed, until there is none left. */
async function sweep(sample: number[], killAt: (point: string) => Promise<boolean>): Promise<void> {
  const points = all ? Array.from({ length: 200 }, (_, index) => index + 1) : sample;
  let kills = 0;
  for (const point of points) {
    if (!(await killAt(String(point)))) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThanOrEqual(sample.length);
}

async function opened(state_dir: string): Promise<Memory> {
  const memory = await openMemory({ state_dir, clock, point: () => undefined });
  onTestFinished(() => memory.close());
  return memory;
}

async function exported(memory: Memory): Promise<MemoryDocument[]> {
  const documents: MemoryDocument[] = [];
  for await (const document of remembering({ memory: async () => memory, clock }).exportMemory())
    documents.push(document);
  return documents;
}

/** Every execution is found by each of its keys and its words, and nothing else is in the indexes. */
async function expectWhole(memory: Memory, state_dir: string): Promise<void> {
  expect(await memory.check()).toEqual([]);
  const executions = await memory.search({ limit: 1000 });
  const byWords = await memory.search({ words: 'adds', limit: 1000 });
  expect(byWords.map(({ id }) => id)).toEqual(executions.map(({ id }) => id));
  const db = new DatabaseSync(join(state_dir, 'memory.db'));
  const count = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0]);
  const withKeys = count('SELECT count(DISTINCT id) FROM execution_keys');
  const orphans = count('SELECT count(*) FROM execution_keys WHERE id NOT IN (SELECT id FROM executions)');
  const words = count('SELECT count(*) FROM execution_words_docsize');
  db.close();
  expect({ withKeys, orphans, words }).toEqual({ withKeys: executions.length, orphans: 0, words: executions.length });
}

describe('kill -9', () => {
  test('while remembering loses nothing that was acknowledged, and leaves nothing half', async () => {
    await sweep([4, 6], async (point) => {
      const state_dir = tempDir();
      const { killed, acknowledged } = await doing('remember', state_dir, '', point);
      const memory = await opened(state_dir);
      const attempts = (await memory.ofRun('crash')).map(({ attempt }) => attempt);
      expect([acknowledged, acknowledged + 1]).toContain(attempts.length);
      expect(attempts).toEqual(attempts.map((_, index) => index + 1));
      if (attempts.length > 0) await expectWhole(memory, state_dir);
      expect(await doing('remember', state_dir, '', '0')).toEqual({ killed: false, acknowledged: 4 });
      expect((await memory.ofRun('crash')).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
      await expectWhole(memory, state_dir);
      return killed;
    });
  });

  test('while importing leaves whole tasks alone, and importing again brings the rest', async () => {
    const from = await opened(tempDir());
    const executions = Array.from({ length: 120 }, (_, index) =>
      execution({ run: `r${Math.floor(index / 2)}`, attempt: (index % 2) + 1, at: ago(1) }),
    );
    await from.take({ executions, lessons: [] });
    for (const run of ['r1', 'r59', 'gone']) await from.learn(lesson({ run }));
    const documents = await exported(from);
    const file = join(tempDir(), 'memory.ndjson');
    writeFileSync(file, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
    await sweep([6], async (point) => {
      const state_dir = tempDir();
      const { killed } = await doing('import', state_dir, file, point);
      const memory = await opened(state_dir);
      for (const document of await exported(memory)) expect(documents).toContainEqual(document);
      if ((await memory.search({ limit: 1 })).length > 0) await expectWhole(memory, state_dir);
      await doing('import', state_dir, file, '0');
      expect(await exported(memory)).toEqual(documents);
      await expectWhole(memory, state_dir);
      return killed;
    });
  });

  test('while pruning removes nothing that is young, and pruning again removes the rest', async () => {
    const template = tempDir();
    const filled = await openMemory({ state_dir: template, clock, point: () => undefined });
    const made = (run: string, days: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        execution({ run: `${run}${index}`, at: ago(days), failures: [failing(`adds ${run}${index}`)] }),
      );
    await filled.take({ executions: [...made('old', 25, 450), ...made('young', 1, 30)], lessons: [] });
    // Remembered, and killed before its words were indexed.
    await filled.remember(execution({ run: 'late', at: ago(25) }));
    await filled.close();
    const young = async (memory: Memory) =>
      (await memory.search({ limit: 1000 })).filter(({ run }) => run.startsWith('young')).length;
    await sweep([5], async (point) => {
      const state_dir = tempDir();
      copyFileSync(join(template, 'memory.db'), join(state_dir, 'memory.db'));
      const { killed } = await doing('prune', state_dir, '', point);
      const memory = await opened(state_dir);
      expect(await young(memory)).toBe(30);
      await expectWhole(memory, state_dir);
      await doing('prune', state_dir, '', '0');
      expect(await young(memory)).toBe(30);
      expect(await memory.search({ limit: 1000 })).toHaveLength(30);
      await expectWhole(memory, state_dir);
      return killed;
    });
  });
});
