import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { RepoError } from '../../../ports/errors.ts';
import type { Target } from '../../../ports/outside/repo.ts';
import { commonOf } from '../private-dir.ts';

/** Throws where this user could put no commit into the repository, without trying it. */
export async function mustBeWritable({ git_dir }: Target): Promise<void> {
  const common = await commonOf(git_dir);
  for (const folder of [common, join(common, 'objects'), join(common, 'refs', 'heads')]) {
    const code = await access(folder, constants.W_OK).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code === 'EROFS') throw unwritable(folder, 'the file system is read-only');
    if (code === 'EACCES') throw unwritable(folder, 'you have no permission to');
  }
}

const unwritable = (folder: string, why: string): RepoError =>
  new RepoError(
    'git_read_only',
    `${folder} cannot be written (${why}), so commits could not be delivered: make it writable, or run in a clone`,
  );
