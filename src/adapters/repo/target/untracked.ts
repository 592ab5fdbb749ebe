import { lstat } from 'node:fs/promises';
import { RepoError } from '../../../ports/errors.ts';
import { mostChangedFiles } from '../../../ports/outside/repo.ts';
import type { Git } from '../git.ts';
import { pathToBytes } from '../path-text.ts';
import { largestObject } from '../trees/objects.ts';

/**
 * Files that nobody knows yet are read and kept one by one: a folder that should have been ignored would take hours, and
 * some cannot be kept at all. Git names a repository inside of this one as a folder, with a slash at its end.
 */
export async function mustBeTakeable(git: Git, top: string, files: string[], isCut: boolean): Promise<void> {
  if (isCut || files.length > mostChangedFiles) throw tooMany(files, isCut);
  const repositories = files.filter((path) => path.endsWith('/'));
  for (const path of repositories) if (!(await hasCommit(git, `${top}/${path}`))) throw withoutCommit(path);
  const sizes = await Promise.all(files.map((path) => sizeOf(top, path)));
  const large = sizes.findIndex((size) => size > largestObject);
  if (large >= 0) throw tooLarge(files[large] ?? '', sizes[large] ?? 0);
}

async function hasCommit(git: Git, dir: string): Promise<boolean> {
  return (await git(['rev-parse', '-q', '--verify', 'HEAD'], { dir, answers: [0, 1, 128] })).exit_code === 0;
}

/** A file that is gone by now has none. */
async function sizeOf(top: string, path: string): Promise<number> {
  const stats = await lstat(Buffer.concat([Buffer.from(`${top}/`), pathToBytes(path)])).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    },
  );
  return stats?.isFile() ? stats.size : 0;
}

function tooMany(files: string[], isCut: boolean): RepoError {
  const some = files[0] === undefined ? '' : `, such as ${files[0]}`;
  return new RepoError(
    'too_many_files',
    `the work tree has ${isCut ? 'over ' : ''}${files.length} untracked files${some}, and a change may touch at most ${mostChangedFiles}: name them in .gitignore`,
  );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`;

const tooLarge = (path: string, size: number): RepoError =>
  new RepoError(
    'too_large',
    `the untracked file ${path} has ${megabytes(size)}, and a file of a change may have at most ${megabytes(largestObject)}: name it in .gitignore`,
  );

const withoutCommit = (path: string): RepoError =>
  new RepoError(
    'unborn',
    `the untracked folder ${path} is a git repository without a commit, which git cannot add: make a commit in it, or name it in .gitignore`,
  );
