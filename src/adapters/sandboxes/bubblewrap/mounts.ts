import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { builtAt, type SandboxCommand } from '../../../ports/outside/sandbox.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import type { Places } from '../place/disguise.ts';
import type { Exchange } from '../place/exchange.ts';
import { layerArguments } from '../place/layers.ts';
import type { MountPoints } from '../place/mount-points.ts';
import { below, checkPlace } from '../place/place.ts';

export interface MountOptions {
  exchange: Pick<Exchange, 'in' | 'out'>;
  /** Where the exchange appears. */
  places: Places;
  points: MountPoints;
  toolchainPaths: string[];
  equipment: readonly Equipment[];
  /** Host paths that a folder of dependencies needs. */
  behind(folder: string): string[];
  /** Whom the command runs as where we are root. */
  owner: number | null;
  /** Names of files of /etc whose content comes from descriptor 6 on. */
  etc: string[];
  network: 'none' | 'host';
  memory_mb: number;
}

/** The file system that a command sees, as bubblewrap's arguments; everything that is not named here does not exist. */
export function mountArguments(command: SandboxCommand, options: MountOptions): string[] {
  checkPlace(command.mount_at);
  const scratch = String(Math.max(16, Math.floor(options.memory_mb / 2)) * mebibyte);
  return [
    ...systemArguments(options.network),
    ...options.etc.flatMap((name, index) => ['--perms', '0644', '--file', String(6 + index), `/etc/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--size', scratch, '--tmpfs', '/dev/shm'],
    ...['--perms', '1777', '--size', scratch, '--tmpfs', '/tmp', '--perms', '0777', '--dir', '/tmp/home'],
    ...placeArguments(command, options),
    ...exchangeArguments(options),
    // Else the memory behind these two could be filled without a limit.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
  ];
}

/** Also for a command that is given nothing: what is there tells nobody what a command is for. */
function exchangeArguments({ exchange, places }: MountOptions): string[] {
  const top = ['--perms', '0755', '--dir', dirname(places.in)];
  return [...top, '--ro-bind', exchange.in, places.in, '--bind', exchange.out, places.out];
}

const mebibyte = 1024 * 1024;
const layerSize = 256 * mebibyte;

type Place = { at: string; host: string; kind: 'work' | 'read_only' | 'layered' };

/** Outer places before inner ones, whichever they are: the work may be above, below or beside any of the others. */
function placeArguments(command: SandboxCommand, options: MountOptions): string[] {
  const { points, toolchainPaths, owner, equipment, behind } = options;
  const layered = command.layered.filter(({ host }) => existsSync(host));
  const tools = [...toolchainPaths, ...layered.flatMap(({ host }) => behind(host))];
  const places: Place[] = [
    ...[...new Set(tools)].map((path): Place => ({ at: path, host: path, kind: 'read_only' })),
    { at: command.mount_at, host: command.work_dir, kind: 'work' },
    ...command.read_only
      .filter(({ host }) => existsSync(host))
      .map((place): Place => ({ ...place, kind: 'read_only' })),
    ...(command.built ?? []).filter(isPlainFolder).map(shownBuilt),
    ...layered.map((place): Place => ({ ...place, kind: 'layered' })),
  ];
  places.sort((one, other) => depth(one.at) - depth(other.at));

  const folders = new Set(['/', '/tmp', '/usr', '/etc']);
  const args: string[] = [];
  for (const { at, host, kind } of places) {
    const inWork = kind === 'work' ? null : below(command.mount_at, at);
    if (inWork === '') continue;
    if (inWork === null) args.push(...parentArguments(at, folders));
    else if (!points.make(inWork, statSync(host).isDirectory() ? 'folder' : 'file')) continue;
    if (kind === 'layered') args.push(...layerArguments(host, at, layerSize, owner, equipment));
    else args.push(kind === 'work' ? '--bind' : '--ro-bind', host, at);
  }
  return args;
}

const isPlainFolder = (path: string): boolean => existsSync(path) && realpathSync(path) === path;

const shownBuilt = (host: string): Place => ({ at: `${builtAt}${host}`, host, kind: 'read_only' });

/** Bubblewrap makes missing parents for root alone, and the command is not root. */
function parentArguments(at: string, folders: Set<string>): string[] {
  const parent = dirname(at);
  if (folders.has(parent)) return [];
  const perms = below('/tmp/home', parent) === null ? '0755' : '0777';
  const args = [...parentArguments(parent, folders), '--perms', perms, '--dir', parent];
  folders.add(parent);
  return args;
}

function systemArguments(network: 'none' | 'host'): string[] {
  const args = ['--ro-bind', '/usr', '/usr'];
  for (const path of ['/bin', '/lib', '/lib32', '/lib64', '/libx32', '/sbin']) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) args.push('--symlink', readlinkSync(path), path);
    else if (stat?.isDirectory()) args.push('--ro-bind', path, path);
  }
  const online = network === 'host' ? ['/etc/resolv.conf', '/etc/ssl', '/etc/pki', '/etc/ca-certificates'] : [];
  args.push('--perms', '0755', '--dir', '/etc');
  for (const path of ['/etc/ld.so.cache', '/etc/alternatives', ...online])
    if (existsSync(path)) args.push('--ro-bind', path, path);
  return args;
}

function depth(path: string): number {
  return path.split('/').filter((part) => part !== '').length;
}
