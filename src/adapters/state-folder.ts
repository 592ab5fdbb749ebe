import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PawlError, Unfit } from '../ports/errors.ts';

/** Makes a folder of ours with its parents; the first one that was missing, or null. Node's own way hides why it could not. */
export function makeFolder(dir: string): string | null {
  try {
    return make(dir);
  } catch (error) {
    throw stateFault(dir, error);
  }
}

/** Does something below a folder of ours. What the system refuses there becomes one clear line. */
export async function inState<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { path = dir } = error as NodeJS.ErrnoException;
    throw String(path).startsWith(dir) ? stateFault(dir, error) : error;
  }
}

/** What the system says about a place in our state, as an error that a person can act on; any other error as it is. */
export function stateFault(place: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof PawlError || !/^E[A-Z0-9]+$/.test(code ?? '')) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Unfit(`the disk is full: ${place} could not be written`, 'disk_full');
  }
  const why = words[code ?? ''] ?? message;
  return new Unfit(`${place} cannot be written: ${why}. XDG_STATE_HOME can name another folder`, 'state_unusable');
}

/** Why a folder of ours could not be written, found without writing; nothing when it could. */
export function unwritable(dir: string): string[] {
  try {
    if (!statSync(dir).isDirectory()) return [`${dir} cannot be written: ${words.ENOTDIR}`];
    accessSync(dir, constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(dir) !== dir) return unwritable(dirname(dir));
    return [`${dir} cannot be written: ${words[code ?? ''] ?? message}`];
  }
}

const words: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is where a folder should be',
  ENOENT: 'no folder can be made there',
  EEXIST: 'a file is where a folder should be',
};

function make(dir: string, hasParent = false): string | null {
  try {
    mkdirSync(dir, { mode: 0o700 });
    return dir;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(dir).isDirectory()) return null;
    if (code !== 'ENOENT' || dirname(dir) === dir) throw error;
    // Some places, such as /proc, say so with the parent there as well.
    if (hasParent) throw error;
    const first = make(dirname(dir));
    const last = make(dir, true);
    return first ?? last;
  }
}
