import { constants } from 'node:fs';
import { lstat, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RepoError, SecretsFound } from '../../../ports/errors.ts';
import type { FirstCommit, Proposal, SecretPlace } from '../../../schema/settings/init.ts';
import { firstLine, type Git, gitRunner } from '../git.ts';
import { identityEnv, readIdentity } from '../identity.ts';
import { filtersOff } from '../overrides.ts';
import { pathToBytes } from '../path-text.ts';
import { realFolder } from '../target/inspect.ts';
import { userConfigEnv } from '../user-config.ts';
import { type Looked, lookAt } from './look.ts';
import { type MissingIgnores, propose } from './propose.ts';

/**
 * Makes a repository where there is none, and the first commit where there is none, of everything that is not ignored and
 * holds no secret: else it throws `SecretsFound`. Nothing is written before `agree` says yes. The user's own configuration
 * counts here, the repository's runs nothing.
 */
export async function initialCommit(
  folder: string,
  env: Record<string, string | undefined>,
  missingIgnores: MissingIgnores,
  agree: (proposal: Proposal) => Promise<boolean> = async () => true,
): Promise<FirstCommit> {
  const git = gitRunner(env);
  const dir = await realFolder(folder);
  const userEnv = userConfigEnv(env);
  const repository = await workTree(git, dir);
  const top = repository ?? dir;
  if (repository !== null) {
    const head = await git(['rev-parse', '-q', '--verify', 'HEAD'], { dir: top, answers: [0, 1, 128] });
    if (head.exit_code === 0) return { created: [], proposal: null, committed: false };
  }

  const existing = await ignoreFile(top);
  const draft = await propose(git, { dir: top, env: userEnv }, repository !== null, existing ?? '', missingIgnores);
  const looked = await looking(top, draft.files);
  const refused: SecretPlace[] = looked.flatMap((each) => each.refused);
  if (refused.length > 0) throw new SecretsFound(refused);
  const proposal = { ...draft, bytes: looked.reduce((sum, { bytes }) => sum + bytes, 0) };
  if (!(await agree(proposal))) return { created: [], proposal, committed: false };

  const created: string[] = [];
  if (repository === null) {
    await git(['init', '-q', '--template='], { dir, env: userEnv });
    created.push(`a git repository in ${dir}`);
  }
  if (proposal.ignore.length > 0) {
    await appendLines(join(top, '.gitignore'), existing, proposal.ignore);
    created.push(`${existing === null ? 'a .gitignore' : 'lines in .gitignore'}: ${proposal.ignore.join(' ')}`);
  }
  await commit(git, top, env, proposal.files);
  const files = proposal.files.length;
  created.push(`a first commit of ${files} ${files === 1 ? 'file' : 'files'}`);
  return { created, proposal, committed: true };
}

/** Exactly the files that were looked at. */
async function commit(git: Git, top: string, env: Record<string, string | undefined>, files: string[]): Promise<void> {
  const [identity, local] = await Promise.all([
    readIdentity(git, { dir: top }, env),
    git(['config', '--local', '--includes', '--list', '-z', '--name-only'], { dir: top }),
  ]);
  const call = {
    dir: top,
    env: { ...userConfigEnv(env), ...identityEnv(identity), GIT_LITERAL_PATHSPECS: '1' },
    config: filtersOff(local.stdout),
  };
  const stdin = Buffer.concat(files.flatMap((path) => [pathToBytes(path), Buffer.from([0])]));
  // Forced: a staged file may be ignored; the others were listed because they are not.
  const add = ['add', '-A', '-f', '--pathspec-from-file=-', '--pathspec-file-nul'];
  if (files.length > 0) await git(add, { ...call, stdin });
  await git(['commit', '-q', '--allow-empty', '--no-verify', '-m', 'Initial commit'], call);
}

/** The text of .gitignore; null where there is none. One that is a link or a folder is nobody's to write. */
async function ignoreFile(top: string): Promise<string | null> {
  const place = join(top, '.gitignore');
  const stats = await lstat(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (stats === null) return null;
  if (!stats.isFile()) throw new RepoError('not_a_repository', `${place} is not a plain file: replace it with one`);
  return readFile(place, 'utf8');
}

async function appendLines(place: string, existing: string | null, lines: string[]): Promise<void> {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  const file = await open(place, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o644);
  try {
    const gap = existing === null || existing === '' || existing.endsWith('\n') ? '' : '\n';
    await file.writeFile(`${gap}${lines.join('\n')}\n`);
  } finally {
    await file.close();
  }
}

/** Few files are open at once, however many there are. */
async function looking(top: string, files: string[]): Promise<Looked[]> {
  const looked: Looked[] = [];
  for (let at = 0; at < files.length; at += 16)
    looked.push(...(await Promise.all(files.slice(at, at + 16).map((path) => lookAt(top, path)))));
  return looked;
}

/** The top of the work tree that a folder is in, or null outside a repository. */
async function workTree(git: Git, dir: string): Promise<string | null> {
  const answer = await git(['rev-parse', '--is-bare-repository', '--is-inside-git-dir', '--show-toplevel'], {
    dir,
    answers: [0, 128],
  });
  const [bare, inside, top] = answer.stdout.toString('utf8').split('\n');
  if (bare === 'true') throw new RepoError('bare', `${dir} is a bare repository: a target needs a work tree`);
  if (inside === 'true') throw new RepoError('not_a_repository', `${dir} is inside a git directory`);
  if (answer.exit_code !== 0 && !answer.stderr.includes('not a git repository')) {
    throw new RepoError('git_failed', `git cannot read the repository of ${dir}: ${firstLine(answer.stderr)}`);
  }
  return top || null;
}
