import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { RepoError } from '../../../ports/errors.ts';

const { O_RDONLY, O_NONBLOCK } = constants;
const largest = 1024 * 1024 * 1024;

/** The bytes of a file in the user's git directory, or null where none is. A pipe there is not waited for. */
export async function readPlain(path: string): Promise<{ bytes: Buffer; atimeMs: number; mtimeMs: number } | null> {
  const file = await openFile(path);
  if (file === null) return null;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > largest) throw new RepoError('git_failed', `${path} is not a usable file`);
    return { bytes: await file.readFile(), atimeMs: stats.atimeMs, mtimeMs: stats.mtimeMs };
  } finally {
    await file.close();
  }
}

/** Its text; empty where there is no plain file that may be read. */
export async function textOf(path: string): Promise<string> {
  try {
    return (await readPlain(path))?.bytes.toString('utf8') ?? '';
  } catch (error) {
    if (error instanceof RepoError || (error as NodeJS.ErrnoException).code !== undefined) return '';
    throw error;
  }
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, O_RDONLY | O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
