import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Remote, Target } from '../../../ports/outside/repo.ts';
import type { Git } from '../git.ts';
import { shownUrl } from './url.ts';

/** A remote with the address that is pushed to, as git would use it. */
export interface Address extends Remote {
  /** May hold a user name and a password: never shown. */
  address: string;
}

/** The remotes of the user's repository; the one that git itself would push to comes first. Runs nothing. */
export async function remotesOf(git: Git, target: Target): Promise<Address[]> {
  const place = { dir: target.top, git_dir: target.git_dir };
  const pattern = '^(remote\\..*\\.(url|pushurl)|remote\\.pushdefault|branch\\..*\\.(remote|pushremote))$';
  const config = await git(['config', '-z', '--get-regexp', pattern], { ...place, answers: [0, 1] });
  const values = new Map<string, string>();
  const names = new Set<string>();
  for (const record of config.stdout.toString('utf8').split('\0')) {
    const at = record.indexOf('\n');
    if (at < 0) continue;
    const key = record.slice(0, at);
    values.set(key, record.slice(at + 1));
    const name = /^remote\.([\s\S]+)\.(?:push)?url$/.exec(key)?.[1];
    // A name that begins with a dash would be an option.
    if (name !== undefined && /^[^-\s]/.test(name)) names.add(name);
  }
  const own = (key: string) => values.get(`branch.${target.branch}.${key}`);
  const candidates = [own('pushremote'), values.get('remote.pushdefault'), own('remote'), 'origin'];
  const first = candidates.find((name) => name !== undefined && names.has(name));
  const ordered = [...new Set([...(first === undefined ? [] : [first]), ...names])];
  const addresses = ordered.map(async (name): Promise<Address[]> => {
    const answer = await git(['remote', 'get-url', '--push', name], { ...place, answers: [0, 2, 128] });
    const url = answer.stdout.toString('utf8').split('\n')[0] || values.get(`remote.${name}.url`);
    if (!url) return []; // An empty address would be the repository itself.
    const folder = folderOf(url);
    const address = folder === null ? url : resolve(target.top, folder);
    return [{ name, url: shownUrl(address), address }];
  });
  return (await Promise.all(addresses)).flat();
}

/** The folder that an address means, or null where it means another machine. */
function folderOf(address: string): string | null {
  if (/^file:\/\//i.test(address)) return URL.canParse(address) ? orNull(() => fileURLToPath(address)) : null;
  if (isAbsolute(address)) return address;
  // `host:path` and `scheme://…` are elsewhere; a slash before the colon makes it a path.
  return /^[^/]*:/.test(address) ? null : address;
}

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/**
 * A remote inside the target belongs to the repository, which is not trusted: git would run its hooks on this machine,
 * outside of the sandbox.
 */
export async function isInside({ address }: Address, { top, git_dir }: Target): Promise<boolean> {
  const folder = folderOf(address);
  if (folder === null) return false;
  const place = await realpath(folder).catch(() => resolve(folder));
  return [top, git_dir].some((root) => {
    const way = relative(root, place);
    return way === '' || !(way === '..' || way.startsWith('../'));
  });
}
