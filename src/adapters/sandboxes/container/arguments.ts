import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SandboxCommand } from '../../../ports/outside/sandbox.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import { asAssignments } from '../bubblewrap/arguments.ts';
import type { Disguise, Places } from '../place/disguise.ts';
import type { Exchange } from '../place/exchange.ts';
import { type LayerPlan, layerPlan } from '../place/layer-plan.ts';
import { programFolders } from '../place/layers.ts';
import type { MountPoints } from '../place/mount-points.ts';
import { below, checkPlace } from '../place/place.ts';

export interface ContainerLimits {
  image: string;
  memory_mb: number;
  pids: number;
  network: 'none' | 'host';
  equipment: readonly Equipment[];
}

/** Whom the command runs as, and what makes that the same user outside. */
export interface ContainerUser {
  uid: number;
  gid: number;
  /** The same where that is not us, null where it is. */
  owner: number | null;
  /** A podman without root maps us to root inside unless told. */
  keep_id: boolean;
}

export interface ContainerPlaces {
  name: string;
  exchange: Exchange;
  points: MountPoints;
  user: ContainerUser;
}

/** What `podman run` or `docker run` is told; both understand it. The image is never fetched. */
export function containerArguments(
  { command, host, ...inside }: Disguise,
  limits: ContainerLimits,
  places: ContainerPlaces,
): string[] {
  checkPlace(command.mount_at);
  const { name, user } = places;
  const scratch = `size=${Math.max(16, Math.floor(limits.memory_mb / 2))}m`;
  const env = { HOME: '/tmp/home', TMPDIR: '/tmp', LANG: 'C.UTF-8', ...command.env };
  const place = join(command.mount_at, command.cwd);
  const { first, last } = programFolders(command.layered, limits.equipment);
  const { plain, odd } = asAssignments(env);
  const backstop = String(Math.ceil(command.timeout_ms / 1000) + 60);
  const path = [first.map((folder) => `${folder}:`).join(''), last.map((folder) => `:${folder}`).join('')];
  return [
    ...['run', '--name', name, '--pull', 'never', '--hostname', host, '--network', command.network ?? limits.network],
    ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--security-opt', 'label=disable'],
    ...['--log-driver', 'none', '--stop-timeout', '0', ...(command.talk ? ['--interactive'] : [])],
    ...['--pids-limit', String(limits.pids)],
    ...['--memory', `${limits.memory_mb}m`, '--memory-swap', `${limits.memory_mb}m`, '--shm-size', '64m'],
    ...(user.keep_id ? ['--userns', 'keep-id'] : []),
    ...['--user', `${user.uid}:${user.gid}`, '--tmpfs', `/tmp:rw,nosuid,nodev,exec,mode=1777,${scratch}`],
    ...mountsOf(command, inside, places, limits.equipment),
    ...plain.flatMap((assignment) => ['--env', assignment]),
    ...['--entrypoint', '/bin/sh', limits.image, '-c', enter(inside.out), 'sh', place, ...path, backstop],
    ...(odd.length === 0 ? [] : ['env', '--', ...odd]),
    ...command.argv,
  ];
}

/** Left among the results by a container in which the kernel ended a process for want of memory. */
export const outOfMemory = '.out-of-memory';

/**
 * The image's own search path stands between the virtual environments and the packages' programs, and of its variables
 * only those that the engine adds are taken away. The command is not the first process of the container, which would be
 * deaf to signals; a shell would take its input from it unless told. Should we be killed, what is left ends a minute after it should have. Not every engine tells about
 * memory, so the first process looks itself.
 */
const enter = (out: string): string =>
  [
    'ulimit -c 0; mkdir -p "$HOME"; cd -- "$1" || exit 126; PATH="$2$PATH$3"; seconds=$4; shift 4',
    'export PATH; unset OLDPWD container HOSTNAME TERM; exec 3<&0',
    '"$@" <&3 3<&- & child=$!; (sleep "$seconds"; kill -9 "$child") >/dev/null 2>&1 & wait "$child"; code=$?',
    'cd /sys/fs/cgroup; for file in memory.events memory/memory.oom_control; do [ ! -r "$file" ] || while read -r key count',
    `do [ "$key" != oom_kill ] || [ "$count" = 0 ] || : >${out}/${outOfMemory}; done <"$file"; done; exit "$code"`,
  ].join('; ');

function mountsOf(
  command: SandboxCommand,
  inside: Places,
  { exchange, points, user }: ContainerPlaces,
  equipment: readonly Equipment[],
): string[] {
  const { work_dir, mount_at } = command;
  const args = [
    ...bind(work_dir, mount_at, false),
    ...bind(exchange.in, inside.in, true),
    ...bind(exchange.out, inside.out, false),
  ];
  const mountable = (host: string, at: string): boolean => {
    const inWork = below(mount_at, at);
    if (!existsSync(host) || inWork === '') return false;
    return inWork === null || points.make(inWork, statSync(host).isDirectory() ? 'folder' : 'file');
  };
  for (const { host, at } of command.read_only) if (mountable(host, at)) args.push(...bind(host, at, true));
  for (const [index, { host, at }] of command.layered.entries())
    if (mountable(host, at))
      args.push(...layer(layerPlan(host, at, user.owner, equipment), at, join(exchange.dir, `layer-${index}`)));
  return args;
}

/** The folder that a layer is mounted on is made on the host: an engine makes no place to mount on where it may not write. */
function layer({ items, open }: LayerPlan, at: string, skeleton: string): string[] {
  mkdirSync(skeleton);
  chmodSync(skeleton, open ? 0o1777 : 0o755);
  const args = bind(skeleton, at, !open);
  for (const item of items) {
    const place = join(skeleton, item.path);
    mkdirSync(dirname(place), { recursive: true });
    if (item.kind === 'link') symlinkSync(item.target, place);
    else if (item.kind === 'host' && !statSync(item.host).isDirectory()) closeSync(openSync(place, 'w'));
    else mkdirSync(place);
    // Engines give what they mount there the rights of the folder below it, whatever they are told.
    if (item.kind === 'scratch') chmodSync(place, 0o1777);
    if (item.kind === 'host') args.push(...bind(item.host, join(at, item.path), true));
    if (item.kind === 'scratch') args.push('--tmpfs', `${join(at, item.path)}:rw,nosuid,nodev,mode=1777,size=64m`);
  }
  return args;
}

function bind(host: string, at: string, readOnly: boolean): string[] {
  const fields = ['type=bind', `source=${host}`, `target=${at}`, ...(readOnly ? ['readonly'] : [])];
  return ['--mount', fields.map(asField).join(',')];
}

/** The engines read this as a line of comma-separated values. */
function asField(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
