import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { PathRefused } from '../../../ports/errors.ts';
import { safeParts } from '../safe-path.ts';
import { type HeldFolder, holdFile, holdFolder } from './held-folder.ts';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;
const largest = 32 * 1024 * 1024;

/** A plain file's bytes, or null when there is nothing at that path. Something else may run in the folder meanwhile. */
export async function readWithin(root: string, path: string): Promise<Uint8Array | null> {
  const parts = safeParts(path);
  const folder = await reach(root, path, parts.slice(0, -1), 'look');
  if (folder === null) return null;
  try {
    const file = await openPlain(path, folder.at(parts.at(-1) ?? '.'), O_RDONLY);
    if (file === null) return null;
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  } finally {
    await folder.close();
  }
}

/** Replaces a file's text, or makes it with its folders. The mode of a file that was there stays. */
export async function writeWithin(root: string, path: string, content: string): Promise<void> {
  const parts = safeParts(path);
  const name = parts.at(-1);
  if (name === undefined) throw new PathRefused(`${JSON.stringify(path)} is a folder, not a file`);
  const folder = await reach(root, path, parts.slice(0, -1), 'make');
  if (folder === null) throw new PathRefused(`${JSON.stringify(path)} is in a folder that no longer exists`);
  try {
    const place = folder.at(name);
    const refuse = (error: unknown) => {
      throw fromSystem(path, error);
    };
    const make = () => open(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
    const file = (await openPlain(path, place, O_WRONLY | O_TRUNC)) ?? (await make().catch(refuse));
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
  } finally {
    await folder.close();
  }
}

/** The folder that is to hold the file, when every one on the way is there and is a real one; makes them where asked to. */
async function reach(root: string, path: string, parents: string[], how: 'look' | 'make'): Promise<HeldFolder | null> {
  let folder = await holdFolder(Buffer.from(root));
  for (const part of parents) {
    const place = folder.at(part);
    const stats = await look(path, place).catch(letGo);
    if (stats?.isSymbolicLink()) await letGo(new PathRefused(`${JSON.stringify(path)} goes through a symbolic link`));
    const other = stats !== null && !stats.isDirectory();
    if (other && how === 'make')
      await letGo(new PathRefused(`${JSON.stringify(path)} goes through a file, not a folder`));
    if (how === 'look' && (stats === null || other)) {
      await folder.close();
      return null;
    }
    if (stats === null) await mkdir(place).catch(letGo);
    folder = await folder.into(part).catch((error: unknown) => {
      throw fromSystem(path, error);
    });
  }
  return folder;

  async function letGo(error: unknown): Promise<never> {
    await folder.close();
    throw error;
  }
}

function mustBePlain(path: string, stats: Stats): void {
  if (stats.isSymbolicLink()) throw new PathRefused(`${JSON.stringify(path)} is a link`);
  if (stats.isDirectory()) throw new PathRefused(`${JSON.stringify(path)} is a folder, not a file`);
  if (!stats.isFile()) throw new PathRefused(`${JSON.stringify(path)} is not a plain file`);
  if (stats.size > largest) throw new PathRefused(`${JSON.stringify(path)} is larger than 32 MB`);
}

/**
 * Opens without following a link and without waiting for a pipe's other end, then looks at what was opened; null where
 * there is nothing.
 */
async function openPlain(path: string, place: Buffer, flags: number): Promise<FileHandle | null> {
  const stats = await look(path, place);
  if (stats === null) return null;
  mustBePlain(path, stats);
  const hold = await holdFile(place).catch((error: unknown) => {
    throw fromSystem(path, error);
  });
  try {
    const own = hold === null ? stats : await hold.handle.stat();
    mustBePlain(path, own);
    const name = hold?.name ?? place;
    const needed = flags & O_WRONLY ? 0o200 : 0o400;
    if ((own.mode & needed) === 0) await chmod(name, (own.mode & 0o777) | 0o600);
    // A name of the system's own is a link itself, to what is held.
    const file = await open(name, flags | O_NONBLOCK | (hold === null ? O_NOFOLLOW : 0)).catch((error: unknown) => {
      throw fromSystem(path, error);
    });
    if ((await file.stat()).isFile()) return file;
    await file.close();
    throw new PathRefused(`${JSON.stringify(path)} is not a plain file`);
  } finally {
    await hold?.handle.close();
  }
}

/** What somebody else put in the way after we looked. */
function fromSystem(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP') return new PathRefused(`${JSON.stringify(path)} is a link`);
  if (code === 'ENOTDIR') return new PathRefused(`${JSON.stringify(path)} goes through a symbolic link`);
  if (code === 'EACCES') return new PathRefused(`${JSON.stringify(path)} is in a folder without read permission`);
  if (code === 'ENOENT' || code === 'EEXIST') return new PathRefused(`${JSON.stringify(path)} changed meanwhile`);
  return error;
}

/** What is at a place, or null. */
async function look(path: string, place: Buffer): Promise<Stats | null> {
  try {
    return await lstat(place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EACCES') throw new PathRefused(`${JSON.stringify(path)} is in a folder without read permission`);
    if (code === 'ENAMETOOLONG') throw new PathRefused(`${JSON.stringify(path)} is too long`);
    throw error;
  }
}
