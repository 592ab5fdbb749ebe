import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Migration, openStore, type Store } from '../../src/adapters/sqlite.ts';
import type { Point } from '../../src/ports/point.ts';
import { tempDir } from '../support/temp.ts';

const first: Migration = { name: 'first', sql: 'CREATE TABLE notes (text TEXT NOT NULL) STRICT' };
const second: Migration = {
  name: 'second',
  sql: `ALTER TABLE notes ADD COLUMN kind TEXT; UPDATE notes SET kind = 'old';`,
};

describe('a SQLite store', () => {
  it('goes on with the file that another made in the meantime', () => {
    const file = join(tempDir(), 'store.db');
    const other = (name: string) => {
      if (name !== 'store.create.before') return;
      const store = opened(file);
      addNote(store, 'by the other');
      store.all('PRAGMA wal_checkpoint(TRUNCATE)'); // Into the file itself, where replacing it would show.
    };
    expect(notesIn(opened(file, { point: other }))).toEqual([{ text: 'by the other' }]);
  });

  it('brings a file of an older version up to date and keeps what it holds', () => {
    const file = join(tempDir(), 'store.db');
    addNote(opened(file), 'kept');
    const names: string[] = [];
    const point: Point = (name) => names.push(name);
    expect(notesIn(opened(file, { migrations: [first, second], point }))).toEqual([{ text: 'kept', kind: 'old' }]);
    expect(names).toEqual(['store.migrate.before', 'store.migrate.after']);
    const again = opened(file, { migrations: [first, second], point });
    expect(again.all('SELECT name FROM migrations')).toEqual([{ name: 'first' }, { name: 'second' }]);
    expect(names).toHaveLength(2);
  });

  it('leaves a migration that fails undone', () => {
    const file = join(tempDir(), 'store.db');
    addNote(opened(file), 'kept');
    const broken = { name: 'broken', sql: 'ALTER TABLE notes ADD COLUMN kind TEXT; INSERT INTO nowhere VALUES (1)' };
    expect(() => opened(file, { migrations: [first, broken] })).toThrow('no such table');
    expect(notesIn(opened(file))).toEqual([{ text: 'kept' }]);
  });

  it('leaves an empty file as it found it', () => {
    const file = join(tempDir(), 'store.db');
    writeFileSync(file, '');
    expect(() => opened(file)).toThrow('the file is empty');
    expect(statSync(file).size).toBe(0);
  });

  it('writes through to the disk with every commit', () => {
    const store = opened(join(tempDir(), 'store.db'));
    expect(store.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(store.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(store.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
  });

  it('waits for a lock, and says that it is held when its patience is over', () => {
    const file = join(tempDir(), 'store.db');
    const [holder, waiter] = [opened(file), opened(file, { patience_ms: 1500 })];
    const before = performance.now();
    holder.write('hold', () => {
      expect(() => addNote(waiter, 'late')).toThrow(
        expect.objectContaining({ reason: 'busy', message: `${file} is locked by another process` }),
      );
    });
    expect(performance.now() - before).toBeGreaterThan(1200);
    addNote(waiter, 'now');
    expect(notesIn(holder)).toEqual([{ text: 'now' }]);
  });

  it('says that it cannot be made where a file is in the way', () => {
    const folder = join(tempDir(), 'folder');
    writeFileSync(folder, '');
    expect(() => opened(join(folder, 'store.db'))).toThrow(expect.objectContaining({ exitCode: 8 }));
  });
});

function opened(file: string, change: { migrations?: Migration[]; point?: Point; patience_ms?: number } = {}): Store {
  const options = { file, name: 'store', migrations: [first], now: () => 0, point: () => undefined, ...change };
  const store = openStore(options, true);
  if (store === null) throw new Error('not created');
  onTestFinished(() => store.close());
  return store;
}

function addNote(store: Store, text: string): void {
  store.write('add', () => store.run('INSERT INTO notes (text) VALUES (?)', text));
}

const notesIn = (store: Store) => store.all('SELECT * FROM notes');
