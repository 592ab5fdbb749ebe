import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, RepoError } from '../../../ports/errors.ts';
import type { Target } from '../../../ports/outside/repo.ts';
import type { Point } from '../../../ports/point.ts';
import type { Git, GitCall } from '../git.ts';
import { baseRef, commonOf } from '../private-dir.ts';
import { textOf } from './plain-file.ts';

/**
 * Objects travel as a pack from our git directory into the user's, without a transport: no remote, no FETCH_HEAD, no
 * helper program. Then the branch is moved by compare-and-swap.
 */
export async function publish(
  git: Git,
  privateDir: string,
  target: Target,
  branch: string,
  change: { sha: string; expected: string | null },
  point: Point,
): Promise<boolean> {
  const { sha, expected } = change;
  const { tip, worktree, above, below } = await look(git, target, branch);
  if (tip === sha) return true;
  if (tip !== expected || below) return false;
  if (worktree !== null) throw checkedOut(branch, worktree);
  if (above !== null)
    throw new RepoError('git_failed', `branch ${branch} cannot be created because branch ${above} exists`);

  await bringObjects(git, privateDir, target, sha, point);
  if (!(await moveBranch(git, target, branch, change))) return false;
  point('git.publish.done');
  return true;
}

/** Puts a commit and all that it needs into the user's repository; no reference is touched. */
export async function bringObjects(
  git: Git,
  privateDir: string,
  target: Target,
  sha: string,
  point: Point,
): Promise<void> {
  // Where a clone was cleaned away, what it delivered is in the user's repository.
  if (!existsSync(privateDir)) return;
  const pack = await git(['pack-objects', '--revs', '--local', '--stdout', '-q'], {
    dir: privateDir,
    git_dir: privateDir,
    stdin: `${sha}\n^${baseRef}\n`,
  });
  point('git.publish.packed');
  // Strict: nothing is written whose links the user's repository could not follow.
  await git(['unpack-objects', '-q', '--strict'], {
    ...userPlace(target),
    stdin: pack.stdout,
    config: [['core.fsync', 'committed']],
  });
  point('git.publish.fetched');
}

/** False when the branch is neither where it was expected nor where it should go. */
export async function moveBranch(
  git: Git,
  target: Target,
  branch: string,
  { sha, expected }: { sha: string; expected: string | null },
): Promise<boolean> {
  const old = expected ?? '0'.repeat(sha.length);
  const args = ['update-ref', '--no-deref', '-m', 'pawl: publish', `refs/heads/${branch}`, sha, old];
  const updated = await git(args, { ...userPlace(target), answers: [0, 1, 128] });
  if (updated.exit_code === 0) return true;
  const now = await branchTip(git, target, branch);
  if (now !== expected) return now === sha;
  await git(args, userPlace(target));
  return true;
}

/** The commit that a branch points at, or null. */
export async function branchTip(git: Git, target: Target, branch: string): Promise<string | null> {
  return tipOf(await refsAt(git, target, [branch]), target, branch);
}

/** The branches that a branch of this name cannot exist beside: `a` for `a/b`, and the other way round. */
export async function inTheWay(git: Git, target: Target, branch: string): Promise<Obstacles> {
  return obstaclesIn(await refsAt(git, target, [...parentsOf(branch), `${branch}/`]), branch);
}

interface Obstacles {
  above: string | null;
  below: boolean;
}

interface Ref {
  name: string;
  oid: string;
  /** What it is only a name for, or ''. */
  symref: string;
}

async function refsAt(git: Git, target: Target, branches: string[]): Promise<Ref[]> {
  const format = '--format=%(refname)%00%(objectname)%00%(symref)';
  const patterns = branches.map((branch) => `refs/heads/${branch}`);
  const listed = await git(['for-each-ref', format, ...patterns], userPlace(target));
  return listed.stdout
    .toString('utf8')
    .split('\n')
    .map((line) => {
      const [name = '', oid = '', symref = ''] = line.split('\0');
      return { name, oid, symref };
    });
}

function tipOf(refs: Ref[], target: Target, branch: string): string | null {
  const ref = refs.find(({ name }) => name === `refs/heads/${branch}`);
  if (!ref) return null;
  if (ref.symref === '') return ref.oid;
  throw new RepoError('git_failed', `branch ${branch} of ${target.top} is a symbolic reference to ${ref.symref}`);
}

function parentsOf(branch: string): string[] {
  const parts = branch.split('/');
  return parts.slice(1).map((_, end) => parts.slice(0, end + 1).join('/'));
}

function obstaclesIn(refs: Ref[], branch: string): Obstacles {
  const names = new Set(refs.map(({ name }) => name));
  return {
    above: parentsOf(branch).find((name) => names.has(`refs/heads/${name}`)) ?? null,
    below: [...names].some((name) => name.startsWith(`refs/heads/${branch}/`)),
  };
}

/** True when the branch is not there afterwards, false when it points elsewhere. */
export async function deleteBranch(
  git: Git,
  target: Target,
  branch: string,
  expected: string,
  point: Point,
): Promise<boolean> {
  const { tip, worktree } = await look(git, target, branch);
  if (tip === null) return true;
  if (tip !== expected) return false;
  if (worktree !== null) throw checkedOut(branch, worktree);
  point('git.branch.delete');
  const args = ['update-ref', '--no-deref', '-d', `refs/heads/${branch}`, expected];
  const deleted = await git(args, { ...userPlace(target), answers: [0, 1, 128] });
  if (deleted.exit_code !== 0) {
    const now = await branchTip(git, target, branch);
    if (now === expected) await git(args, userPlace(target));
    else return now === null;
  }
  point('git.branch.deleted');
  return true;
}

interface Place extends Obstacles {
  tip: string | null;
  /** The work tree that has it checked out, also before its first commit. */
  worktree: string | null;
}

/** Where a branch is, and what is in its way. Throws for a name that no branch can have. */
async function look(git: Git, target: Target, branch: string): Promise<Place> {
  const [refs, worktree] = await Promise.all([
    refsAt(git, target, [...parentsOf(branch), branch]),
    worktreeOf(git, target, branch),
    mustBeBranch(git, target, branch),
  ]);
  return { tip: tipOf(refs, target, branch), worktree, ...obstaclesIn(refs, branch) };
}

/** Names that are surely fine; git is asked about any other. */
const plainBranch = /^(?!HEAD$)[A-Za-z0-9_]+(?:[/-][A-Za-z0-9_]+)*$/;

async function mustBeBranch(git: Git, target: Target, branch: string): Promise<void> {
  if (plainBranch.test(branch)) return;
  const checked = await git(['check-ref-format', `refs/heads/${branch}`], { ...userPlace(target), answers: [0, 1] });
  if (checked.exit_code === 0 && !branch.startsWith('-') && branch !== 'HEAD') return;
  throw new ConfigError(`${JSON.stringify(branch)} cannot be the name of a branch`);
}

export async function worktreeOf(git: Git, target: Target, branch: string): Promise<string | null> {
  if (!(await mayBeCheckedOut(target, branch))) return null;
  const listed = await git(['worktree', 'list', '--porcelain', '-z'], userPlace(target));
  let folder = target.top;
  for (const line of listed.stdout.toString('utf8').split('\0')) {
    if (line.startsWith('worktree ')) folder = line.slice('worktree '.length);
    if (line === `branch refs/heads/${branch}`) return folder;
  }
  return null;
}

/** Told from the HEAD of each work tree, where such files say it. */
async function mayBeCheckedOut(target: Target, branch: string): Promise<boolean> {
  const common = await commonOf(target.git_dir);
  const linked = await readdir(join(common, 'worktrees')).catch(() => []);
  const heads = await Promise.all(
    ['HEAD', ...linked.map((name) => join('worktrees', name, 'HEAD'))].map((file) => textOf(join(common, file))),
  );
  const elsewhere = /^(?:[0-9a-f]{40,64}|ref: refs\/heads\/(?!\.invalid\n)[^\n]+)\n$/;
  return heads.some((head) => !elsewhere.test(head) || head === `ref: refs/heads/${branch}\n`);
}

/** Moving a branch under a work tree would make its files look changed. */
function checkedOut(branch: string, folder: string): RepoError {
  return new RepoError('checked_out', `branch ${branch} is checked out in ${folder}: switch to another one first`);
}

export function userPlace(target: Target): GitCall {
  return { dir: target.git_dir, git_dir: target.git_dir };
}
