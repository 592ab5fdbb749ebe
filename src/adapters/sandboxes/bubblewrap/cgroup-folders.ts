import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * The folders that groups limiting both memory and processes might be made in, nearest first: one folder under
 * cgroup v2, one a controller under v1. Whether we may write there is not known yet.
 */
export function groupFolders(own: string, mounts: string): string[][] {
  const memberships = own.trim().split('\n').map(readMembership);
  const mounted = mounts.trim().split('\n').map(readMount);

  const folderOf = (controller: string): string[] => {
    const membership = memberships.find(({ controllers }) => controllers.includes(controller));
    const mount = mounted.find(({ type, options }) => type === 'cgroup' && options.includes(controller));
    return membership === undefined || mount === undefined ? [] : [insideMount(mount, membership.path)];
  };
  const old = [...folderOf('memory'), ...folderOf('pids')];
  if (old.length === 2) return [old];

  const membership = memberships.find(({ controllers }) => controllers.length === 0);
  const mount = mounted.find(({ type }) => type === 'cgroup2');
  if (membership === undefined || mount === undefined) return [];
  return ancestors(insideMount(mount, membership.path), mount.point).map((folder) => [...old, folder]);
}

export function readGroupFolders(): string[][] {
  if (!existsSync('/proc/self/cgroup')) return [];
  return groupFolders(readFileSync('/proc/self/cgroup', 'utf8'), readFileSync('/proc/self/mountinfo', 'utf8'));
}

/** `4:memory:/some/group`; v2 has no controllers there. */
function readMembership(line: string): { controllers: string[]; path: string } {
  const [, controllers = '', ...path] = line.split(':');
  return { controllers: controllers === '' ? [] : controllers.split(','), path: path.join(':') };
}

interface Mount {
  root: string;
  point: string;
  type: string;
  options: string[];
}

/** `31 24 0:27 /root /point rw - type source options`. */
function readMount(line: string): Mount {
  const [before = '', after = ''] = line.split(' - ');
  const [, , , root = '', point = ''] = before.split(' ');
  const [type = '', , options = ''] = after.split(' ');
  return { root, point, type, options: options.split(',') };
}

/** In a container a group's path may be told from the host's root, which the mount does not show. */
function insideMount({ root, point }: Mount, path: string): string {
  const rest = relative(root, path);
  return rest.startsWith('..') ? point : join(point, rest);
}

function ancestors(folder: string, top: string): string[] {
  return folder === top || folder.length <= top.length ? [folder] : [folder, ...ancestors(dirname(folder), top)];
}
