import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Submodule } from '../../../ports/outside/repo.ts';
import type { Git } from '../git.ts';
import { treesOf } from '../trees/trees.ts';

/**
 * The submodules of a commit, as they lie in the work tree. One with a git directory of its own inside, as git made them
 * before 1.7.8, is not there: who sees its files would see that, too.
 */
export async function submodulesOf(git: Git, top: string, gitDir: string, head: string): Promise<Submodule[]> {
  if (!(await isThere(join(top, '.gitmodules'), 'file'))) return [];
  const links = (await treesOf(git, gitDir).entries(head)).filter(({ mode }) => mode === '160000');
  return Promise.all(links.map(async ({ path }) => ({ path, there: await isCheckedOut(join(top, path)) })));
}

/** A folder with files, which no link leads to. */
async function isCheckedOut(dir: string): Promise<boolean> {
  if (!(await isThere(dir, 'folder')) || (await realpath(dir)) !== dir) return false;
  if (await isThere(join(dir, '.git'), 'folder')) return false;
  return (await readdir(dir)).some((name) => name !== '.git');
}

async function isThere(path: string, kind: 'file' | 'folder'): Promise<boolean> {
  try {
    const stats = await lstat(path);
    return kind === 'file' ? stats.isFile() : stats.isDirectory();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}
