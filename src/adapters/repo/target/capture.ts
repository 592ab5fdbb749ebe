import { randomUUID } from 'node:crypto';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Captured, Target } from '../../../ports/outside/repo.ts';
import type { Git, GitCall } from '../git.ts';
import { pathFromBytes, pathToBytes, records } from '../path-text.ts';
import type { runFolder } from '../private-dir.ts';
import { userConfigEnv } from '../user-config.ts';
import { readPlain, textOf } from './plain-file.ts';
import { leavingStrangers } from './strangers.ts';
import { mustBeTakeable } from './untracked.ts';

/**
 * The user's work tree with its untracked, unignored files, or their index, as a tree in our own git directory. It goes
 * through a copy of the index, so that theirs is not touched and unchanged files are not read. Untracked files outside of
 * the target's own folder are no part of it.
 */
export async function capture(
  git: Git,
  env: Record<string, string | undefined>,
  folder: ReturnType<typeof runFolder>,
  target: Target,
  staged: boolean,
): Promise<Captured> {
  const index = join(folder.dir, `capture.${randomUUID()}`);
  const excludes = `${index}.excludes`;
  let outside: string[] = [];
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
        const listed = await git(
          ['ls-files', '-z', '-o', '--exclude-standard', '--', ...specs.toString().split('\0')],
          {
            ...place,
            config,
            cut_at: 64 * 1024 * 1024,
          },
        );
        const files = records(listed.stdout).map(pathFromBytes);
        const isInside = (path: string) => target.scope === '' || path.startsWith(`${target.scope}/`);
        const inside = files.filter(isInside);
        await mustBeTakeable(git, target.top, inside, listed.cut === true);
        outside = files.filter((path) => !isInside(path));
        const add = (how: string, stdin: Buffer) =>
          git(['add', how, '--pathspec-from-file=-', '--pathspec-file-nul'], { ...place, stdin, config });
        if (outside.length === 0) await add('-A', specs);
        else {
          await add('-u', specs);
          if (inside.length > 0) await add('-A', within(target.scope, specs));
        }
      });
    }
    return { tree: (await git(['write-tree'], place)).stdout.toString('utf8').trim(), outside };
  } finally {
    await rm(index, { force: true });
    await rm(excludes, { force: true });
  }
}

/** The same exclusions, of one folder. */
function within(scope: string, specs: Buffer): Buffer {
  const first = specs.indexOf(0);
  const folder = pathToBytes(`:(top,literal)${scope}`);
  return first === -1 ? folder : Buffer.concat([folder, specs.subarray(first)]);
}

/** Where the user's own list of what to ignore everywhere is, if there is one. */
export async function globalIgnore(git: Git, env: Record<string, string | undefined>, target: Target): Promise<string> {
  const answer = await git(['config', '--type=path', '--get', 'core.excludesFile'], {
    dir: target.top,
    env: userConfigEnv(env),
    answers: [0, 1],
  });
  const configured = answer.stdout.toString('utf8').trim();
  const home = env.XDG_CONFIG_HOME ?? join(env.HOME ?? '/nonexistent', '.config');
  return isAbsolute(configured) && configured !== '/dev/null' ? configured : join(home, 'git', 'ignore');
}

/** What the user ignores besides the tree's own .gitignore files. */
async function ignored(git: Git, env: Record<string, string | undefined>, target: Target): Promise<string> {
  const global = await globalIgnore(git, env, target);
  const common = (await textOf(join(target.git_dir, 'commondir'))) || '.';
  return `${await textOf(global)}\n${await textOf(join(target.git_dir, common.trim(), 'info', 'exclude'))}\n`;
}
