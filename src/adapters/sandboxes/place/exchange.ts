import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { removeTree } from '../../remove-tree.ts';
import { makerOf, makeTempFolder } from '../../temp-folder.ts';
import { isAlive } from '../watch/processes.ts';

/** The host's side of what goes into a command and what comes out of it. */
export interface Exchange {
  /** Ours alone. */
  dir: string;
  in: string;
  out: string;
  /** The named plain files of `out`, each cut at `limit` bytes; nothing else that the command left there is opened. */
  collect(names: string[], limit: number): Record<string, string>;
  close(): Promise<void>;
}

export function openExchange(provide: Record<string, string>, owner: number | null): Exchange {
  const files = Object.entries(provide).map(([name, content]) => ({ name: plainName(name), content }));
  const dir = makeTempFolder();
  const paths = { dir, in: join(dir, 'in'), out: join(dir, 'out') };
  for (const folder of [paths.in, paths.out]) {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  }
  for (const { name, content } of files) {
    const file = join(paths.in, name);
    writeFileSync(file, content);
    chmodSync(file, 0o644);
  }
  if (owner !== null) chownSync(paths.out, owner, owner);
  return {
    ...paths,
    collect: (names, limit) => {
      const files: Record<string, string> = {};
      for (const name of names) {
        const content = readPlain(join(paths.out, plainName(name)), limit);
        if (content !== null) files[name] = content;
      }
      return files;
    },
    close: async () => {
      if (!removeEmpty([paths.in, paths.out, dir])) await removeTree(dir);
    },
  };
}

/** What a process that was killed left behind: a command may have been given keys. */
export async function removeStaleExchanges(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const maker = makerOf(name);
    if (maker === null || isAlive(maker)) continue;
    const dir = join(tmpdir(), name);
    if (lstatSync(dir, { throwIfNoEntry: false })?.uid === process.getuid?.()) await removeTree(dir);
  }
}

/** Most commands bring nothing and leave nothing, and this takes a tenth of the time. */
function removeEmpty(folders: string[]): boolean {
  try {
    for (const folder of folders) rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function plainName(name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('\0') || basename(name) !== name)
    throw new TypeError(`not a plain file name: ${JSON.stringify(name)}`);
  return name;
}

/** Null for what is missing or is not a plain file: a link is not followed and a pipe is not waited for. */
function readPlain(file: string, limit: number): string | null {
  const fd = openPlain(file);
  if (fd === null) return null;
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return null;
    const content = Buffer.alloc(Math.min(stat.size, limit));
    let length = 0;
    while (length < content.length) {
      const count = readSync(fd, content, length, content.length - length, length);
      if (count === 0) break;
      length += count;
    }
    return content.toString('utf8', 0, length);
  } finally {
    closeSync(fd);
  }
}

function openPlain(file: string): number | null {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENXIO' || code === 'EACCES')
      return null;
    throw error;
  }
}
