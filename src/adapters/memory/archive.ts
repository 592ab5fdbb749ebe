import type { Archive, Pruned } from '../../ports/state/archive.ts';
import type { TaskMemory } from '../../schema/run/debug-memory.ts';
import { leastWorth } from '../../schema/run/lesson.ts';
import type { Store } from '../sqlite.ts';
import { type ExecutionRow, executionFrom } from './execution-row.ts';
import { insertExecution, removeExecution } from './executions.ts';
import type { MemoryFile } from './file.ts';
import { insertLesson, lessonFrom, type Row } from './lessons.ts';
import { markOf, setMark } from './marks.ts';
import { indexNext, indexPending } from './words.ts';

/** Rows that are removed by the way, and at once when everything old is. */
const [few, many] = [25, 200];
const page = 100;
/** A lesson that helps nobody is kept for so many times the retention, whatever executions are pruned. */
const lessonPeriods = 12;
/** A log that was moved into the file begins anew, and the next commit waits for the disk twice. */
const tidiesPerCheckpoint = 32;

export function archiveIn(file: MemoryFile): Archive {
  const { existing, created, path } = file;
  let tidies = 0;

  return {
    async *tasks() {
      const store = existing();
      if (store === null) return;
      for (let last = { run: '', task: '' }; ; ) {
        const tasks = store.all<{ run: string; task: string }>(
          'SELECT DISTINCT run, task FROM executions WHERE (run, task) > (?, ?) ORDER BY run, task LIMIT ?',
          ...[last.run, last.task, page],
        );
        for (const name of tasks) yield taskMemory(store, path, name);
        const end = tasks.at(-1);
        if (!end) break;
        last = end;
      }
      yield* lessonsAlone(store, path);
    },

    async take({ executions, lessons }) {
      const store = created();
      const oldest = Math.max(file.now() - file.retention_ms, markOf(store, 'executions'));
      return store.write('take', () => {
        const counts = { executions: 0, lessons: 0, skipped: 0 };
        for (const execution of executions)
          if (Date.parse(execution.at) >= oldest) counts.executions += insertExecution(store, execution);
        while (indexNext(store, path, many) > 0);
        for (const lesson of lessons) counts.lessons += insertLesson(store, lesson);
        counts.skipped = executions.length + lessons.length - counts.executions - counts.lessons;
        return counts;
      });
    },

    async tidy() {
      const store = existing();
      if (store === null) return { executions: 0, lessons: 0 };
      const before = file.now() - file.retention_ms;
      const pruned = hasOld(store, before) ? portion(store, before, few) : { executions: 0, lessons: 0 };
      indexPending(store, path, few);
      tidies += 1;
      if (tidies % tidiesPerCheckpoint === 0) store.checkpoint();
      return pruned;
    },

    async prune(cutoff) {
      const before = cutoff ?? file.now() - file.retention_ms;
      const pruned: Pruned = { executions: 0, lessons: 0 };
      const store = existing();
      if (store === null) return pruned;
      store.write('watermark', () => {
        setMark(store, 'executions', Math.max(before, markOf(store, 'executions')));
      });
      while (hasOld(store, before)) {
        const { executions, lessons } = portion(store, before, many);
        pruned.executions += executions;
        pruned.lessons += lessons;
        // Others who wait for the file get it in between.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return pruned;
    },

    async forget(lesson) {
      const store = existing();
      return store === null ? false : store.write('forget', () => removeLesson(store, lesson));
    },
  };

  function oldLessons(store: Store, before: number, limit: number): number[] {
    const unused = store.all<{ id: number }>(
      'SELECT id FROM lessons WHERE used_at < ? LIMIT ?',
      new Date(file.now() - lessonPeriods * file.retention_ms).toISOString(),
      limit,
    );
    const misleading = store.all<{ id: number }>(
      `SELECT id FROM lessons WHERE worth < ${leastWorth} AND at < ? LIMIT ?`,
      ...[new Date(before).toISOString(), limit],
    );
    return [...new Set([...unused, ...misleading].map(({ id }) => id))].slice(0, limit);
  }

  function hasOld(store: Store, before: number): boolean {
    return (
      store.get('SELECT 1 FROM executions WHERE at < ? LIMIT 1', before) !== undefined ||
      store.get('SELECT 1 FROM tellings WHERE at < ? LIMIT 1', new Date(before).toISOString()) !== undefined ||
      oldLessons(store, before, 1).length > 0
    );
  }

  function portion(store: Store, before: number, limit: number): Pruned {
    return store.write('prune', () => {
      const rows = store.all<ExecutionRow>(
        'SELECT id, led, record FROM executions WHERE at < ? ORDER BY at LIMIT ?',
        ...[before, limit],
      );
      for (const row of rows) removeExecution(store, path, row);
      const lessons = oldLessons(store, before, limit);
      for (const id of lessons) removeLesson(store, id);
      // Their counts are with the lessons.
      store.run(
        'DELETE FROM tellings WHERE rowid IN (SELECT rowid FROM tellings WHERE at < ? LIMIT ?)',
        ...[new Date(before).toISOString(), limit],
      );
      return { executions: rows.length, lessons: lessons.length };
    });
  }
}

/** What was removed is not learned again from somebody else's copy. */
function removeLesson(store: Store, id: number): boolean {
  store.run('INSERT OR IGNORE INTO forgotten (run, task) SELECT run, task FROM lessons WHERE id = ?', id);
  return store.run('DELETE FROM lessons WHERE id = ?', id).changes > 0;
}

function taskMemory(store: Store, path: string, { run, task }: { run: string; task: string }): TaskMemory {
  const rows = store.all<ExecutionRow>(
    'SELECT id, led, record FROM executions WHERE run = ? AND task = ? ORDER BY attempt, id',
    ...[run, task],
  );
  const lesson = store.get<Row>(`SELECT * FROM lessons WHERE run = ? AND task = ? AND pattern <> ''`, run, task);
  const executions = rows.map((row) => executionFrom(path, row));
  return { run, task, executions, lesson: lesson ? lessonFrom(path, lesson) : null };
}

/** Those whose executions are no longer retained. */
function* lessonsAlone(store: Store, path: string): Generator<TaskMemory> {
  for (let last = 0; ; ) {
    const rows = store.all<Row>('SELECT * FROM lessons WHERE id > ? ORDER BY id LIMIT ?', last, page);
    for (const row of rows) {
      last = Number(row.id);
      const { run, task } = row as { run: string; task: string };
      if (row.pattern === '' || store.get('SELECT 1 FROM executions WHERE run = ? AND task = ? LIMIT 1', run, task))
        continue;
      yield { run, task, executions: [], lesson: lessonFrom(path, row) };
    }
    if (rows.length === 0) return;
  }
}
