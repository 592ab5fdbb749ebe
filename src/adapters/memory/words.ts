import type { Execution } from '../../schema/run/execution.ts';
import type { Store } from '../sqlite.ts';
import { type ExecutionRow, executionFrom } from './execution-row.ts';
import { markOf, setMark } from './marks.ts';

const mostWords = 1200;

/**
 * Indexes the words of the oldest executions that were not indexed yet, at most so many; says how many that were. An
 * execution is indexed after it was remembered, by whoever comes next.
 */
export function indexPending(store: Store, path: string, most: number): number {
  // Without anything to write, there is no need to wait for the lock.
  if (!store.get('SELECT 1 FROM executions WHERE id > ? LIMIT 1', markOf(store, 'words'))) return 0;
  return store.write('index', () => indexNext(store, path, most));
}

/** The same, within a transaction. */
export function indexNext(store: Store, path: string, most: number): number {
  const rows = store.all<ExecutionRow>(
    'SELECT id, led, record FROM executions WHERE id > ? ORDER BY id LIMIT ?',
    ...[markOf(store, 'words'), most],
  );
  const pending = rows.map((row) => executionFrom(path, row));
  for (const execution of pending)
    store.run('INSERT INTO execution_words (rowid, words) VALUES (?, ?)', execution.id, wordsOf(execution));
  const last = pending.at(-1);
  if (last) setMark(store, 'words', last.id);
  return pending.length;
}

export function removeWords(store: Store, id: number): void {
  // The index cannot bear the removal of what it does not have.
  if (id <= markOf(store, 'words')) store.run('DELETE FROM execution_words WHERE rowid = ?', id);
}

/** Every word must occur; nothing of what is asked is an operator. '' where no word is asked for. */
export const termsOf = (words: string): string =>
  (words.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, 12)
    .map((word) => `"${word}"`)
    .join(' AND ');

function wordsOf({ run, tier, failures, change, analyses }: Execution): string {
  const texts = [
    ...[run, tier, ...change.files.slice(0, 10)],
    ...new Set(
      failures.slice(0, 10).flatMap(({ test_name, pattern, error_message }) => [test_name, pattern, error_message]),
    ),
    ...analyses.flatMap(({ root_cause, fix_strategy }) => [root_cause, fix_strategy]),
    change.description,
  ];
  return texts.join('\n').slice(0, mostWords);
}
