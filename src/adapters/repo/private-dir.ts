import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RepoError, StateDamaged } from '../../ports/errors.ts';
import type { Target } from '../../ports/outside/repo.ts';
import type { Point } from '../../ports/point.ts';
import { makeFolder } from '../state-folder.ts';
import type { Git } from './git.ts';
import { type Identity, readIdentity } from './identity.ts';
import { plainName } from './safe-path.ts';
import { textOf } from './target/plain-file.ts';

/** The commit that a clone was made for; what comes before it is in the user's repository already. */
export const baseRef = 'refs/pawl/base';

/** Where a run's clone is: `git` is there only once the clone is whole. */
export function runFolder(stateDir: string, run: string) {
  const dir = join(stateDir, 'runs', plainName(run));
  return { dir, git_dir: join(dir, 'git'), work: join(dir, 'work'), index: join(dir, 'index') };
}

/** A git directory of our own that borrows the user's objects. Made by hand: no template, no hook, no spawn. */
export async function makePrivateDir(
  git: Git,
  env: Record<string, string | undefined>,
  folder: ReturnType<typeof runFolder>,
  target: Target,
  { point, waste }: { point: Point; waste: readonly string[] },
  only_look = false,
): Promise<void> {
  const common = await commonOf(target.git_dir);
  if (await stat(folder.git_dir).catch(() => null)) return pointAt(folder.git_dir, common);
  const draft = join(folder.dir, `git.${randomUUID()}`);
  makeFolder(folder.dir);
  try {
    for (const name of ['objects/info', 'objects/pack', 'refs/pawl', 'info']) {
      await mkdir(join(draft, name), { recursive: true });
    }
    await writeFile(join(draft, 'HEAD'), 'ref: refs/heads/none\n');
    await writeFile(join(draft, 'config'), configText(target.head, true));
    await writeFile(join(draft, 'info/attributes'), attributes);
    await writeFile(join(draft, 'info/exclude'), `${[...waste, '.DS_Store'].join('\n')}\n`);
    await writeFile(join(draft, 'objects/info/alternates'), alternates(common));
    await writeFile(join(draft, baseRef), `${target.head}\n`);
    const shallow = await textOf(join(common, 'shallow'));
    if (shallow !== '') await writeFile(join(draft, 'shallow'), shallow);

    if (!only_look) {
      const [identity] = await Promise.all([
        readIdentity(git, { dir: target.git_dir, git_dir: target.git_dir }, env),
        checkObjects(git, draft, target),
      ]);
      await writeFile(identityFile(folder.dir), JSON.stringify(identity));
    }
    point('git.clone.drafted');
    await rename(draft, folder.git_dir);
    point('git.clone.made');
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Lets a clone find the objects of a repository that has moved. Another git may be reading: the file changes at once. */
async function pointAt(gitDir: string, common: string): Promise<void> {
  const file = join(gitDir, 'objects/info/alternates');
  if ((await readFile(file, 'utf8').catch(() => '')) === alternates(common)) return;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, alternates(common));
  await rename(draft, file);
}

/** The identity recorded with the clone, so that a resumed run makes the same commit. */
export async function recordedIdentity(runDir: string): Promise<Identity> {
  const text = await readFile(identityFile(runDir), 'utf8').catch(() => '');
  try {
    const { name, email, signing } = JSON.parse(text);
    if (typeof name === 'string' && typeof email === 'string') return { name, email, ...(signing && { signing }) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StateDamaged(`${identityFile(runDir)} does not hold the name and email of a committer`);
}

/** The directory that holds objects and refs; a linked work tree's own git directory only points to it. */
export async function commonOf(gitDir: string): Promise<string> {
  const pointer = (await textOf(join(gitDir, 'commondir'))) || '.';
  return resolve(gitDir, pointer.replace(/\n$/, ''));
}

/** A partial or damaged repository lacks objects that a work folder needs: say so now. */
async function checkObjects(git: Git, gitDir: string, target: Target): Promise<void> {
  const listed = await git(['rev-list', '--objects', '--no-walk', '--missing=print', target.head], {
    dir: gitDir,
    git_dir: gitDir,
  });
  const missing = listed.stdout.toString('latin1').match(/^\?[0-9a-f]+$/gm)?.length ?? 0;
  if (missing === 0) return;
  const what = `the repository at ${target.top} lacks ${missing} objects of its own commit ${target.head.slice(0, 10)}`;
  throw new RepoError('git_failed', `${what}: a partial or damaged clone; \`git fetch --refetch\` completes it`);
}

function identityFile(runDir: string): string {
  return join(runDir, 'identity.json');
}

function alternates(common: string): string {
  const objects = join(common, 'objects');
  return `${/^["#]|\n/.test(objects) ? JSON.stringify(objects) : objects}\n`;
}

export function configText(head: string, bare: boolean): string {
  const sha256 = head.length === 64;
  return [
    '[core]',
    `repositoryformatversion = ${sha256 ? 1 : 0}`,
    `bare = ${bare}`,
    'autocrlf = false',
    'safecrlf = false',
    'fileMode = true',
    'symlinks = true',
    'ignoreCase = false',
    'precomposeUnicode = false',
    'logAllRefUpdates = false',
    'excludesFile = /dev/null',
    '[index]',
    'threads = 1',
    ...(sha256 ? ['[extensions]', 'objectFormat = sha256'] : []),
    '',
  ].join('\n');
}

/** Bytes go in and out as they are: wins over every .gitattributes file. */
export const attributes = '* -text -filter -ident !eol !diff !working-tree-encoding\n';
