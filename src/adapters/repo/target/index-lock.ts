import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Holds the lock that git itself takes to write an index, so that nobody else does. */
export interface IndexLock {
  release(): Promise<void>;
}

/** Removes a lock that a process of the same run left behind when it was killed. */
export async function clearLock(gitDir: string, run: string): Promise<void> {
  const lock = join(gitDir, 'index.lock');
  if ((await readFile(lock, 'utf8').catch(() => '')) === wordsOf(run)) await rm(lock, { force: true });
  await rm(join(gitDir, `pawl-lock-${run}`), { force: true });
}

const wordsOf = (run: string): string => `pawl ${run}\n`;

/** Null: somebody else holds it. What a process of the same run left behind when it was killed is taken over. */
export async function lockIndex(gitDir: string, run: string): Promise<IndexLock | null> {
  const lock = join(gitDir, 'index.lock');
  const draft = join(gitDir, `pawl-lock-${run}`);
  const words = wordsOf(run);
  const release = async () => {
    await rm(lock, { force: true });
    await rm(draft, { force: true });
  };
  await writeFile(draft, words);
  try {
    // Linked, not written: the lock is never there without the words that say whose it is.
    await link(draft, lock);
    return { release };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((await readFile(lock, 'utf8').catch(() => '')) === words) return { release };
    await rm(draft, { force: true });
    return null;
  }
}
