import type { Migration } from '../sqlite.ts';

/** `seq`, `at` and `head` are those of the run's last event, so that a missing end is noticed too. */
export interface RunRow {
  run: string;
  seq: number;
  at: string;
  head: string;
  token: number;
  owner: string | null;
  heartbeat: number;
}

export interface EventRow {
  run: string;
  seq: number;
  at: string;
  type: string;
  body: string;
  check: string;
}

/** `fence` holds the newest token of all runs: a run that was removed and made again does not start over. */
export const migrations: readonly Migration[] = [
  {
    name: 'runs-events-inbox',
    sql: `
      CREATE TABLE fence (token INTEGER NOT NULL) STRICT;
      INSERT INTO fence VALUES (0);
      CREATE TABLE runs (
        run TEXT PRIMARY KEY, seq INTEGER NOT NULL, at TEXT NOT NULL, head TEXT NOT NULL,
        token INTEGER NOT NULL, owner TEXT, heartbeat INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE events (
        run TEXT NOT NULL REFERENCES runs (run) ON DELETE CASCADE, seq INTEGER NOT NULL, at TEXT NOT NULL,
        type TEXT NOT NULL, body TEXT NOT NULL, "check" TEXT NOT NULL, PRIMARY KEY (run, seq)
      ) STRICT;
      CREATE INDEX finished_runs ON events (run, seq) WHERE type = 'run.finished';
      CREATE TABLE inbox (
        id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL REFERENCES runs (run) ON DELETE CASCADE,
        at TEXT NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX inbox_by_run ON inbox (run, id);`,
  },
];
