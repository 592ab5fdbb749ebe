import { type Dirent, existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What tools rewrite at every run: left out, so that the command starts them afresh in the layer. */
const caches = new Set(['.vite', '.vite-temp', '.vitest', '.cache', '__pycache__']);

/** Bubblewrap takes 9000 arguments, and each entry is three of them and a mount. */
const mostEntries = 2000;

/** A folder whose entries are the host's, read-only, and in which new ones can be made (Vite does, in node_modules). */
export function layerArguments(host: string, at: string, bytes: number): string[] {
  const entries = layerEntries(host);
  if (entries.length > mostEntries) return ['--ro-bind', host, at];
  const args = ['--perms', '1777', '--size', String(bytes), '--tmpfs', at];
  for (const entry of entries) {
    const source = join(host, entry.name);
    // A link keeps its text: the relative ones of a workspace then lead to the candidate's own packages.
    if (entry.isSymbolicLink()) args.push('--symlink', readlinkSync(source), join(at, entry.name));
    else if (entry.isDirectory() || entry.isFile()) args.push('--ro-bind', source, join(at, entry.name));
  }
  return args;
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
