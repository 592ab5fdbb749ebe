import type { Store } from '../sqlite.ts';

/** `executions`: nothing from before this time is taken in. `words`: executions up to this one are indexed by words. */
type Mark = 'executions' | 'words';

export const markOf = (store: Store, name: Mark): number =>
  store.get<{ at: number }>('SELECT at FROM watermarks WHERE name = ?', name)?.at ?? 0;

export function setMark(store: Store, name: Mark, at: number): void {
  store.run('INSERT OR REPLACE INTO watermarks (name, at) VALUES (?, ?)', name, at);
}
