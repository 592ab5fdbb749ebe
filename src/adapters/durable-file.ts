import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Unfit } from '../ports/errors.ts';

/** Replaces a file whole and makes that durable before it returns: a reader sees the old bytes or the new ones. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(file);
  const written = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(written, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(written, file);
    await syncFolder(folder);
    if (made !== undefined) await syncFolder(dirname(made));
  } catch (error) {
    await rm(written, { force: true });
    throw translated(file, error as NodeJS.ErrnoException);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function translated(file: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new Unfit(`the disk is full: ${file} could not be written`, 'disk_full');
  }
  return error.code === undefined ? error : new Unfit(`${file} cannot be written: ${error.message}`, 'state_unusable');
}
