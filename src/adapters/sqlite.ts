import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { ConfigError, PawlError, StateDamaged, Unfit } from '../ports/errors.ts';
import type { Point } from '../ports/point.ts';
import { makeFolder, stateFault } from './state-folder.ts';

/** Append-only: a migration that was ever released is never changed or removed. */
export interface Migration {
  name: string;
  sql: string;
}

export interface StoreOptions {
  file: string;
  /** The first part of every point's name. */
  name: string;
  migrations: readonly Migration[];
  now: () => number;
  point: Point;
  /** How long somebody else's lock is waited for. */
  patience_ms?: number;
  /** A commit that makes the log longer than this also moves the log into the file; absent: 1000. */
  log_pages?: number;
  /** How much of the file is held in memory; absent: 2 MB. */
  cache_kb?: number;
}

/** Many processes may begin at once on a busy machine. */
const defaultPatience = 20_000;

type Value = string | number | null;

/** One SQLite file. Every statement is synchronous; whatever SQLite reports becomes a `PawlError`. */
export interface Store {
  get<T>(sql: string, ...values: Value[]): T | undefined;
  all<T>(sql: string, ...values: Value[]): T[];
  run(sql: string, ...values: Value[]): { changes: number; id: number };
  /** One IMMEDIATE transaction, durable when it returns, with a point before and after the commit. */
  write<T>(step: string, work: () => T, kind?: string): T;
  /** Moves the log into the file, as far as nobody uses it. */
  checkpoint(): void;
  /** Makes the file as small as what it holds; returns by how many bytes. */
  compact(): number;
  close(): void;
}

/** Opens the file, or returns null when there is none and `create` is false. */
export function openStore(options: StoreOptions, create: boolean): Store | null {
  const { file, patience_ms: patience = defaultPatience } = options;
  // A file appears whole or not at all, so an empty one, or a log without one, is damage and not a beginning.
  const log = sizeOf(`${file}-wal`);
  let size = sizeOf(file);
  if (size === null && log !== null) throw new StateDamaged(`${file} is missing, but its log ${file}-wal is there`);
  if (size === null && !create) return null;
  if (size === null) size = guarded(file, () => createFile(options));
  if (size === 0) throw new StateDamaged(`${file} is damaged: the file is empty`);

  const db = guarded(file, () => patiently(patience, () => connect(file, patience)));
  try {
    if (options.log_pages !== undefined) db.exec(`PRAGMA wal_autocheckpoint = ${options.log_pages}`);
    if (options.cache_kb !== undefined) db.exec(`PRAGMA cache_size = -${options.cache_kb}`);
    const store = storeOf(db, options);
    migrate(store, options);
    return store;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What `PRAGMA integrity_check` finds, in sentences. */
export function integrityOf(store: Store, file: string): string[] {
  return store
    .all<{ integrity_check: string }>('PRAGMA integrity_check')
    .flatMap((row) => row.integrity_check.split('\n'))
    .filter((problem) => problem !== 'ok' && !problem.startsWith('***'))
    .map((problem) => `${file} is damaged: ${problem}`);
}

function storeOf(db: DatabaseSyncInstance, { file, name, point }: StoreOptions): Store {
  const statements = new Map<string, StatementSyncInstance>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  return {
    get: <T>(sql: string, ...values: Value[]) => guarded(file, () => prepared(sql).get(...values) as T | undefined),
    all: <T>(sql: string, ...values: Value[]) => guarded(file, () => prepared(sql).all(...values) as T[]),
    run: (sql, ...values) =>
      guarded(file, () => {
        const result = prepared(sql).run(...values);
        return { changes: result.changes, id: Number(result.lastInsertRowid) };
      }),
    write: (step, work, kind) => {
      guarded(file, () => db.exec('BEGIN IMMEDIATE'));
      let result: ReturnType<typeof work>;
      try {
        result = work();
        point(`${name}.${step}.before`);
        guarded(file, () => db.exec('COMMIT'));
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
      point(kind === undefined ? `${name}.${step}.after` : `${name}.${step}.after:${kind}`);
      return result;
    },
    checkpoint: () => guarded(file, () => db.exec('PRAGMA wal_checkpoint(PASSIVE)')),
    compact: () =>
      guarded(file, () => {
        const size = () => (sizeOf(file) ?? 0) + (sizeOf(`${file}-wal`) ?? 0);
        const before = size();
        db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
        return Math.max(0, before - size());
      }),
    close: () => {
      statements.clear();
      if (!db.isOpen) return;
      fold(db);
      db.close();
    },
  };
}

/**
 * The log grows far beyond what it holds: its content is moved into the file. Whether that was possible changes nothing:
 * what stays in the log is durable, and whoever opens the file next reads it there.
 */
function fold(db: DatabaseSyncInstance): boolean {
  try {
    db.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  } catch {
    return false;
  }
}

/** SQLite does not wait for the lock that a first opening needs: it is asked again. */
function patiently<T>(patience: number, work: () => T): T {
  const pause = 25;
  for (let waited = 0; ; waited += pause) {
    try {
      return work();
    } catch (error) {
      const { errcode, message } = error as { errcode?: number; message?: string };
      const busy = errcode === undefined ? message === 'database is locked' : (errcode & 0xff) === 5;
      if (!busy || waited >= patience) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}

function connect(file: string, patience: number): DatabaseSyncInstance {
  const db = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: true, defensive: true });
  try {
    // FULL: a commit is on the disk before it is acknowledged. The file may come from a hostile repository.
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON',
    );
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(store: Store, { file, migrations, now }: StoreOptions): void {
  const missing = () => {
    const applied = store.all<{ name: string }>('SELECT name FROM migrations').map((row) => row.name);
    const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name));
    if (unknown !== undefined) {
      throw new ConfigError(`${file} was written by a newer version of pawl (${unknown}): upgrade pawl to use it`);
    }
    return migrations.filter((migration) => !applied.includes(migration.name));
  };
  if (missing().length === 0) return;
  store.write('migrate', () => {
    for (const migration of missing()) {
      for (const sql of statementsOf(migration)) store.run(sql);
      store.run('INSERT INTO migrations (name, at) VALUES (?, ?)', migration.name, new Date(now()).toISOString());
    }
  });
}

/** Builds the whole file beside its place and links it in, so that of two creators one wins and both go on with it. */
function createFile({ file, name, migrations, now, point }: StoreOptions): number {
  makeFolder(dirname(file));
  const built = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    const db = connect(built, defaultPatience);
    try {
      db.exec('BEGIN; CREATE TABLE migrations (name TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT');
      for (const migration of migrations) {
        for (const sql of statementsOf(migration)) db.exec(sql);
        db.exec(`INSERT INTO migrations VALUES ('${migration.name}', '${new Date(now()).toISOString()}')`);
      }
      db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
    syncPath(built);
    point(`${name}.create.before`);
    place(built, file);
    syncPath(dirname(file));
    point(`${name}.create.after`);
    return sizeOf(file) ?? 0;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(built + suffix, { force: true });
  }
}

function place(built: string, file: string): void {
  try {
    linkSync(built, file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    if (sizeOf(file) === null) renameSync(built, file); // A file system without hard links.
  }
}

const statementsOf = (migration: Migration) => migration.sql.split(';').filter((sql) => sql.trim() !== '');

function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function sizeOf(file: string): number | null {
  return guarded(file, () => statSync(file, { throwIfNoEntry: false })?.size ?? null);
}

function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(file, error);
  }
}

/** The library leaves out the number when reading many rows fails; SQLite's own text is then all there is. */
const texts = new Map([
  ['database is locked', 5],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['file is not a database', 26],
]);

function translated(file: string, error: unknown): unknown {
  if (error instanceof PawlError) return error;
  const { errcode, message } = error as { errcode?: number; message: string };
  const number = errcode === undefined ? texts.get(message) : errcode & 0xff;
  switch (number) {
    case 1: // The statements are fixed, so what they cannot find was removed.
    case 11:
    case 26:
      return new StateDamaged(`${file} is damaged: ${message}`);
    case 5:
    case 6:
      return new Unfit(`${file} is locked by another process`, 'busy');
    case 13:
      return new Unfit(`the disk is full: ${file} could not be written`, 'disk_full');
    case 3:
    case 8:
    case 10:
    case 14:
      return new Unfit(`${file} cannot be used: ${message}`, 'state_unusable');
    default:
      return number === undefined ? stateFault(file, error) : error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
