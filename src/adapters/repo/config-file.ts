import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { RepoError } from '../../ports/errors.ts';

/** Writes a new file in a folder below `dir`, which is made where it is not there. Follows no link, replaces nothing. */
export async function writeNewFile(dir: string, folder: string, name: string, text: string): Promise<void> {
  const place = join(dir, folder);
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  try {
    await mkdir(place, { recursive: true });
    if (!(await lstat(place)).isDirectory())
      throw new RepoError('git_failed', `${place} is not a folder: remove it, then try again`);
    const file = await open(join(place, name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof RepoError || code === undefined) throw error;
    throw new RepoError('git_failed', `${join(place, name)} cannot be written (${code})`);
  }
}
