import { randomUUID } from 'node:crypto';
import { copyFile, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Target } from '../../ports/repo.ts';
import type { Git } from './git.ts';
import { userConfigEnv } from './identity.ts';
import type { runFolder } from './private-dir.ts';
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
    const original = join(target.git_dir, 'index');
    const { atimeMs, mtimeMs } = await stat(original);
    await copyFile(original, index);
    // Git trusts a file's time only if it is older than the index's. A newer copy would hide a change of the same size.
    await utimes(index, atimeMs / 1000, Math.floor(mtimeMs) / 1000 - 0.01);
    if (!staged) {
      await writeFile(excludes, await ignored(git, env, target));
      await leavingStrangers(git, place, target, async (specs) => {
        const args = ['add', '-A', '--pathspec-from-file=-', '--pathspec-file-nul'];
        await git(args, { ...place, stdin: specs, config: [['core.excludesFile', excludes]] });
      });
    }
    return (await git(['write-tree'], place)).stdout.toString('utf8').trim();
  } finally {
    await rm(index, { force: true });
    await rm(excludes, { force: true });
  }
}

/** What the user ignores besides the tree's own .gitignore files. */
async function ignored(git: Git, env: Record<string, string | undefined>, target: Target): Promise<string> {
  const read = (file: string) => readFile(file, 'utf8').catch(() => '');
  const asked = await git(['config', '--type=path', '--get', 'core.excludesFile'], {
    dir: target.top,
    env: userConfigEnv(env),
    answers: [0, 1],
  });
  const configured = asked.stdout.toString('utf8').trim();
  const home = env.XDG_CONFIG_HOME ?? join(env.HOME ?? '/nonexistent', '.config');
  const global = isAbsolute(configured) && configured !== '/dev/null' ? configured : join(home, 'git', 'ignore');
  const common = await readFile(join(target.git_dir, 'commondir'), 'utf8').catch(() => '.');
  return `${await read(global)}\n${await read(join(target.git_dir, common.trim(), 'info', 'exclude'))}\n`;
}
