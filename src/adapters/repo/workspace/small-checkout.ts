import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { pathToBytes } from '../path-text.ts';
import { isDotGit, isDotGitmodules } from '../safe-path.ts';
import type { Objects } from '../trees/objects.ts';
import type { Entry } from '../trees/tree-walk.ts';

const fewFiles = 100;
const fewBytes = 4 * 1024 * 1024;

export const isSmall = (entries: readonly Entry[]): boolean => entries.length <= fewFiles;

/**
 * Writes a small tree into an empty folder, which saves starting git for it. False where git has to do it: the tree is
 * large, or has what git would refuse. The folder may hold a part of it then.
 */
export async function checkOutSmall(dir: string, entries: readonly Entry[], objects: Objects): Promise<boolean> {
  if (!isSmall(entries) || !entries.every(isPlain) || overlaps(entries)) return false;
  const at = (path: string) => Buffer.concat([Buffer.from(`${dir}/`), pathToBytes(path)]);
  const folders = new Set(entries.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1)).filter(Boolean));
  for (const folder of folders) await mkdir(at(folder), { recursive: true });
  let bytes = 0;
  for (const { mode, oid, path } of entries) {
    const blob = await objects(oid);
    bytes += blob?.content.length ?? 0;
    if (blob?.type !== 'blob' || bytes > fewBytes) return false;
    if (mode === '120000') await symlink(blob.content, at(path));
    else await writeFile(at(path), blob.content, { flag: 'wx', mode: mode === '100755' ? 0o777 : 0o666 });
  }
  return true;
}

function isPlain({ mode, path }: Entry): boolean {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || isDotGit(part))) return false;
  const isLink = mode === '120000';
  return (isLink && !parts.some(isDotGitmodules)) || mode === '100644' || mode === '100755';
}

/** Whether one entry would be a folder of another: no sound tree has that, and it could lead out of the folder. */
function overlaps(entries: readonly Entry[]): boolean {
  const files = new Set(entries.map(({ path }) => path));
  const above = entries.flatMap(({ path }) => {
    const parts = path.split('/');
    return parts.slice(1).map((_, end) => parts.slice(0, end + 1).join('/'));
  });
  return files.size < entries.length || above.some((folder) => files.has(folder));
}
