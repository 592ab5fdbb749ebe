import { Unfit } from '../../../ports/errors.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import { spawn } from '../../spawn.ts';
import { which } from '../../which.ts';
import { type FindToolchains, toolchainsOf } from '../toolchains/toolchains.ts';
import { findGroups, type Limits, type OpenGroup } from './cgroup.ts';
import { seccompFilter } from './seccomp.ts';

/** What this machine has to make a sandbox with. */
export interface Machine {
  bwrap: string;
  /** Whether this bubblewrap can forbid nested user namespaces by itself. */
  disable_userns: boolean;
  /** As root there is no user namespace: the command becomes this user inside. Null for an ordinary user. */
  owner: number | null;
  setpriv: string | null;
  prlimit: string | null;
  filter: Buffer;
  toolchains: FindToolchains;
  /** Null where memory and processes cannot be limited by the kernel. */
  openGroup: OpenGroup | null;
}

/** Throws `Unfit`, naming what to install. */
export async function findMachine(
  env: Record<string, string | undefined>,
  equipment: readonly Equipment[],
  limits: Limits,
): Promise<Machine> {
  if (process.platform !== 'linux') throw new Unfit('bubblewrap runs on Linux only: use a Linux container or WSL');
  const bwrap = which('bwrap', env.PATH);
  if (bwrap === null) throw new Unfit('bubblewrap (bwrap) is not installed: apt-get install bubblewrap');
  const owner = process.getuid?.() === 0 ? nobody : null;
  const setpriv = which('setpriv', system);
  if (owner !== null && setpriv === null) throw new Unfit('setpriv is not installed: apt-get install util-linux');
  const [help, openGroup] = await Promise.all([
    spawn([bwrap, '--help'], { env: {}, timeout_ms: 5000 }),
    findGroups(limits),
  ]);
  const filter = seccompFilter(process.arch, { hidden_memory: openGroup !== null });
  if (filter === null) throw new Unfit(`there is no system call filter for ${process.arch}: use x64 or arm64`);
  const disable_userns = help.stdout.includes('--disable-userns');
  return {
    bwrap,
    disable_userns,
    owner,
    setpriv,
    prlimit: which('prlimit', system),
    filter,
    toolchains: toolchainsOf(env, equipment),
    openGroup,
  };
}

const nobody = 65534;
const system = '/usr/bin:/bin:/usr/sbin:/sbin';
