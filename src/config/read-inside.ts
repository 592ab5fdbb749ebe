import { constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { decoded, type Reading, readUpTo } from './read.ts';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
const linux = process.platform === 'linux';
/** Names what is there without opening it; node has no name for it. */
const O_PATH = 0o10000000;

/** Part of a repository: a path below a folder that we trust. */
export interface Inside {
  folder: string;
  parts: readonly string[];
}

export type Listing = { is: 'names'; names: string[] } | { is: 'missing' } | Refused;
type Refused = { is: 'unreadable'; reason: string };

/**
 * A file of a repository. Each folder on the way is held open, so that no link is followed, not even one that appears
 * meanwhile, and nothing but a plain file is ever opened: a pipe would wait, a device may act.
 */
export async function readInside({ folder, parts }: Inside, max_bytes: number): Promise<Reading> {
  const [name = '', ...above] = [...parts].reverse();
  return whileHeld({ folder, parts: above.reverse() }, async (place) => {
    const path = join(place, name);
    const file = linux ? await open(path, O_PATH | O_NOFOLLOW) : null;
    try {
      const stat = await (file ? file.stat() : lstat(path));
      if (!stat.isFile()) return { is: 'unreadable', reason: `it is ${whatItIs(stat)}` };
      const handle = file ? await open(nameOf(file), O_RDONLY) : await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        const bytes = await readUpTo(handle, max_bytes + 1);
        return bytes.length > max_bytes ? { is: 'too_large' } : decoded(bytes);
      } finally {
        await handle.close();
      }
    } finally {
      await file?.close();
    }
  });
}

/** The names in a folder of a repository; more than `most` are not listed. */
export async function listInside(inside: Inside, most: number): Promise<Listing> {
  return whileHeld(inside, async (place) => {
    const names: string[] = [];
    for await (const { name } of await opendir(place)) {
      names.push(name);
      if (names.length > most) return { is: 'unreadable', reason: `it holds more than ${most} files` };
    }
    return { is: 'names', names };
  });
}

/** Whether a repository has a folder there. Nothing in it is looked at. */
export async function isFolderInside(inside: Inside): Promise<boolean> {
  const { folder, parts } = inside;
  const kind = await whileHeld({ folder, parts: parts.slice(0, -1) }, async (place) => {
    const stat = await lstat(join(place, parts.at(-1) ?? ''));
    return { is: stat.isDirectory() ? 'folder' : 'other' };
  });
  return kind.is === 'folder';
}

async function whileHeld<T>(
  { folder, parts }: Inside,
  look: (place: string) => Promise<T>,
): Promise<T | { is: 'missing' } | Refused> {
  let path = folder;
  let handle: FileHandle | null = null;
  try {
    handle = await open(folder, O_RDONLY | O_DIRECTORY);
    for (const [index, part] of parts.entries()) {
      const place: string = join(linux ? nameOf(handle) : path, part);
      path = join(path, part);
      const stat = await lstat(place);
      if (!stat.isDirectory())
        return { is: 'unreadable', reason: `${parts.slice(0, index + 1).join('/')} is ${whatItIs(stat)}` };
      const next: FileHandle = await open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      await handle.close();
      handle = next;
    }
    return await look(linux ? nameOf(handle) : path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { is: 'missing' };
    if (code === undefined) throw error;
    return { is: 'unreadable', reason: reasons[code] ?? code };
  } finally {
    await handle?.close();
  }
}

function whatItIs(stat: { isSymbolicLink(): boolean; isDirectory(): boolean; isFile(): boolean }): string {
  if (stat.isSymbolicLink()) return 'a symbolic link';
  if (stat.isDirectory()) return 'a directory';
  return stat.isFile() ? 'not a directory' : 'not a file';
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'it is a symbolic link',
  ENOTDIR: 'it is not a directory',
};

const nameOf = ({ fd }: FileHandle): string => `/proc/self/fd/${fd}`;
