import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Unfit } from '../../../ports/errors.ts';
import { type HookName, type Hooks, hookNames, type Target } from '../../../ports/outside/repo.ts';
import type { Git } from '../git.ts';
import { commonOf } from '../private-dir.ts';
import { userConfigEnv } from '../user-config.ts';
import { preCommitPlaces } from './pre-commit.ts';

type Env = Record<string, string | undefined>;

/** The hooks that git would run in the target; null where there are none. Reading them runs nothing. */
export async function findHooks(git: Git, env: Env, target: Target, state_dir: string): Promise<Hooks | null> {
  const configured = await hooksPath(git, env, target);
  const own = await realpath(join(await commonOf(target.git_dir), 'hooks')).catch(() => null);
  const folder = configured === null ? own : resolve(target.top, configured);
  const real = folder === null ? null : await realpath(folder).catch(() => null);
  if (folder === null || real === null) return null;
  const names: HookName[] = [];
  for (const name of hookNames) if (await isExecutable(join(real, name))) names.push(name);
  if (names.length === 0) return null;

  const texts = await Promise.all(names.map((name) => readFile(join(real, name), 'utf8')));
  const places = await preCommitPlaces(texts, env, join(state_dir, 'hooks'));
  // Those of the repository itself are copied along with it.
  if (real === own) return { names, at: join(target.top, '.git/hooks'), copied: real, ...places };
  if (isBelow(target.top, folder) && !isBelow(await realpath(target.top), real))
    throw new Unfit(
      `the hooks in ${folder} are behind a link that leaves the repository: replace it with a folder, or pass --no-verify`,
      'linked_hooks',
    );
  return { names, at: folder, copied: null, ...places, read_only: [{ host: real, at: folder }, ...places.read_only] };
}

/** As a person set it, for the repository or everywhere; null: git's own folder. */
async function hooksPath(git: Git, env: Env, target: Target): Promise<string | null> {
  if (!(await mayNameHooks(env, target))) return null;
  const args = ['config', '--includes', '--show-scope', '-z', '--get-regexp', '^core\\.hookspath$'];
  const place = { dir: target.git_dir, git_dir: target.git_dir, env: userConfigEnv(env), answers: [0, 1] };
  const fields = (await git(args, place)).stdout.toString('utf8').split('\0');
  let path: string | null = null;
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const value = (fields[at + 1] ?? '').split('\n').slice(1).join('\n');
    // What we override ourselves is said last, and is no person's word.
    if (fields[at] !== 'command') path = value === '' ? null : value;
  }
  return path?.startsWith('~/') && env.HOME ? join(env.HOME, path.slice(2)) : path;
}

/** Whether git must be asked: most configurations name no folder of hooks, and include nothing that could. */
async function mayNameHooks(env: Env, { git_dir }: Target): Promise<boolean> {
  const { HOME = '/nonexistent', XDG_CONFIG_HOME = join(HOME, '.config'), GIT_CONFIG_GLOBAL } = env;
  const global = GIT_CONFIG_GLOBAL
    ? [GIT_CONFIG_GLOBAL]
    : [join(HOME, '.gitconfig'), join(XDG_CONFIG_HOME, 'git/config')];
  const files = [join(await commonOf(git_dir), 'config'), join(git_dir, 'config.worktree'), ...global];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.some((text) => /hookspath|\[\s*include/i.test(text));
}

async function isExecutable(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() === true && stats.size < 1024 * 1024 && (stats.mode & 0o111) !== 0;
}

function isBelow(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '..' && !rest.startsWith('../');
}
