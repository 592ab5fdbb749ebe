import { PawlError } from '../../ports/errors.ts';
import type { Memory } from '../../ports/state/memory.ts';
import { integrityOf } from '../sqlite.ts';
import { archiveIn } from './archive.ts';
import { executionsIn } from './executions.ts';
import { type MemoryOptions, memoryFile } from './file.ts';
import { lessonsIn } from './lessons.ts';

/** Executions and lessons in one SQLite file. */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  const file = memoryFile(options);
  const archive = archiveIn(file);
  return {
    ...lessonsIn(file),
    ...executionsIn(file),
    ...archive,

    async check() {
      try {
        // SQLite takes what another process did to an index of words that this connection has read for damage.
        file.close();
        const store = file.existing();
        if (store === null) return [];
        const problems = integrityOf(store, file.path);
        // SQLite knows its pages, not whether what they hold can be read.
        if (problems.length === 0) for await (const _ of archive.tasks());
        return problems;
      } catch (error) {
        if (error instanceof PawlError) return [error.message];
        throw error;
      }
    },

    async close() {
      file.close();
    },
  };
}
