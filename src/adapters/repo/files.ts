import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { PathRefused } from '../../ports/errors.ts';
import { pathToBytes } from './path-text.ts';
import { safeParts } from './safe-path.ts';

const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;
const largest = 32 * 1024 * 1024;

/** A plain file's bytes, or null when there is nothing at that path. */
export async function readWithin(root: string, path: string): Promise<Uint8Array | null> {
  const parts = safeParts(path);
  if (!(await reach(root, path, parts.slice(0, -1), 'look'))) return null;
  const place = at(root, parts);
  const found = await look(path, place);
  if (found === null) return null;
  mustBePlain(path, found);
  const file = await openPlain(path, place, found, O_RDONLY);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Replaces a file's text, or makes it with its folders. The mode of a file that was there stays. */
export async function writeWithin(root: string, path: string, content: string): Promise<void> {
  const parts = safeParts(path);
  if (parts.length === 0) throw new PathRefused(`${JSON.stringify(path)} is a folder, not a file`);
  await reach(root, path, parts.slice(0, -1), 'make');
  const place = at(root, parts);
  const found = await look(path, place);
  if (found !== null) mustBePlain(path, found);
  const file = await openPlain(path, place, found, O_WRONLY | O_CREAT | O_TRUNC);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}

/** True when every folder on the way is there and is a real one; makes them where asked to. */
async function reach(root: string, path: string, parents: string[], how: 'look' | 'make'): Promise<boolean> {
  for (const count of parents.keys()) {
    const folder = at(root, parents.slice(0, count + 1));
    const found = await look(path, folder);
    if (found?.isSymbolicLink()) throw new PathRefused(`${JSON.stringify(path)} leads through a link`);
    if (found !== null && !found.isDirectory()) {
      if (how === 'look') return false;
      throw new PathRefused(`${JSON.stringify(path)} leads through a file, not a folder`);
    }
    if (found === null && how === 'look') return false;
    if (found === null) await mkdir(folder);
  }
  return true;
}

function mustBePlain(path: string, found: Stats): void {
  if (found.isSymbolicLink()) throw new PathRefused(`${JSON.stringify(path)} is a link`);
  if (found.isDirectory()) throw new PathRefused(`${JSON.stringify(path)} is a folder, not a file`);
  if (!found.isFile()) throw new PathRefused(`${JSON.stringify(path)} is not a plain file`);
  if (found.size > largest) throw new PathRefused(`${JSON.stringify(path)} is larger than 32 MB`);
}

/** Opens without following a link and without waiting for a pipe's other end, then looks at what was opened. */
async function openPlain(path: string, place: Buffer, found: Stats | null, flags: number): Promise<FileHandle> {
  const needed = flags & O_WRONLY ? 0o200 : 0o400;
  if (found !== null && (found.mode & needed) === 0) await chmod(place, (found.mode & 0o777) | 0o600);
  const file = await open(place, flags | O_NOFOLLOW | O_NONBLOCK, 0o644).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP') throw new PathRefused(`${JSON.stringify(path)} is a link`);
    throw error;
  });
  const opened = await file.stat();
  if (opened.isFile()) return file;
  await file.close();
  throw new PathRefused(`${JSON.stringify(path)} is not a plain file`);
}

function at(root: string, parts: string[]): Buffer {
  return Buffer.concat([Buffer.from(root), ...parts.map((part) => pathToBytes(`/${part}`))]);
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
