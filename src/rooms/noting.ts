import { clip } from '../core/clip.ts';
import { PawlError } from '../ports/errors.ts';
import type { PawlEvent } from '../schema/run/event.ts';

/** What the memory is asked for; null, and a note in the journal, where it cannot be used. It never stops a run. */
export async function* noting<T>(task: string, work: () => Promise<T>): AsyncGenerator<PawlEvent, T | null> {
  let note: string;
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    note = error.message;
  }
  yield { type: 'memory.failed', task, message: clip(note, 600) };
  return null;
}
