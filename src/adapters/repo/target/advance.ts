import { existsSync } from 'node:fs';
import { copyFile, lstat, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RepoError } from '../../../ports/errors.ts';
import type { Advance, Advanced, GitFault, Target } from '../../../ports/outside/repo.ts';
import type { Point } from '../../../ports/point.ts';
import { firstLine, type Git, type GitCall } from '../git.ts';
import { filtersOff } from '../overrides.ts';
import { pathFromBytes, pathToBytes, records } from '../path-text.ts';
import { userConfigEnv } from '../user-config.ts';
import { clearLock, lockIndex } from './index-lock.ts';
import { branchTip, bringObjects, moveBranch, publish, userPlace } from './publish.ts';

interface Parts {
  git: Git;
  env: Record<string, string | undefined>;
  privateDir: string;
  run: string;
  point: Point;
}

/**
 * Moves a branch. Where it is checked out, the order is files, index, branch: after a crash the branch is where it was,
 * and doing it again completes it, since files that are as they should become are left alone.
 */
export async function advance(parts: Parts, target: Target, request: Advance): Promise<Advanced> {
  const { git, privateDir, run, point } = parts;
  const { branch, from, to } = request;
  if ((await headOf(git, target)) !== `refs/heads/${branch}`) return elsewhere(parts, target, request);
  const tip = await branchTip(git, target, branch);
  if (tip === to) {
    await clearLock(target.git_dir, run);
    return { files: (await changedPaths(git, target, from, to)).length };
  }
  if (tip !== from) return { fault: fault('moved', request, `${branch} has moved since`, retry(branch)) };
  const busy = inProgress.find((name) => existsSync(join(target.git_dir, name)));
  if (busy !== undefined)
    return { fault: fault('busy', request, `a merge, rebase or the like is under way (${busy})`, 'finish it first') };
  await bringObjects(git, privateDir, target, to, point);

  const lock = await lockIndex(target.git_dir, run).catch((error: NodeJS.ErrnoException) => {
    throw new RepoError('git_failed', `${target.git_dir} cannot be written (${error.code ?? error.message})`);
  });
  if (lock === null) {
    const file = join(target.git_dir, 'index.lock');
    const cure = `wait for the other git command, or remove the file if none is running`;
    return { fault: fault('index_locked', request, `${file} exists`, cure) };
  }
  point('git.advance.locked');
  try {
    const files = await updateFiles(parts, target, request);
    if ('fault' in files) return files;
    point('git.advance.indexed');
    if ((await headOf(git, target)) === `refs/heads/${branch}`) {
      if (await moveBranch(git, target, branch, { sha: to, expected: from })) {
        point('git.advance.moved');
        return files;
      }
    }
    // Somebody moved the branch meanwhile: the files go back to what it was made of.
    const back = await updateFiles(parts, target, { branch, from: to, to: from });
    const rest = 'fault' in back ? `, and your files could not be put back: ${back.fault.message}` : '';
    return { fault: fault('moved', request, `${branch} has moved meanwhile${rest}`, retry(branch)) };
  } finally {
    await lock.release();
  }
}

const inProgress = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply', 'sequencer'];
const retry = (branch: string): string => `merge it by hand into ${branch}`;

/** A branch that is not checked out here has no files. */
async function elsewhere(
  { git, privateDir, point }: Parts,
  target: Target,
  { branch, from, to }: Advance,
): Promise<Advanced> {
  try {
    if (await publish(git, privateDir, target, branch, { sha: to, expected: from }, point)) return { files: null };
    return { fault: fault('moved', { branch, from, to }, `${branch} has moved since`, retry(branch)) };
  } catch (error) {
    if (!(error instanceof RepoError) || error.reason !== 'checked_out') throw error;
    return { fault: fault('checked_out', { branch, from, to }, error.message, retry(branch)) };
  }
}

/** Files and index of the work tree from one commit to another; what else is changed there stays. */
async function updateFiles(
  { git, env, run, point }: Parts,
  target: Target,
  request: Advance,
): Promise<{ files: number } | { fault: GitFault }> {
  const { from, to } = request;
  const theirs = { ...userPlace(target), work_tree: target.top, dir: target.top, env: userConfigEnv(env) };
  const names = await git(['config', '--list', '-z', '--name-only'], theirs);
  const config: GitCall['config'] = [...filtersOff(names.stdout), ['core.splitIndex', 'false']];
  const place: GitCall = { ...theirs, config };
  const changes = await changedPaths(git, target, from, to);
  const filtered = await filteredPath(git, place, changes, names.stdout);
  if (filtered !== null)
    return { fault: fault('filtered', request, `${filtered} is written by a filter`, 'merge it by hand') };

  const index = join(target.git_dir, `pawl-index-${run}`);
  const checked = `${index}-checked`;
  try {
    await rm(index, { force: true });
    if (existsSync(join(target.git_dir, 'index'))) await copyFile(join(target.git_dir, 'index'), index);
    const copy = { ...place, index };
    const ready = await alreadyThere(git, { ...place, index: checked }, target, changes);
    const readyPaths = new Set(ready.map(({ path }) => path));
    const overlap = await untracked(
      git,
      copy,
      target,
      changes.filter(({ path, oid }) => oid !== null && !readyPaths.has(path)),
    );
    if (overlap !== null) return { fault: inTheWay(request, overlap) };
    if (ready.length > 0)
      await git(['update-index', '-z', '--index-info'], { ...copy, stdin: infoOf(ready, from.length) });
    await git(['update-index', '-q', '--refresh'], { ...copy, answers: [0, 1] });
    point('git.advance.files');
    const answer = await git(['read-tree', '-m', '-u', from, to], { ...copy, answers: [0, 1, 128] });
    if (answer.exit_code !== 0) return { fault: overlapping(request, namedIn(answer.stderr), answer.stderr) };
    point('git.advance.written');
    await rename(index, join(target.git_dir, 'index'));
    return { files: changes.length };
  } finally {
    for (const file of [index, checked]) {
      await rm(file, { force: true });
      await rm(`${file}.lock`, { force: true });
    }
  }
}

interface Change {
  path: string;
  mode: string;
  /** Null: the file goes away. */
  oid: string | null;
}

async function changedPaths(git: Git, target: Target, from: string, to: string): Promise<Change[]> {
  const listed = await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', from, to], userPlace(target));
  const fields = records(listed.stdout);
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , oid = ''] = (fields[at]?.toString('latin1') ?? '').split(' ');
    changes.push({ path: pathFromBytes(fields[at + 1] ?? Buffer.alloc(0)), mode, oid: /^0+$/.test(oid) ? null : oid });
  }
  return changes;
}

/** `width`: the length of an object's name. */
const infoOf = (changes: Change[], width: number): Buffer =>
  Buffer.concat(
    changes.map(({ path, mode, oid }) =>
      Buffer.concat([
        Buffer.from(oid === null ? `0 ${'0'.repeat(width)}\t` : `${mode} ${oid}\t`),
        pathToBytes(path),
        Buffer.from('\0'),
      ]),
    ),
  );

/** Of these, what the work tree has already as it should become. */
async function alreadyThere(git: Git, place: GitCall, target: Target, changes: Change[]): Promise<Change[]> {
  const coming = changes.filter(({ oid, mode }) => oid !== null && mode !== '160000');
  const ready: Change[] = [];
  for (const change of changes.filter(({ oid }) => oid === null)) {
    if (await isAbsent(join(target.top, change.path))) ready.push(change);
  }
  if (coming.length === 0) return ready;
  await git(['read-tree', '--empty'], place);
  await git(['update-index', '-z', '--index-info'], { ...place, stdin: infoOf(coming, target.head.length) });
  await git(['update-index', '-q', '--really-refresh'], { ...place, answers: [0, 1] });
  const differing = await git(['diff-files', '-z', '--name-only', '--ignore-submodules'], place);
  const different = new Set(records(differing.stdout).map(pathFromBytes));
  return [...ready, ...coming.filter(({ path }) => !different.has(path))];
}

const isAbsent = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) === null;

/**
 * The first of these files that is there and that the index does not know: it would be overwritten, also if ignored. A
 * folder is left to git, which takes it away only if all that it holds is tracked and unchanged.
 */
async function untracked(git: Git, place: GitCall, target: Target, changes: Change[]): Promise<string | null> {
  const listed = await git(['ls-files', '-z'], place);
  const trackedPaths = new Set(records(listed.stdout).map(pathFromBytes));
  for (const { path } of changes) {
    if (trackedPaths.has(path)) continue;
    const stats = await lstat(join(target.top, path)).catch(() => null);
    if (stats !== null && !stats.isDirectory()) return path;
  }
  return null;
}

/** A file whose content a program of the configuration would write: that is not run here. */
async function filteredPath(git: Git, place: GitCall, changes: Change[], names: Buffer): Promise<string | null> {
  const drivers = new Set(
    names
      .toString('utf8')
      .split('\0')
      .flatMap((name) => /^filter\.([\s\S]*)\.(?:smudge|process)$/.exec(name)?.[1] ?? []),
  );
  const coming = changes.filter(({ oid }) => oid !== null);
  if (drivers.size === 0 || coming.length === 0) return null;
  const stdin = Buffer.concat(coming.map(({ path }) => Buffer.concat([pathToBytes(path), Buffer.from('\0')])));
  const answer = await git(['check-attr', '-z', '--stdin', 'filter'], { ...place, stdin });
  const fields = records(answer.stdout).map(pathFromBytes);
  for (let at = 0; at + 2 < fields.length; at += 3) if (drivers.has(fields[at + 2] ?? '')) return fields[at] ?? null;
  return null;
}

async function headOf(git: Git, target: Target): Promise<string | null> {
  const answer = await git(['symbolic-ref', '-q', 'HEAD'], { ...userPlace(target), answers: [0, 1] });
  return answer.stdout.toString('utf8').trim() || null;
}

/** The files that git names when it refuses to touch a work tree. */
function namedIn(stderr: string): string[] {
  const quoted = [...stderr.matchAll(/(?:Entry|file|directory|Updating) '(.+?)'/g)].map(([, name = '']) => name);
  const listed = [...stderr.matchAll(/^\t(.+)$/gm)].map(([, name = '']) => name);
  return [...new Set([...quoted, ...listed])];
}

function overlapping(request: Advance, files: string[], stderr: string): GitFault {
  const named = files.slice(0, 3).join(', ') + (files.length > 3 ? ` and ${files.length - 3} more` : '');
  const message =
    files.length === 0
      ? `git cannot update your files: ${firstLine(stderr)}`
      : `your own changes in ${named} would be lost`;
  return fault('overlap', request, message, 'commit or stash them');
}

const inTheWay = (request: Advance, path: string): GitFault =>
  fault('overlap', request, `your own file ${path}, which git does not track, would be lost`, 'move it elsewhere');

function fault(reason: GitFault['reason'], { branch }: Advance, message: string, cure: string): GitFault {
  return { reason, command: `git merge --ff-only (on ${branch})`, exit_code: null, message, cure, passing: false };
}
