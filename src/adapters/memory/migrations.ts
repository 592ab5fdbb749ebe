import { leastWorth } from '../../schema/run/lesson.ts';
import type { Migration } from '../sqlite.ts';

export const migrations: readonly Migration[] = [
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
  {
    name: 'executions',
    sql: `
      CREATE TABLE executions (
        id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, task TEXT NOT NULL, attempt INTEGER NOT NULL,
        code INTEGER NOT NULL, at INTEGER NOT NULL, led INTEGER NOT NULL, record TEXT NOT NULL,
        UNIQUE (run, task, attempt, code)
      ) STRICT;
      CREATE INDEX executions_by_time ON executions (at);
      CREATE TABLE execution_keys (key INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID, STRICT;
      CREATE VIRTUAL TABLE execution_words USING fts5(words, content='', contentless_delete=1, detail=none);
      CREATE TABLE watermarks (name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;`,
  },
  {
    name: 'lessons-with-proof',
    sql: `
      ALTER TABLE lessons ADD COLUMN pattern TEXT NOT NULL DEFAULT '';
      ALTER TABLE lessons ADD COLUMN diff TEXT NOT NULL DEFAULT '';
      ALTER TABLE lessons ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE lessons ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE lessons ADD COLUMN worth REAL NOT NULL DEFAULT 0.5;
      ALTER TABLE lessons ADD COLUMN used_at TEXT NOT NULL DEFAULT '';
      UPDATE lessons SET used_at = at,
        told = (SELECT count(*) FROM tellings AS t WHERE t.lesson = lessons.id),
        passed = (SELECT count(*) FROM tellings AS t WHERE t.lesson = lessons.id AND t.passed = 1);
      UPDATE lessons SET worth = (passed + 1.0) / (told + 2);
      ALTER TABLE tellings ADD COLUMN judged INTEGER NOT NULL DEFAULT 0;
      UPDATE tellings SET judged = 1;
      DROP INDEX lessons_by_signature;
      DROP INDEX lessons_by_error_type;
      CREATE INDEX lessons_by_signature ON lessons (signature, worth, at);
      CREATE INDEX lessons_by_error_type ON lessons (error_type, worth, at);
      CREATE INDEX lessons_by_use ON lessons (used_at);
      CREATE INDEX lessons_misleading ON lessons (at) WHERE worth < ${leastWorth};
      CREATE INDEX tellings_by_time ON tellings (at);
      CREATE TABLE forgotten (run TEXT NOT NULL, task TEXT NOT NULL, PRIMARY KEY (run, task)) WITHOUT ROWID, STRICT;`,
  },
  {
    name: 'words-later',
    sql: `INSERT INTO watermarks (name, at) SELECT 'words', coalesce(max(id), 0) FROM executions;`,
  },
];
