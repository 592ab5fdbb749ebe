import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RepoError, StateDamaged } from '../../../ports/errors.ts';
import type { FileChange } from '../../../ports/outside/repo.ts';
import type { Git, GitCall } from '../git.ts';
import { pathFromBytes, pathToBytes, records } from '../path-text.ts';
import { changesBetween } from './changes.ts';
import { type GitObject, type Objects, objectsOf } from './objects.ts';
import { type Entry, entriesAt, smallTree } from './tree-walk.ts';

export interface Trees {
  readonly objects: Objects;
  /** The tree of a commit, given by its hash; null where git has none. */
  treeOf(commit: string): Promise<string | null>;
  entries(tree: string): Promise<readonly Entry[]>;
  read(tree: string, path: string): Promise<string | null>;
  readMany(tree: string, paths: string[]): Promise<Map<string, string>>;
  diff(from: string, to: string): Promise<{ changes: FileChange[]; patch: string }>;
  overlay(base: string, from: string, paths: string[]): Promise<string>;
}

/** Characters of text. */
const mostKept = 16 * 1024 * 1024;
/** Files that git is asked for before the first one is there. */
const atOnce = 256;
const patchLimit = 16 * 1024 * 1024;
const diffArgs = ['diff-tree', '-r', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=none'];

/** Reading and combining the trees of a git directory that we own. */
export function treesOf(git: Git, gitDir: string): Trees {
  const place: GitCall = { dir: gitDir, git_dir: gitDir };
  const objects = objectsOf(git, place);
  const listings = new Map<string, Promise<readonly Entry[]>>();
  const texts = new Map<string, string>();
  let room = mostKept;

  const list = async (tree: string): Promise<readonly Entry[]> =>
    (await smallTree(objects, tree)) ?? parseEntries((await git(['ls-tree', '-r', '-z', tree], place)).stdout);

  const entries = (tree: string) => {
    const listing = listings.get(tree) ?? list(tree);
    listings.delete(tree); // The newest listings are at the end.
    listings.set(tree, listing);
    listing.catch(() => listings.delete(tree));
    for (const oldest of listings.keys()) if (listings.size > 8) listings.delete(oldest);
    return listing;
  };

  /** Of a few files the whole tree need not be listed. */
  const someEntries = async (tree: string, paths: string[]): Promise<readonly Entry[]> => {
    if (paths.length === 0) return [];
    if (listings.has(tree) || paths.length > 50 || paths.some((path) => /\p{Surrogate}/u.test(path))) {
      const named = new Set(paths);
      return (await entries(tree)).filter(({ path }) => named.has(path));
    }
    const matches = await entriesAt(objects, tree, paths);
    return matches ?? parseEntries((await git(['ls-tree', '-z', '--full-tree', tree, '--', ...paths], place)).stdout);
  };

  /** Manifests and changed files are asked for again and again, one by one. */
  const keep = (oid: string, text: string): string => {
    if (text.length < 65_536 && text.length < room && !texts.has(oid)) {
      texts.set(oid, text);
      room -= text.length;
    }
    return text;
  };

  let newest: { key: string; answer: ReturnType<Trees['diff']> } | null = null;
  const diff = async (from: string, to: string) => {
    const [before, after, text] = await Promise.all([
      entries(from),
      entries(to),
      git([...diffArgs, '-p', '--full-index', '--no-color', from, to], { ...place, cut_at: patchLimit }),
    ]);
    const whole = text.stdout.toString('utf8');
    const changes = text.cut ? null : changesBetween(before, after, whole);
    return {
      changes: changes ?? parseChanges((await git([...diffArgs, '-z', '--raw', '--numstat', from, to], place)).stdout),
      patch: whole + (text.cut ? '\n[the rest of the diff is cut]\n' : ''),
    };
  };

  return {
    objects,
    entries,
    treeOf: async (commit) => (await objects(`${commit}^{tree}`))?.oid ?? null,

    async read(tree, path) {
      const entry = (await entries(tree)).find((candidate) => candidate.path === path);
      if (!entry?.mode.startsWith('100')) return null;
      const text = texts.get(entry.oid);
      if (text !== undefined) return text;
      return keep(entry.oid, textOf(entry.oid, await objects(entry.oid)));
    },

    async readMany(tree, paths) {
      const files = (await someEntries(tree, paths)).filter(({ mode }) => mode.startsWith('100'));
      const contents = new Map<string, string>();
      for (const { oid } of files) {
        const text = texts.get(oid);
        if (text !== undefined) contents.set(oid, text);
      }
      const unread = [...new Set(files.map(({ oid }) => oid))].filter((oid) => !contents.has(oid));
      for (let at = 0; at < unread.length; at += atOnce) {
        const oids = unread.slice(at, at + atOnce);
        const blobs = await Promise.all(oids.map((oid) => objects(oid)));
        for (const [i, oid] of oids.entries()) contents.set(oid, keep(oid, textOf(oid, blobs[i])));
      }
      return new Map(
        files.map(({ path, oid }) => {
          const text = contents.get(oid);
          // To its readers an empty text would be an empty file.
          if (text === undefined) throw new RepoError('git_failed', `${path} (${oid}) could not be read`);
          return [path, text];
        }),
      );
    },

    // Several rooms look at the same change, one after the other.
    diff(from, to) {
      const key = `${from} ${to}`;
      if (newest?.key === key) return newest.answer;
      const answer = diff(from, to);
      const entry = { key, answer };
      newest = entry;
      answer.catch(() => {
        if (newest === entry) newest = null;
      });
      return answer;
    },

    async overlay(base, from, paths) {
      const [below, above] = await Promise.all([entries(base), entries(from)]);
      const named = new Set(paths);
      const added = above.filter((entry) => named.has(entry.path));
      const there = new Set(added.map((entry) => entry.path));
      const gone = below.filter(({ path }) => named.has(path) && !there.has(path));
      const index = join(gitDir, `index.${randomUUID()}`);
      try {
        // Read from a tree, the index knows the names of the folders that stay as they are.
        await git(['read-tree', base], { ...place, index });
        const stdin = indexInfo([...gone.map((entry) => ({ ...entry, mode: '0' })), ...added]);
        await git(['update-index', '-z', '--index-info'], { ...place, index, stdin });
        return (await git(['write-tree'], { ...place, index })).stdout.toString('utf8').trim();
      } finally {
        await rm(index, { force: true });
      }
    },
  };
}

/** What `update-index -z --index-info` reads; mode 0 takes a path out. A later entry replaces one that is in its way. */
export function indexInfo(entries: readonly Entry[]): Buffer {
  const nul = Buffer.from([0]);
  return Buffer.concat(
    entries.flatMap(({ mode, oid, path }) => [Buffer.from(`${mode} ${oid}\t`), pathToBytes(path), nul]),
  );
}

function parseEntries(output: Buffer): Entry[] {
  return records(output).map((record) => {
    const tab = record.indexOf('\t');
    const [mode = '', , oid = ''] = record.toString('latin1', 0, tab).split(' ');
    return { mode, oid, path: pathFromBytes(record.subarray(tab + 1)) };
  });
}

function textOf(oid: string, blob: GitObject | null | undefined): string {
  if (blob?.type !== 'blob') throw new StateDamaged(`git lacks an object that a tree refers to: ${oid} missing`);
  return blob.content.toString('utf8');
}

function parseChanges(output: Buffer): FileChange[] {
  const changes = new Map<string, FileChange>();
  const list = records(output);
  for (let i = 0; i < list.length; i++) {
    const record = list[i] ?? Buffer.alloc(0);
    if (record[0] === colon) {
      const letter = record.toString('latin1').split(' ')[4]?.[0];
      const path = pathFromBytes(list[++i] ?? Buffer.alloc(0));
      const status = letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'modified';
      changes.set(path, { path, status, insertions: 0, deletions: 0 });
    } else if (record.length > 0) {
      const [, added = '', removed = ''] = /^(\S+)\t(\S+)\t/.exec(record.toString('latin1')) ?? [];
      const change = changes.get(pathFromBytes(record.subarray(added.length + removed.length + 2)));
      if (change && added !== '-') Object.assign(change, { insertions: Number(added), deletions: Number(removed) });
    }
  }
  return [...changes.values()];
}

const colon = 0x3a;
