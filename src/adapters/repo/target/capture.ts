import { randomUUID } from 'node:crypto';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { RepoError } from '../../../ports/errors.ts';
import { mostChangedFiles, type Target } from '../../../ports/repo.ts';
import type { Git, GitCall } from '../git.ts';
import { userConfigEnv } from '../identity.ts';
import { pathFromBytes, records } from '../path-text.ts';
import type { runFolder } from '../private-dir.ts';
import { readPlain, textOf } from './plain-file.ts';
import { leavingStrangers } from './strangers.ts';

/**
 * The user's work tree with its untracked, unignored files, or their index, as a tree in our own git directory. It goes
 * through a copy of the index, so that theirs is not touched and unchanged files are not read.
 */
export async function capture(
  git: Git,
  env: Record<string, string | undefined>,
  folder: ReturnType<typeof runFolder>,
  target: Target,
  staged: boolean,
): Promise<string> {
  const index = join(folder.dir, `capture.${randomUUID()}`);
  const excludes = `${index}.excludes`;
  const place = { dir: target.top, git_dir: folder.git_dir, work_tree: target.top, index };
  try {
    const original = await readPlain(join(target.git_dir, 'index'));
    if (original !== null) {
      const { bytes, atimeMs, mtimeMs } = original;
      await writeFile(index, bytes);
      // Git trusts a file's time only if it is older than the index's. A newer copy would hide a change of the same size.
      await utimes(index, atimeMs / 1000, Math.floor(mtimeMs) / 1000 - 0.01);
    }
    if (!staged) {
      await writeFile(excludes, await ignored(git, env, target));
      const config: GitCall['config'] = [['core.excludesFile', excludes]];
      await leavingStrangers(git, place, target, async (specs) => {
        await mustBeFew(git, { ...place, config }, specs.toString('utf8').split('\0'));
        const args = ['add', '-A', '--pathspec-from-file=-', '--pathspec-file-nul'];
        await git(args, { ...place, stdin: specs, config });
      });
    }
    return (await git(['write-tree'], place)).stdout.toString('utf8').trim();
  } finally {
    await rm(index, { force: true });
    await rm(excludes, { force: true });
  }
}

/** Files that nobody knows yet are read and kept one by one: a folder that should have been ignored would take hours. */
async function mustBeFew(git: Git, call: GitCall, specs: string[]): Promise<void> {
  const listed = await git(['ls-files', '-z', '-o', '--exclude-standard', '--', ...specs], {
    ...call,
    cut_at: 64 * 1024 * 1024,
  });
  const files = records(listed.stdout);
  if (!listed.cut && files.length <= mostChangedFiles) return;
  const some = files[0] === undefined ? '' : `, such as ${pathFromBytes(files[0])}`;
  throw new RepoError(
    'too_many_files',
    `the work tree has ${listed.cut ? 'over ' : ''}${files.length} untracked files${some}, and a change may touch at most ${mostChangedFiles}: name them in .gitignore`,
  );
}

/** What the user ignores besides the tree's own .gitignore files. */
async function ignored(git: Git, env: Record<string, string | undefined>, target: Target): Promise<string> {
  const asked = await git(['config', '--type=path', '--get', 'core.excludesFile'], {
    dir: target.top,
    env: userConfigEnv(env),
    answers: [0, 1],
  });
  const configured = asked.stdout.toString('utf8').trim();
  const home = env.XDG_CONFIG_HOME ?? join(env.HOME ?? '/nonexistent', '.config');
  const global = isAbsolute(configured) && configured !== '/dev/null' ? configured : join(home, 'git', 'ignore');
  const common = (await textOf(join(target.git_dir, 'commondir'))) || '.';
  return `${await textOf(global)}\n${await textOf(join(target.git_dir, common.trim(), 'info', 'exclude'))}\n`;
}
