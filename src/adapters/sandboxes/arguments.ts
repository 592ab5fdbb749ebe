import type { SandboxCommand } from '../../ports/sandbox.ts';
import type { Machine } from './machine.ts';

/** Namespaces and rights. */
export function isolationArguments(machine: Machine, network: 'none' | 'host'): string[] {
  const common = ['--hostname', 'pawl', '--new-session', '--die-with-parent', '--clearenv', '--cap-drop', 'ALL'];
  if (machine.owner === null) {
    const userns = ['--unshare-user', ...(machine.disable_userns ? ['--disable-userns'] : [])];
    return ['--unshare-all', ...(network === 'host' ? ['--share-net'] : []), ...userns, ...common];
  }
  const namespaces = ['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try'];
  const rights = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((right) => ['--cap-add', right]);
  return [...namespaces, ...(network === 'host' ? [] : ['--unshare-net']), ...common, ...rights];
}

/** The environment inside: ours, then the command's own. */
export function environmentArguments(command: SandboxCommand, path: string): string[] {
  const env = { PATH: path, HOME: '/tmp/home', TMPDIR: '/tmp', LANG: 'C.UTF-8', ...command.env };
  return Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
}

const noRights = ['--inh-caps=-all', '--bounding-set=-all'];

/** The command as started inside: as nobody where we are root, in its folder, with a limit where no group sets one. */
export function innerCommand(command: SandboxCommand, machine: Machine, pids: number | null): string[] {
  const { owner, setpriv, prlimit } = machine;
  const drop =
    owner === null || setpriv === null
      ? []
      : [setpriv, '--reuid', `${owner}`, '--regid', `${owner}`, '--clear-groups', '--no-new-privs', ...noRights];
  const limit = pids === null || prlimit === null ? [] : [prlimit, `--nproc=${pids}`];
  const enter = 'cd -- "$1" || exit 126; shift; unset OLDPWD; exec "$@"';
  return [...drop, ...limit, '/bin/sh', '-c', enter, 'sh', `${command.mount_at}/${command.cwd}`, ...command.argv];
}

/** Small files of /etc, of our own making: the host's name its users. */
export function etcFiles(uid: number, gid: number): Record<string, string> {
  return {
    passwd: `pawl:x:${uid}:${gid}:pawl:/tmp/home:/bin/sh\n`,
    group: `pawl:x:${gid}:\n`,
    hosts: '127.0.0.1 localhost pawl\n::1 localhost ip6-localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  };
}
