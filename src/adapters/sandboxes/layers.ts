import { type Dirent, existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What tools rewrite at every run: left out, so that the command starts them afresh in the layer. */
const caches = new Set(['.vite', '.vite-temp', '.vitest', '.cache', '__pycache__']);

/** Each entry is a mount, and bubblewrap reads the list of all mounts for each: 100 take 40 ms, 1000 over a second. */
const mostEntries = 200;

/** A folder whose entries are the host's, read-only, with room for what tools write there (Vite does, in node_modules). */
export function layerArguments(host: string, at: string, bytes: number, owner: number | null): string[] {
  if (basename(at) === 'node_modules' && readable(host, owner)) return packageArguments(host, at, bytes);
  const entries = layerEntries(host);
  if (entries.length > mostEntries) return ['--ro-bind', host, at];
  return [...scratch(at, bytes), ...entries.flatMap((entry) => entryArguments(host, at, entry))];
}

export function layerEntries(host: string): Dirent[] {
  return readdirSync(host, { withFileTypes: true }).filter((entry) => !caches.has(entry.name));
}

/** The search path of a command: virtual environments first, the packages' own programs last. */
export function searchPath(layered: { host: string; at: string }[], folders: string[]): string {
  const venvs = layered.filter(({ host }) => existsSync(join(host, 'bin', 'python3'))).map(({ at }) => join(at, 'bin'));
  const packages = layered.filter(({ host }) => existsSync(join(host, '.bin'))).map(({ at }) => join(at, '.bin'));
  return [...new Set([...venvs, ...folders, ...packages])].join(':');
}

export const systemFolders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/**
 * The whole folder is mounted once, in `.pawl/node_modules`, and packages are links into it, as in a store of pnpm:
 * programs know that layout, and a thousand links cost less than ten mounts. Nothing can be written but the caches.
 */
function packageArguments(host: string, at: string, bytes: number): string[] {
  const args = [...scratch(at, bytes), ...folder(join(at, '.pawl')), '--ro-bind', host, join(at, store)];
  for (const entry of layerEntries(host)) {
    if (entry.name.startsWith('.')) args.push(...entryArguments(host, at, entry));
    else args.push(...linkArguments(host, at, entry));
  }
  if (args.length > mostArguments) return ['--ro-bind', host, at];
  const rooms = [...caches].filter((name) => name.startsWith('.'));
  for (const name of rooms) args.push(...scratch(join(at, name), Math.floor(bytes / rooms.length)));
  return [...args, '--remount-ro', at];
}

const store = '.pawl/node_modules';

/** Bubblewrap takes 9000 in all. */
const mostArguments = 8000;

/** A scope that holds links is made anew: the relative ones of a workspace lead to the candidate's own packages. */
function linkArguments(host: string, at: string, entry: Dirent): string[] {
  const place = join(at, entry.name);
  if (entry.isSymbolicLink()) return ['--symlink', readlinkSync(join(host, entry.name)), place];
  const inside =
    entry.name.startsWith('@') && entry.isDirectory() ? readdirSync(join(host, entry.name), withTypes) : [];
  if (!inside.some((each) => each.isSymbolicLink())) return ['--symlink', `${store}/${entry.name}`, place];
  const links = inside.flatMap((each) => {
    const source = join(entry.name, each.name);
    const target = each.isSymbolicLink() ? readlinkSync(join(host, source)) : `../${store}/${source}`;
    return ['--symlink', target, join(at, source)];
  });
  return [...folder(place), ...links];
}

const withTypes = { withFileTypes: true } as const;

/** A link keeps its text. */
function entryArguments(host: string, at: string, entry: Dirent): string[] {
  const [source, place] = [join(host, entry.name), join(at, entry.name)];
  if (entry.isSymbolicLink()) return ['--symlink', readlinkSync(source), place];
  return entry.isDirectory() || entry.isFile() ? ['--ro-bind', source, place] : [];
}

/** A folder of root's may be closed to others while its entries are not. */
function readable(folder: string, owner: number | null): boolean {
  return owner === null || (statSync(folder).mode & 0o5) === 0o5;
}

function scratch(at: string, bytes: number): string[] {
  return ['--perms', '1777', '--size', String(bytes), '--tmpfs', at];
}

/** Bubblewrap makes missing parents for root alone, and the command is not root. */
function folder(at: string): string[] {
  return ['--perms', '0755', '--dir', at];
}
