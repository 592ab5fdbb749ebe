import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, stateFault } from './state-folder.ts';

/** Replaces a file whole and makes that durable before it returns: a reader sees the old bytes or the new ones. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(file);
  const written = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    const newFolder = makeFolder(folder);
    const handle = await open(written, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(written, file);
    await syncFolder(folder);
    if (newFolder !== null) await syncFolder(dirname(newFolder));
  } catch (error) {
    await rm(written, { force: true }).catch(() => undefined); // The first error says what is wrong.
    throw stateFault(file, error);
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
