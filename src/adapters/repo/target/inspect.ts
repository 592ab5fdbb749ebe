import { realpath, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { RepoError } from '../../../ports/errors.ts';
import type { Target } from '../../../ports/outside/repo.ts';
import { firstLine, type Git } from '../git.ts';
import { submodulesOf } from './submodules.ts';

const questions = ['--is-bare-repository', '--is-inside-git-dir', '--absolute-git-dir', '--show-toplevel'];

/** What the target is. Writes nothing, not even a refreshed index, and runs nothing that the repository names. */
export async function inspect(git: Git, path: string): Promise<Target> {
  const dir = await realFolder(path);
  const args = ['rev-parse', ...questions, 'HEAD^{commit}', '--symbolic-full-name', 'HEAD'];
  const facts = await git(args, { dir, answers: [0, 128] });
  const lines = facts.stdout.toString('utf8').split('\n');
  const [bare, insideGitDir, gitDir = '', top = '', head = '', ref = ''] = lines;

  if (bare === 'true') throw bareRepository(dir);
  if (insideGitDir === 'true') throw new RepoError('not_a_repository', `${dir} is inside a git directory`);
  if (top === '') throw noRepository(dir, facts.stderr);
  const realTop = await realpath(top);
  const scope = relative(realTop, dir);
  if (scope === '..' || scope.startsWith('../')) {
    throw new RepoError('not_a_repository', `${dir} is outside the work tree of its repository (${realTop})`);
  }
  if (facts.exit_code !== 0 || !/^[0-9a-f]{40,64}$/.test(head)) throw await noHead(git, dir);

  const git_dir = await realpath(gitDir);
  const submodules = await submodulesOf(git, realTop, git_dir, head);
  return {
    dir,
    top: realTop,
    scope,
    git_dir,
    head,
    branch: ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null,
    ...(submodules.length > 0 && { submodules }),
  };
}

/** Where a repository keeps what its work trees share: what we keep for it is named by that. */
export async function commonDir(git: Git, path: string): Promise<string> {
  const dir = await realFolder(path);
  const args = ['rev-parse', '--is-bare-repository', '--path-format=absolute', '--git-common-dir'];
  const facts = await git(args, { dir, answers: [0, 128] });
  const [bare, common = ''] = facts.stdout.toString('utf8').split('\n');
  if (bare === 'true') throw bareRepository(dir);
  if (facts.exit_code !== 0 || common === '') throw noRepository(dir, facts.stderr);
  return realpath(common);
}

/** The folder as given, made absolute and real. */
export async function realFolder(path: string): Promise<string> {
  const dir = resolve(path);
  const stats = await stat(dir).catch(() => null);
  if (stats === null) throw new RepoError('no_target', `${dir} does not exist`);
  if (!stats.isDirectory()) throw new RepoError('no_target', `${dir} is not a folder`);
  return realpath(dir);
}

export async function folderExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

function bareRepository(dir: string): RepoError {
  return new RepoError('bare', `${dir} is a bare repository: a target needs a work tree`);
}

function noRepository(dir: string, stderr: string): RepoError {
  if (/not a git repository|invalid gitfile/.test(stderr)) {
    return new RepoError('not_a_repository', `${dir} is not inside a git repository: \`pawl init\` makes one`);
  }
  return new RepoError('git_failed', `git cannot read the repository of ${dir}: ${firstLine(stderr)}`);
}

/** HEAD names no commit: because there is none yet, or because the repository is damaged. */
async function noHead(git: Git, dir: string): Promise<RepoError> {
  const symbolic = await git(['symbolic-ref', '-q', 'HEAD'], { dir, answers: [0, 1, 128] });
  const ref = symbolic.stdout.toString('utf8').trim();
  const [named, listed] = await Promise.all([
    git(['rev-parse', '-q', '--verify', 'HEAD'], { dir, answers: [0, 1, 128] }),
    git(['for-each-ref', ref || 'HEAD'], { dir, answers: [0, 1, 128] }),
  ]);
  if (ref === '' || named.exit_code === 0 || listed.exit_code !== 0 || listed.stderr !== '') {
    const what = `HEAD of the repository at ${dir} points to a commit that cannot be read`;
    return new RepoError('git_failed', `${what}: check it with git fsck`);
  }
  return new RepoError('unborn', `${dir} has no commit yet: \`pawl init\` makes the first one`);
}
