import { pathFromBytes } from '../path-text.ts';
import type { Objects } from './objects.ts';

/** One entry of a tree. Modes: 100644, 100755, 120000 (a link), 160000 (a submodule's commit). */
export interface Entry {
  mode: string;
  oid: string;
  path: string;
}

/** Folders, and entries. A larger tree, or one that holds itself over and over, is listed by git, within its limits. */
const mostFolders = 500;
const mostEntries = 20_000;
const folderMode = '040000';

/** Every entry of a small tree, in git's order; null for a tree that git must list, or complain about. */
export async function smallTree(objects: Objects, tree: string): Promise<Entry[] | null> {
  let folders = 0;
  let entries = 0;
  const list = async (name: string, prefix: string): Promise<Entry[] | null> => {
    folders += 1;
    if (folders > mostFolders) return null;
    const own = await folder(objects, name, prefix);
    entries += own?.length ?? 0;
    if (own === null || entries > mostEntries) return null;
    const parts: (Entry[] | null)[] = await Promise.all(
      own.map((entry) => (entry.mode === folderMode ? list(entry.oid, `${entry.path}/`) : [entry])),
    );
    return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
  };
  return nameable(tree) ? list(`${tree}^{tree}`, '') : null;
}

/** Those of these paths that a tree has; null where git must be asked. */
export async function entriesAt(objects: Objects, tree: string, paths: string[]): Promise<Entry[] | null> {
  const folders = new Map<string, Promise<Entry[] | null>>();
  const look = (name: string, prefix: string) => {
    const entries = folders.get(prefix) ?? folder(objects, name, prefix);
    folders.set(prefix, entries);
    return entries;
  };
  const matches: Entry[] = [];
  for (const path of nameable(tree) ? new Set(paths) : []) {
    let name = `${tree}^{tree}`;
    for (let slash = -1; ; ) {
      const prefix = path.slice(0, slash + 1);
      slash = path.indexOf('/', slash + 1);
      const target = slash < 0 ? path : path.slice(0, slash);
      const entries = await look(name, prefix);
      if (entries === null) return null;
      const entry = entries.find((candidate) => candidate.path === target);
      if (entry && slash < 0) matches.push(entry);
      if (entry?.mode !== folderMode || slash < 0) break;
      name = entry.oid;
    }
  }
  return nameable(tree) ? matches : null;
}

/** By its hash: anything else is for git to understand. */
function nameable(tree: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(tree);
}

async function folder(objects: Objects, name: string, prefix: string): Promise<Entry[] | null> {
  const object = await objects(name);
  return object?.type === 'tree' ? parseFolder(object.content, object.oid.length / 2, prefix) : null;
}

/** A tree object is `mode name NUL hash` for each entry, the hash in bytes; null where it is none. */
function parseFolder(content: Buffer, hashBytes: number, prefix: string): Entry[] | null {
  const entries: Entry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const nul = content.indexOf(0, at);
    const end = nul + 1 + hashBytes;
    if (space < 0 || nul < space || end > content.length) return null;
    entries.push({
      mode: content.toString('latin1', at, space).padStart(6, '0'),
      oid: content.toString('hex', nul + 1, end),
      path: prefix + pathFromBytes(content.subarray(space + 1, nul)),
    });
    at = end;
  }
  return entries;
}
