import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import { PawlError, StateDamaged } from '../../ports/errors.ts';
import type { Point } from '../../ports/point.ts';
import type { Memory } from '../../ports/state/memory.ts';
import { type Lesson, lessonSchema } from '../../schema/run/lesson.ts';
import { integrityOf, type Migration, openStore, type Store } from '../sqlite.ts';

export interface MemoryOptions {
  /** The folder of one repository, or of one origin, in the machine's state. */
  state_dir: string;
  clock: Clock;
  point: Point;
}

/** More are not compared: the newest, those with the same signature before others. */
const mostCandidates = 200;
const mostTypes = 3;

/** `<state_dir>/memory.db`, made by the first lesson: until then every reader finds it empty and writes nothing. */
export async function openMemory({ state_dir, clock, point }: MemoryOptions): Promise<Memory> {
  const file = join(state_dir, 'memory.db');
  const options = { file, name: 'memory', migrations, now: () => clock.now(), point };
  let opened: Store | null = null;
  const existing = (): Store | null => {
    opened ??= openStore(options, false);
    return opened;
  };
  const created = (): Store => {
    opened = existing() ?? openStore(options, true);
    if (opened === null) throw new Error('the memory was not created');
    return opened;
  };
  const now = () => new Date(clock.now()).toISOString();

  return {
    async learn({ run, task, signature, test, error_type, error_message, fix, files, tier }) {
      const store = created();
      store.write('learn', () =>
        store.run(
          `INSERT INTO lessons (run, task, at, signature, test, error_type, error_message, fix, files, tier)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run, task) DO NOTHING`,
          ...[run, task, now(), signature, test, error_type, error_message, fix, JSON.stringify(files), tier],
        ),
      );
    },

    async like({ signature, errors }) {
      const types = [...new Set(errors.map(({ error_type }) => error_type))].filter((type) => type !== '');
      const asked = Array.from({ length: mostTypes }, (_, at) => types[at] ?? null);
      const rows = existing()?.all<Record<string, unknown>>(
        `SELECT *, (SELECT count(*) FROM tellings AS t WHERE t.lesson = l.id) AS told,
           (SELECT count(*) FROM tellings AS t WHERE t.lesson = l.id AND t.passed = 1) AS passed
         FROM lessons AS l WHERE signature = ? OR error_type IN (?, ?, ?)
         ORDER BY signature = ? DESC, at DESC, id DESC LIMIT ${mostCandidates}`,
        ...[signature, ...asked, signature],
      );
      return (rows ?? []).map((row) => lessonFrom(file, row));
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

    async passed({ run, task, attempt }) {
      const store = existing();
      if (store === null) return;
      store.write('passed', () =>
        store.run('UPDATE tellings SET passed = 1 WHERE run = ? AND task = ? AND attempt = ?', run, task, attempt),
      );
    },

    async check() {
      try {
        const store = existing();
        return store === null ? [] : integrityOf(store, file);
      } catch (error) {
        if (error instanceof PawlError) return [error.message];
        throw error;
      }
    },

    async close() {
      opened?.close();
      opened = null;
    },
  };
}

function lessonFrom(file: string, row: Record<string, unknown>): Lesson {
  const lesson = lessonSchema.safeParse({ ...row, files: listIn(row.files) });
  if (lesson.success) return lesson.data;
  throw new StateDamaged(`${file} is damaged: lesson ${String(row.id)} cannot be read`);
}

function listIn(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null; // Whoever asks names what is damaged.
  }
}

const migrations: readonly Migration[] = [
  {
    name: 'lessons-tellings',
    sql: `
      CREATE TABLE lessons (
        id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, task TEXT NOT NULL, at TEXT NOT NULL,
        signature TEXT NOT NULL, test TEXT NOT NULL, error_type TEXT NOT NULL, error_message TEXT NOT NULL,
        fix TEXT NOT NULL, files TEXT NOT NULL, tier TEXT NOT NULL, UNIQUE (run, task)
      ) STRICT;
      CREATE INDEX lessons_by_signature ON lessons (signature, at);
      CREATE INDEX lessons_by_error_type ON lessons (error_type, at);
      CREATE INDEX lessons_by_test ON lessons (test, at);
      CREATE TABLE tellings (
        lesson INTEGER NOT NULL REFERENCES lessons (id) ON DELETE CASCADE, run TEXT NOT NULL, task TEXT NOT NULL,
        attempt INTEGER NOT NULL, at TEXT NOT NULL, passed INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (lesson, run, task, attempt)
      ) STRICT;
      CREATE INDEX tellings_by_attempt ON tellings (run, task, attempt);`,
  },
  { name: 'no-lessons-by-test', sql: 'DROP INDEX lessons_by_test;' },
];
