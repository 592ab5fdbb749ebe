import { randomUUID } from 'node:crypto';
import { appendFile, lstat, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mostChangedFiles, type Workspace } from '../../../ports/outside/repo.ts';
import type { Git, GitCall } from '../git.ts';
import { pathFromBytes, pathToBytes, records } from '../path-text.ts';
import type { runFolder } from '../private-dir.ts';
import type { Entry } from '../trees/tree-walk.ts';
import { indexInfo, type Trees } from '../trees/trees.ts';
import { readWithin, writeWithin } from './files.ts';
import {
  makeReadable,
  removeFolder,
  removeLargest,
  removeStrangers,
  removeSurplus,
  removeUnkeepable,
} from './folders.ts';
import { search } from './search.ts';
import { checkOutSmall, isSmall } from './small-checkout.ts';
import { survey } from './survey.ts';

/** Bytes of new content that a change may hold: git reads it all, and a hole in a file is a terabyte for nothing. */
const mostFresh = 256 * 1024 * 1024;

/** A workspace that can be used again, for something that must not be told from what it was before. */
export interface MovableWorkspace extends Workspace {
  move(): Promise<void>;
}

/**
 * A new work folder that holds exactly `tree`. It has no .git in it; its index is outside. What an earlier process left
 * under that name is moved away first, so that a git that outlived that process changes nothing here. The folder's own
 * name is random: a command sees it in its table of mounts, and is not to know what it runs for.
 */
export async function makeWorkspace(
  git: Git,
  trees: Trees,
  folder: ReturnType<typeof runFolder>,
  name: string,
  tree: string,
  onDispose: () => void,
): Promise<MovableWorkspace> {
  const indexDir = join(folder.index, name);
  const names = join(indexDir, 'places');
  for (const leftover of await earlierPlaces(names)) await clear(folder.dir, join(folder.work, leftover));
  await clear(folder.dir, indexDir);
  await mkdir(indexDir, { recursive: true });
  const newPlace = async (): Promise<string> => {
    const id = randomUUID();
    await appendFile(names, `${id}\n`);
    return join(folder.work, id);
  };
  let dir = await newPlace();
  await mkdir(dir, { recursive: true });
  const index = join(indexDir, randomUUID());
  const place: GitCall = { dir, git_dir: folder.git_dir, work_tree: dir, index };
  let submodules: Entry[] = [];
  /** What the index holds, as far as it is known. */
  let tracked = new Set<string>();
  let newest = tree;
  /** What the index knows of the files: a small tree needs none until git is asked about its folder. */
  let knows: 'nothing' | 'names' | 'sizes' = 'nothing';

  const checkOut = async (target: string) => {
    await rm(`${index}.lock`, { force: true });
    const entries = await trees.entries(target);
    // Where git knows what lies there, it writes only what differs.
    const anew = knows === 'nothing' || isSmall(entries);
    await removeStrangers(dir, anew ? [] : entries);
    if (anew) await rm(index, { force: true });
    knows = 'nothing';
    if (!isSmall(entries) || !(await checkOutSmall(dir, entries, trees.objects))) {
      await git(['read-tree', '--reset', '-u', target], place);
      knows = 'sizes';
    }
    submodules = entries.filter((entry) => entry.mode === '160000');
    tracked = new Set(entries.map(({ path }) => path));
    newest = target;
  };
  const mustBeIndexed = async () => {
    if (knows !== 'nothing') return;
    await git(['read-tree', newest], place);
    knows = 'names';
  };
  await checkOut(tree);

  return {
    get dir() {
      return dir;
    },
    read: (path) => readWithin(dir, path),
    write: (path, content) => writeWithin(dir, path, content),
    changedSince: (at, paths) => changedSince(dir, at, paths),
    async search(pattern, scope) {
      await mustBeIndexed();
      return search(git, place, pattern, scope);
    },

    async snapshot() {
      const paths = await removeUnkeepable(dir);
      const small = await survey(dir, paths, await trees.entries(newest));
      if (small?.unchanged) return newest;
      // Without sizes git would read every file whole to see whether it has changed.
      if (small === null && knows !== 'sizes') await removeLargest(dir, paths.map(pathToBytes), mostFresh);
      await mustBeIndexed();
      if (small === null) await removeExcess(git, place);
      tracked = new Set();
      await addAll(git, place);
      knows = 'sizes';
      if (submodules.length > 0) {
        await git(['update-index', '-z', '--index-info'], { ...place, stdin: indexInfo(submodules) });
      }
      newest = (await git(['write-tree'], place)).stdout.toString('utf8').trim();
      return newest;
    },

    reset: checkOut,

    async restore(commit, paths) {
      const there = new Set((await trees.entries((await trees.treeOf(commit)) ?? commit)).map(({ path }) => path));
      const has = (path: string) => there.has(path) || [...there].some((each) => each.startsWith(`${path}/`));
      const absent = paths.filter((path) => path !== '' && !has(path));
      if (absent.length > 0) return absent;
      await mustBeIndexed();
      const specs = paths.map((path) => (path === '' ? ':(top)' : `:(top,literal)${path}`));
      await git(['checkout', '--quiet', commit, '--', ...specs], place);
      for (const path of there) tracked.add(path);
      return [];
    },

    async list() {
      const paths = await removeUnkeepable(dir);
      // Only where there is more than the index holds does it matter what git ignores.
      if (submodules.length === 0 && paths.every((path) => tracked.has(path))) return paths.sort();
      await mustBeIndexed();
      return present((await git(['ls-files', '-z', '-t', '-c', '-o', '-d', '--exclude-standard'], place)).stdout);
    },

    async move() {
      const next = await newPlace();
      await rename(dir, next);
      dir = next;
      place.dir = next;
      place.work_tree = next;
    },

    async dispose() {
      onDispose();
      await removeFolder(dir);
      await removeFolder(indexDir);
    },
  };
}

/** A change of too many files, or of too many bytes, is kept in part. */
async function removeExcess(git: Git, place: GitCall): Promise<void> {
  const fresh = records((await git(['ls-files', '-z', '-o', '-m', '--exclude-standard'], place)).stdout);
  if (fresh.length > mostChangedFiles)
    await removeSurplus(place.dir, await untracked(git, place), mostChangedFiles + 1);
  await removeLargest(place.dir, fresh, mostFresh);
}

async function untracked(git: Git, place: GitCall): Promise<Buffer[]> {
  return records((await git(['ls-files', '-z', '-o', '--exclude-standard'], place)).stdout);
}

/** By the time of a file's last change, which nobody but the system can set. */
async function changedSince(dir: string, at: number, paths: string[]): Promise<string[]> {
  const changes: string[] = [];
  for (const path of paths) {
    const stats = await lstat(join(dir, path)).catch(() => null);
    if (stats === null || stats.ctimeMs > at) changes.push(path);
  }
  return changes;
}

/** Everything that is not ignored goes into the index. Files without read permission get it only when git fails. */
async function addAll(git: Git, place: GitCall): Promise<void> {
  const added = await git(['add', '-A'], { ...place, answers: [0, 1, 128] });
  if (added.exit_code === 0) return;
  await makeReadable(place.dir);
  await git(['add', '-A'], place);
}

/** `H path` is in the index, `? path` is not, `R path` is in the index and gone from the folder. */
function present(output: Buffer): string[] {
  const paths = new Set<string>();
  const gone = new Set<string>();
  for (const record of records(output)) {
    const into = record[0] === removed ? gone : paths;
    into.add(pathFromBytes(record.subarray(2)));
  }
  return [...paths].filter((path) => !gone.has(path)).sort();
}

const removed = 'R'.charCodeAt(0);

/** The names that folders of a workspace had, the last process' too. */
async function earlierPlaces(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter((line) => /^[0-9a-f-]{36}$/.test(line));
}

async function clear(runDir: string, dir: string): Promise<void> {
  const away = join(runDir, `old.${randomUUID()}`);
  try {
    await rename(dir, away);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await removeFolder(away);
}
