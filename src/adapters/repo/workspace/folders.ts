import type { Dirent, Stats } from 'node:fs';
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { removeTree } from '../../remove-tree.ts';
import { pathFromBytes } from '../path-text.ts';
import { isDotGit, isDotGitmodules } from '../safe-path.ts';
import type { Entry } from '../trees/tree-walk.ts';

/**
 * Removes what git would take for a repository of its own, or would refuse whole: it can be in no tree. Returns the
 * paths of the files and links that stay.
 */
export async function removeUnkeepable(root: string): Promise<string[]> {
  const paths: string[] = [];
  await walk(Buffer.from(root), '', (path, name, entry) => {
    if (isDotGit(name) || (entry.isSymbolicLink() && isDotGitmodules(name))) return 'remove';
    if (entry.isFile() || entry.isSymbolicLink()) paths.push(path);
    else if (!entry.isDirectory()) return 'remove';
    return 'keep';
  });
  return paths;
}

/** Removes the largest of these files until the others take no more than `most` bytes, holes counted. */
export async function removeLargest(root: string, paths: Buffer[], most: number): Promise<void> {
  const sizes = new Map<Buffer, number>();
  for (const path of paths) {
    const place = Buffer.concat([Buffer.from(`${root}/`), path]);
    const stats = await lstat(place).catch(() => null);
    if (stats?.isFile()) sizes.set(place, stats.size);
  }
  let sum = [...sizes.values()].reduce((total, size) => total + size, 0);
  for (const [place, size] of [...sizes].sort(([, one], [, other]) => other - one)) {
    if (sum <= most) return;
    await remove(place);
    sum -= size;
  }
}

/** Removes all but the first of these files. */
export async function removeSurplus(root: string, paths: Buffer[], most: number): Promise<void> {
  const surplus = paths.slice(most);
  const atOnce = 64;
  for (let at = 0; at < surplus.length; at += atOnce) {
    const places = surplus.slice(at, at + atOnce).map((path) => Buffer.concat([Buffer.from(`${root}/`), path]));
    await Promise.all(places.map(remove));
  }
}

/** Removes everything that is not in a tree, ignored or not, and whatever is not of its entry's type. */
export async function removeStrangers(root: string, entries: readonly Entry[]): Promise<void> {
  const modes = new Map(entries.map((entry) => [entry.path, entry.mode]));
  const folders = new Set<string>();
  for (const { path } of entries) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  await walk(Buffer.from(root), '', (path, _name, entry) => {
    const mode = modes.get(path);
    if (entry.isDirectory()) return folders.has(path) || mode === '160000' ? 'keep' : 'remove';
    if (entry.isSymbolicLink()) return mode === '120000' ? 'keep' : 'remove';
    return entry.isFile() && mode?.startsWith('100') ? 'keep' : 'remove';
  });
}

/** Lets us read and write every file, as far as they are ours. */
export async function makeReadable(root: string): Promise<void> {
  await walk(Buffer.from(root), '', () => 'keep', openFile);
}

/** Removes a folder whole, also where it has parts without write permission. */
export async function removeFolder(dir: string): Promise<void> {
  await remove(Buffer.from(dir));
}

/** Bytes that a folder takes on the disk, whose files are mostly small ones. */
export async function folderSize(dir: string): Promise<number> {
  let blocks = 0;
  let folders = 1;
  const count = async (file: Buffer) => {
    blocks += (await lstat(file).catch(absent))?.blocks ?? 0;
  };
  const countFolders: Visit = (_path, _name, entry) => {
    if (entry.isDirectory()) folders += 1;
    return 'keep';
  };
  await walk(Buffer.from(dir), '', countFolders, count);
  return (blocks + folders * ((await lstat(dir).catch(absent))?.blocks ?? 0)) * bytesOfABlock;
}

const bytesOfABlock = 512;

type Visit = (path: string, name: string, entry: Dirent<Buffer>) => 'keep' | 'remove';

/** Visits a folder, each subfolder after `visit` kept it. Every folder is made passable; links are never followed. */
async function walk(dir: Buffer, path: string, visit: Visit, onFile?: (file: Buffer) => Promise<void>): Promise<void> {
  const stats = await lstat(dir).catch(absent);
  if (!stats?.isDirectory()) return;
  if ((stats.mode & 0o7700) !== 0o700) await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true, encoding: 'buffer' })) {
    const name = pathFromBytes(entry.name);
    const place = Buffer.concat([dir, Buffer.from('/'), entry.name]);
    const sub = path === '' ? name : `${path}/${name}`;
    if (place.length > longest || visit(sub, name, entry) === 'remove') await remove(place);
    else if (entry.isDirectory()) await walk(place, sub, visit, onFile);
    else if (entry.isFile()) await onFile?.(place);
  }
}

/** Bytes of a path. What is deeper can be in no change, and a program that is given its path refuses it. */
const longest = 3500;

async function remove(place: Buffer): Promise<void> {
  try {
    await rm(place, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return removeTree(place.toString());
    if (!isPermission(error)) throw error;
    await walk(place, '', () => 'keep');
    await rm(place, { recursive: true, force: true });
  }
}

/** One that is gone since its folder was read needs nothing. */
async function openFile(file: Buffer): Promise<void> {
  const stats = await lstat(file).catch(absent);
  if (stats && (stats.mode & 0o600) !== 0o600) await chmod(file, (stats.mode & 0o777) | 0o600);
}

function isPermission(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM' || code === 'ENOTEMPTY';
}

function absent(error: NodeJS.ErrnoException): Stats | null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
