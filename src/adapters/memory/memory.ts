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
  return {
    ...lessonsIn(file),
    ...executionsIn(file),
    ...archiveIn(file),

    async check() {
      try {
        // SQLite takes what another process did to an index of words that this connection has read for damage.
        file.close();
        const store = file.existing();
        return store === null ? [] : integrityOf(store, file.path);
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
