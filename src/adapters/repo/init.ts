import { RepoError } from '../../ports/errors.ts';
import { firstLine, type Git, gitRunner } from './git.ts';
import { identityEnv, readIdentity, userConfigEnv } from './identity.ts';
import { realFolder } from './inspect.ts';
import { filtersOff } from './overrides.ts';

/**
 * Makes a repository where there is none, and the first commit where there is none, of everything that is not ignored.
 * The user's own configuration counts here, the repository's runs nothing. Returns what was made, in words.
 */
export async function initialCommit(folder: string, env: Record<string, string | undefined>): Promise<string[]> {
  const git = gitRunner(env);
  const dir = await realFolder(folder);
  const made: string[] = [];
  const userEnv = userConfigEnv(env);

  if (!(await workTree(git, dir))) {
    await git(['init', '-q', '--template='], { dir, env: userEnv });
    made.push(`a git repository in ${dir}`);
  }
  const top = (await workTree(git, dir)) ?? dir;
  const head = await git(['rev-parse', '-q', '--verify', 'HEAD'], { dir: top, answers: [0, 1, 128] });
  if (head.exit_code === 0) return made;

  const [identity, local] = await Promise.all([
    readIdentity(git, { dir: top }, env),
    git(['config', '--local', '--includes', '--list', '-z', '--name-only'], { dir: top }),
  ]);
  const call = { dir: top, env: { ...userEnv, ...identityEnv(identity) }, config: filtersOff(local.stdout) };
  await git(['add', '-A'], call);
  await git(['commit', '-q', '--allow-empty', '--no-verify', '-m', 'Initial commit'], call);
  const listed = await git(['ls-files', '-z'], call);
  const files = listed.stdout.filter((byte) => byte === 0).length;
  made.push(`a first commit of ${files} ${files === 1 ? 'file' : 'files'}`);
  return made;
}

/** The top of the work tree that a folder is in, or null outside a repository. */
async function workTree(git: Git, dir: string): Promise<string | null> {
  const found = await git(['rev-parse', '--is-bare-repository', '--is-inside-git-dir', '--show-toplevel'], {
    dir,
    answers: [0, 128],
  });
  const [bare, inside, top] = found.stdout.toString('utf8').split('\n');
  if (bare === 'true') throw new RepoError('bare', `${dir} is a bare repository: a target needs a work tree`);
  if (inside === 'true') throw new RepoError('not_a_repository', `${dir} is inside a git directory`);
  if (found.exit_code !== 0 && !found.stderr.includes('not a git repository')) {
    throw new RepoError('git_failed', `git cannot read the repository of ${dir}: ${firstLine(found.stderr)}`);
  }
  return top || null;
}
