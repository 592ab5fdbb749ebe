import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxCommand } from '../../../ports/outside/sandbox.ts';
import type { Equipment, Programs } from '../../../ports/outside/toolchain.ts';
import { type LayerItem, layerPlan } from './layer-plan.ts';

/** Bubblewrap reads the list of all mounts for each: 100 take 40 ms, 1000 over a second. */
const mostMounts = 200;
/** Bubblewrap takes 9000 in all. */
const mostArguments = 8000;

/** A layer as bubblewrap's arguments; where it is too large to be one, the host's folder as it is, read-only. */
export function layerArguments(
  host: string,
  at: string,
  bytes: number,
  owner: number | null,
  equipment: readonly Equipment[],
): string[] {
  const { items, open } = layerPlan(host, at, owner, equipment);
  const scratchCount = items.filter(({ kind }) => kind === 'scratch').length;
  const mounts = items.filter(({ kind }) => kind === 'host').length;
  const share = Math.floor(bytes / Math.max(1, scratchCount));
  const args = [...scratch(at, bytes), ...items.flatMap((item) => itemArguments(item, at, share))];
  if (mounts > mostMounts || args.length > mostArguments) return ['--ro-bind', host, at];
  return open ? args : [...args, '--remount-ro', at];
}

/** The search path of a command: virtual environments first, the packages' own programs last. */
export function searchPath(
  layered: SandboxCommand['layered'],
  folders: string[],
  equipment: readonly Equipment[],
): string {
  const { first, last } = programFolders(layered, equipment);
  return [...new Set([...first, ...folders, ...last])].join(':');
}

/** What layers put before and after the other folders of the search path. */
export function programFolders(
  layered: SandboxCommand['layered'],
  equipment: readonly Equipment[],
): Record<Programs['order'], string[]> {
  const foldersOf = ({ folder, mark = '' }: Programs) =>
    layered.filter(({ host }) => existsSync(join(host, folder, mark))).map(({ at }) => join(at, folder));
  const ordered = (order: Programs['order']) =>
    equipment.flatMap(({ programs }) => (programs?.order === order ? foldersOf(programs) : []));
  return { first: ordered('first'), last: ordered('last') };
}

export const systemFolders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

function itemArguments(item: LayerItem, at: string, scratchBytes: number): string[] {
  const place = join(at, item.path);
  if (item.kind === 'link') return ['--symlink', item.target, place];
  if (item.kind === 'host') return ['--ro-bind', item.host, place];
  // Bubblewrap makes missing parents for root alone, and the command is not root.
  return item.kind === 'folder' ? ['--perms', '0755', '--dir', place] : scratch(place, scratchBytes);
}

function scratch(at: string, bytes: number): string[] {
  return ['--perms', '1777', '--size', String(bytes), '--tmpfs', at];
}
