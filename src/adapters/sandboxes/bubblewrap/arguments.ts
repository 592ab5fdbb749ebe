import type { SandboxCommand } from '../../../ports/outside/sandbox.ts';
import type { Machine } from './machine.ts';

/** Namespaces and rights. */
export function isolationArguments(machine: Machine, network: 'none' | 'host', host: string): string[] {
  const common = ['--hostname', host, '--new-session', '--die-with-parent', '--clearenv', '--cap-drop', 'ALL'];
  if (machine.owner === null) {
    const userns = ['--unshare-user', ...(machine.disable_userns ? ['--disable-userns'] : [])];
    return ['--unshare-all', ...(network === 'host' ? ['--share-net'] : []), ...userns, ...common];
  }
  const namespaces = ['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try'];
  const rights = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((right) => ['--cap-add', right]);
  return [...namespaces, ...(network === 'host' ? [] : ['--unshare-net']), ...common, ...rights];
}

/** The environment inside: ours, the toolchains', then the command's own. */
export function environment(
  command: SandboxCommand,
  path: string,
  tools: Record<string, string>,
): Record<string, string> {
  return { PATH: path, HOME: '/tmp/home', TMPDIR: '/tmp', LANG: 'C.UTF-8', ...tools, ...command.env };
}

const noRights = ['--inh-caps=-all', '--bounding-set=-all'];

/**
 * The command as started inside: as nobody where we are root, in its folder, with a limit where no group sets one.
 * Its environment is set only after its rights are dropped: LD_PRELOAD would run its code before.
 */
export function innerCommand(
  command: SandboxCommand,
  env: Record<string, string>,
  machine: Machine,
  pids: number | null,
): string[] {
  const { owner, setpriv, prlimit } = machine;
  const drop =
    owner === null || setpriv === null
      ? []
      : [setpriv, '--reuid', `${owner}`, '--regid', `${owner}`, '--clear-groups', '--no-new-privs', ...noRights];
  const limit = pids === null || prlimit === null ? [] : [prlimit, `--nproc=${pids}`];
  const place = `${command.mount_at}/${command.cwd}`;
  const { plain, odd } = asAssignments(env);
  const odds = odd.length === 0 ? [] : ['/usr/bin/env', '--', ...odd];
  return [...drop, ...limit, '/bin/sh', '-c', enter, 'sh', place, ...plain, '--', ...odds, ...command.argv];
}

/** Goes to the folder, takes on the environment, and becomes the command. */
const enter = [
  'ulimit -c 0; cd -- "$1" || exit 126; shift; unset OLDPWD',
  'while [ "$1" != -- ]; do export "$1"; shift; done; shift; exec "$@"',
].join('; ');

/** A shell can set those variables that it has no use for itself; the others take one program more. */
export function asAssignments(env: Record<string, string>): { plain: string[]; odd: string[] } {
  const own = /^(_|IFS|PWD|OLDPWD|PPID|E?UID|GROUPS|OPTIND|PS\d|ENV|LINENO|RANDOM|SECONDS|SHELLOPTS|SHLVL|BASH\w*)$/;
  const names = Object.keys(env);
  const plain = names.filter((name) => /^[A-Za-z_]\w*$/.test(name) && !own.test(name));
  const odd = names.filter((name) => !plain.includes(name));
  const assign = (name: string) => `${name}=${env[name]}`;
  return { plain: plain.map(assign), odd: odd.map(assign) };
}

/** Small files of /etc, of our own making: the host's name its users. */
export function etcFiles(uid: number, gid: number, host: string): Record<string, string> {
  return {
    passwd: `user:x:${uid}:${gid}:user:/tmp/home:/bin/sh\n`,
    group: `user:x:${gid}:\n`,
    hosts: `127.0.0.1 localhost ${host}\n::1 localhost ip6-localhost\n`,
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  };
}
