import { hash } from 'node:crypto';
import type { Executions } from '../../ports/state/executions.ts';
import type { Execution, ExecutionKeys, StoredExecution } from '../../schema/run/execution.ts';
import type { Store } from '../sqlite.ts';
import { type ExecutionRow, executionFrom } from './execution-row.ts';
import type { MemoryFile } from './file.ts';
import { indexPending, removeWords, termsOf } from './words.ts';

/** Of each kind no more keys are looked up, or kept, for one execution. */
const mostKeys = 40;

export function executionsIn(file: MemoryFile): Executions {
  const { existing, created } = file;
  const read = (rows: ExecutionRow[] | undefined) => (rows ?? []).map((row) => executionFrom(file.path, row));

  return {
    async remember(execution) {
      const store = created();
      store.write('remember', () => insertExecution(store, execution));
    },

    async recall(keys, lookback) {
      const store = existing();
      if (store === null) return [];
      const newest = (kind: keyof ExecutionKeys) =>
        [...new Set(keys[kind])]
          .slice(0, mostKeys)
          .flatMap((value) =>
            store.all<{ id: number }>(
              'SELECT id FROM execution_keys WHERE key = ? ORDER BY id DESC LIMIT ?',
              ...[keyOf(kind, value), lookback],
            ),
          )
          .map(({ id }) => id)
          .sort((one, other) => other - one)
          .slice(0, lookback);
      const rows = store.all<ExecutionRow>(
        'SELECT id, led, record FROM executions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
        JSON.stringify(kinds.flatMap(newest)),
      );
      return read(rows).filter((execution) => kinds.some((kind) => sharesKey(execution, kind, keys[kind])));
    },

    async search({ file: path, test, error_type, signature, words, limit }) {
      const filter: Partial<ExecutionKeys> = {
        ...(path !== undefined && { files: [path] }),
        ...(test !== undefined && { tests: [test] }),
        ...(error_type !== undefined && { error_types: [error_type] }),
        ...(signature !== undefined && { signatures: [signature] }),
      };
      const keys = kinds.flatMap((kind) => (filter[kind] ?? []).map((value) => keyOf(kind, value)));
      const terms = words === undefined ? '' : termsOf(words);
      const store = existing();
      if (store === null || (words !== undefined && terms === '')) return [];
      if (terms !== '') while (indexPending(store, file.path, 200) > 0);
      const rows = store.all<ExecutionRow>(
        `SELECT id, led, record FROM executions AS e WHERE 1 = 1
           ${terms === '' ? '' : 'AND id IN (SELECT rowid FROM execution_words WHERE execution_words MATCH ?)'}
           ${keys.map(() => 'AND EXISTS (SELECT 1 FROM execution_keys AS k WHERE k.key = ? AND k.id = e.id)').join(' ')}
         ORDER BY id DESC LIMIT ?`,
        ...[...(terms === '' ? [] : [terms]), ...keys, limit],
      );
      const fits = (execution: StoredExecution) =>
        kinds.every((kind) => filter[kind] === undefined || sharesKey(execution, kind, filter[kind]));
      return read(rows).filter(fits);
    },

    async ofRun(run) {
      return read(
        existing()?.all<ExecutionRow>(
          'SELECT id, led, record FROM executions WHERE run = ? ORDER BY task, attempt, id',
          run,
        ),
      );
    },

    async runsNamed(part, limit) {
      const rows = existing()?.all<{ run: string }>(
        `SELECT run, max(id) AS last FROM executions WHERE instr(run, ?) > 0 GROUP BY run ORDER BY last DESC LIMIT ?`,
        ...[part, limit],
      );
      return (rows ?? []).map(({ run }) => run);
    },
  };
}

const kinds = ['signatures', 'tests', 'files', 'error_types'] as const satisfies (keyof ExecutionKeys)[];

/**
 * Once for what its names say. A pass is what the earlier attempts of its task have led to. Its words are indexed later:
 * that takes longer than all the rest.
 */
export function insertExecution(store: Store, execution: Execution): number {
  const { run, task, attempt, code_hash, at, passed } = execution;
  const { changes, id } = store.run(
    `INSERT INTO executions (run, task, attempt, code, at, led, record) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (run, task, attempt, code) DO NOTHING`,
    ...[run, task, attempt, numberOf(code_hash), Date.parse(at), Number(passed), JSON.stringify(execution)],
  );
  if (changes === 0) return 0;
  store.run(
    'INSERT INTO execution_keys (key, id) SELECT value, ? FROM json_each(?)',
    ...[id, JSON.stringify(keysOf(execution))],
  );
  if (passed) store.run('UPDATE executions SET led = 1 WHERE run = ? AND task = ? AND led = 0', run, task);
  else if (
    store.get('SELECT 1 FROM executions WHERE run = ? AND task = ? AND led = 1 AND attempt > ?', run, task, attempt)
  )
    store.run('UPDATE executions SET led = 1 WHERE id = ?', id);
  return 1;
}

export function removeExecution(store: Store, path: string, row: ExecutionRow): void {
  for (const key of keysOf(executionFrom(path, row)))
    store.run('DELETE FROM execution_keys WHERE key = ? AND id = ?', key, row.id);
  removeWords(store, row.id);
  store.run('DELETE FROM executions WHERE id = ?', row.id);
}

function valuesOf({ failures, change }: Execution, kind: keyof ExecutionKeys): string[] {
  switch (kind) {
    case 'files':
      return change.files;
    case 'tests':
      return failures.map(({ test_name }) => test_name);
    case 'error_types':
      return failures.map(({ error_type }) => error_type);
    case 'signatures':
      return failures.map(({ signature }) => signature);
  }
}

function keysOf(execution: Execution): number[] {
  const keys = kinds.flatMap((kind) =>
    [...new Set(valuesOf(execution, kind))]
      .filter((value) => value !== '')
      .slice(0, mostKeys)
      .map((value) => keyOf(kind, value)),
  );
  // In order, as the index has them.
  return [...new Set(keys)].sort((one, other) => one - other);
}

const sharesKey = (execution: Execution, kind: keyof ExecutionKeys, values: readonly string[] = []): boolean =>
  valuesOf(execution, kind).some((value) => value !== '' && values.includes(value));

/** 48 bits stand for a text: an index of numbers is small, and who finds by it compares the text itself. */
const keyOf = (kind: keyof ExecutionKeys, value: string): number =>
  numberOf(hash('sha256', `${kind}\n${value}`, 'hex'));
const numberOf = (hex: string): number => Number.parseInt(hex.slice(0, 12), 16);
