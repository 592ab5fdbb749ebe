import { chownSync, closeSync, lstatSync, mkdirSync, openSync, rmdirSync, type Stats, unlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface MountPoints {
  /** Makes sure that something can be mounted there; false where a link or a thing of another kind is in the way. */
  make(relative: string, kind: 'folder' | 'file'): boolean;
  /** Removes what was made and is still empty. */
  undo(): void;
}

/**
 * Places to mount on inside a work folder. They are made from outside because a supervisor that makes them itself
 * follows the links of a hostile tree, with our rights and onto the host. Nothing may run in the folder meanwhile.
 */
export function mountPoints(root: string, owner: number | null): MountPoints {
  const points: { relative: string; kind: 'folder' | 'file' }[] = [];

  const makeOne = (relative: string, kind: 'folder' | 'file'): void => {
    const path = join(root, relative);
    if (kind === 'folder') mkdirSync(path, 0o755);
    else closeSync(openSync(path, 'wx', 0o644));
    if (owner !== null) chownSync(path, owner, owner);
    points.push({ relative, kind });
  };

  return {
    make: (relative, kind) => {
      for (const [path, expected] of steps(relative, kind)) {
        const actual = kindOf(join(root, path));
        if (actual === 'nothing') makeOne(path, expected);
        else if (actual !== expected) return false;
      }
      return true;
    },
    undo: () => {
      for (const { relative, kind } of points.reverse()) {
        const reachable = steps(relative, kind).every(([path, expected]) => kindOf(join(root, path)) === expected);
        if (reachable) remove(join(root, relative), kind);
      }
    },
  };
}

/** a/b/c as a, a/b and a/b/c. */
function steps(relative: string, kind: 'folder' | 'file'): [string, 'folder' | 'file'][] {
  const parts = relative.split('/').filter((part) => part !== '' && part !== '.');
  return parts.map((_, index) => [parts.slice(0, index + 1).join('/'), index === parts.length - 1 ? kind : 'folder']);
}

function kindOf(path: string): 'folder' | 'file' | 'nothing' | 'other' {
  const stat = look(path);
  if (stat === null) return 'other';
  if (stat === undefined) return 'nothing';
  if (stat.isDirectory()) return 'folder';
  return stat.isFile() ? 'file' : 'other';
}

/** Null in a folder that an earlier command closed to us. */
function look(path: string): Stats | undefined | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return null;
    throw error;
  }
}

function remove(path: string, kind: 'folder' | 'file'): void {
  try {
    if (kind === 'folder') rmdirSync(path);
    else if (lstatSync(path).size === 0) unlinkSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'ENOENT' && code !== 'EACCES') throw error;
  }
}
