import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { pathToBytes } from '../path-text.ts';
import type { Entry } from '../trees/tree-walk.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const fewFiles = 200;
const fewBytes = 2 * 1024 * 1024;

/**
 * Whether the files of a small folder are exactly these entries, by content and not by time. Null for a folder that is
 * not small, or cannot be read: git looks at that.
 */
export async function survey(
  root: string,
  paths: readonly string[],
  entries: readonly Entry[],
): Promise<{ unchanged: boolean } | null> {
  if (paths.length > fewFiles) return null;
  const expected = new Map(entries.map((entry) => [entry.path, entry]));
  let unchanged = paths.length === entries.length;
  let bytes = 0;
  try {
    for (const path of paths) {
      const place = Buffer.concat([Buffer.from(`${root}/`), pathToBytes(path)]);
      const stats = await lstat(place);
      bytes += stats.size;
      if (bytes > fewBytes) return null;
      const entry = expected.get(path);
      const mode = stats.isSymbolicLink() ? '120000' : stats.mode & 0o100 ? '100755' : '100644';
      unchanged &&= entry?.mode === mode && entry.oid === blobOid(await contentOf(place, mode), entry.oid.length);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
  return { unchanged };
}

function contentOf(place: Buffer, mode: string): Promise<Buffer> {
  if (mode === '120000') return readlink(place, { encoding: 'buffer' });
  return readFile(place, { flag: O_RDONLY | O_NOFOLLOW | O_NONBLOCK });
}

function blobOid(content: Buffer, digits: number): string {
  const hash = createHash(digits === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex');
}
