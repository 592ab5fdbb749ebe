import { StateDamaged } from '../../ports/errors.ts';
import type { Lessons } from '../../ports/state/memory.ts';
import type { LearnedLesson } from '../../schema/run/debug-memory.ts';
import { type Lesson, lessonSchema, worthOf } from '../../schema/run/lesson.ts';
import type { Store } from '../sqlite.ts';
import { jsonIn, type MemoryFile } from './file.ts';

/** For one signature or type of error no more are compared: those that helped most often, then the newest. */
const mostCandidates = 20;
const mostSignatures = 3;
const mostTypes = 3;

export function lessonsIn(file: MemoryFile): Lessons {
  const { existing, created } = file;
  const now = () => new Date(file.now()).toISOString();

  return {
    async learn(lesson) {
      const store = created();
      store.write('learn', () => insertLesson(store, { ...lesson, at: now(), told: 0, passed: 0 }));
    },

    async like({ errors }) {
      const store = existing();
      if (store === null) return [];
      const named = (values: string[], most: number) =>
        [...new Set(values)].filter((value) => value !== '').slice(0, most);
      const signatures = named(
        errors.map(({ signature }) => signature),
        mostSignatures,
      );
      const types = named(
        errors.map(({ error_type }) => error_type),
        mostTypes,
      );
      const best = (column: 'signature' | 'error_type', value: string) =>
        store
          .all<{ id: number }>(
            `SELECT id FROM lessons WHERE ${column} = ? AND pattern <> ''
             ORDER BY worth DESC, at DESC LIMIT ${mostCandidates}`,
            value,
          )
          .map(({ id }) => id);
      const ids = [
        ...signatures.flatMap((signature) => best('signature', signature)),
        ...types.flatMap((type) => best('error_type', type)),
      ];
      return store
        .all<Row>('SELECT * FROM lessons WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
        .map((row) => lessonFrom(file.path, row));
    },

    async told(lessons, { run, task, attempt }) {
      const store = existing();
      if (store === null) return;
      store.write('told', () => {
        for (const lesson of lessons) {
          store.run(
            'INSERT OR IGNORE INTO tellings (lesson, run, task, attempt, at) VALUES (?, ?, ?, ?, ?)',
            ...[lesson, run, task, attempt, now()],
          );
        }
      });
    },

    async credit({ run, task, attempt }, passed) {
      const store = existing();
      if (store === null) return;
      store.write('credit', () => {
        const rows = store.all<{ lesson: number; judged: number; passed: number }>(
          'SELECT lesson, judged, passed FROM tellings WHERE run = ? AND task = ? AND attempt = ?',
          ...[run, task, attempt],
        );
        for (const row of rows) recount(store, row, passed, now());
        store.run(
          'UPDATE tellings SET judged = 1, passed = ? WHERE run = ? AND task = ? AND attempt = ?',
          ...[Number(passed), run, task, attempt],
        );
      });
    },

    async lessonsWith(words, limit) {
      const terms = words
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
        .slice(0, 8);
      const fits = terms.map(
        () => `AND instr(lower(pattern || ' ' || test || ' ' || fix || ' ' || error_type || ' ' || files), ?) > 0`,
      );
      const rows = existing()?.all<Row>(
        `SELECT * FROM lessons WHERE pattern <> '' ${fits.join(' ')} ORDER BY id DESC LIMIT ?`,
        ...[...terms, limit],
      );
      return (rows ?? []).map((row) => lessonFrom(file.path, row));
    },
  };
}

export type Row = Record<string, unknown>;

/** A text is read back only up to its first NUL. */
const storable = (text: string): string => text.replaceAll('\0', '\u{fffd}');

/** Once for a task, and not again after it was removed. */
export function insertLesson(store: Store, lesson: LearnedLesson): number {
  const { run, task, at, signature, pattern, test, error_type, error_message, fix, diff, files, tier } = lesson;
  const { told, passed } = lesson;
  if (store.get('SELECT 1 FROM forgotten WHERE run = ? AND task = ?', run, task)) return 0;
  return store.run(
    `INSERT INTO lessons (run, task, at, used_at, signature, pattern, test, error_type, error_message, fix, diff, files,
       tier, told, passed, worth) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run, task) DO NOTHING`,
    ...[run, task, at, at],
    ...[signature, pattern, test, error_type, error_message, fix, diff].map(storable),
    ...[JSON.stringify(files), storable(tier), told, passed, worthOf({ told, passed })],
  ).changes;
}

function recount(
  store: Store,
  telling: { lesson: number; judged: number; passed: number },
  passed: boolean,
  at: string,
): void {
  const [told, helped] = [telling.judged === 0 ? 1 : 0, Number(passed) - telling.passed];
  if (told === 0 && helped === 0) return;
  store.run(
    `UPDATE lessons SET told = told + ?, passed = passed + ?, worth = (passed + ? + 1.0) / (told + ? + 2),
       used_at = CASE WHEN ? > 0 THEN ? ELSE used_at END WHERE id = ?`,
    ...[told, helped, helped, told, helped, at, telling.lesson],
  );
}

export function lessonFrom(path: string, row: Row): Lesson {
  const lesson = lessonSchema.safeParse({ ...row, files: jsonIn(row.files) });
  if (lesson.success) return lesson.data;
  throw new StateDamaged(`${path} is damaged: lesson ${String(row.id)} cannot be read`);
}
