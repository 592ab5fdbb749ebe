import type { Clock } from '../../ports/clock.ts';
import { ForgeError } from '../../ports/outside/forge.ts';

const tries = 3;

/** What is there, or what `create` makes. Where its answer was lost, it looks again before it makes another. */
export async function createOnce<T>(clock: Clock, look: () => Promise<T | null>, create: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const existing = await look();
    if (existing !== null) return existing;
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error;
      const isLost = error.reason === 'unreachable' || error.reason === 'unavailable';
      // Somebody else may have made it since we looked.
      const isThere = error.reason === 'conflict' || error.reason === 'invalid' ? await look() : null;
      if (isThere !== null) return isThere;
      if (!isLost || attempt >= tries) throw error;
      await clock.sleep(500 * 2 ** (attempt - 1));
    }
  }
}
