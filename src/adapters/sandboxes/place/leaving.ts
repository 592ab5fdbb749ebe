import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { Unfit } from '../../../ports/errors.ts';
import type { Sandbox, SandboxCommand } from '../../../ports/outside/sandbox.ts';
import type { Equipment } from '../../../ports/outside/toolchain.ts';
import { below } from './place.ts';

type Mounts = Pick<SandboxCommand, 'layered' | 'read_only'>;

/** A sandbox that shows no folder of the host because a repository has a link to it. */
export function refusingLinks(sandbox: Sandbox, equipment: readonly Equipment[]): Sandbox {
  return {
    ...sandbox,
    async run(command, signal) {
      const reason = leavingLink(command, equipment);
      if (reason) throw new Unfit(reason, 'linked_dependencies');
      return sandbox.run(command, signal);
    },
  };
}

/**
 * Why a folder of dependencies is not shown, in a sentence: it is or goes through a link that leaves the repository, or
 * that leads to something else in it, and the user does not bind it.
 */
export function leavingLink({ layered, read_only }: Mounts, equipment: readonly Equipment[]): string | null {
  // What these folders hold was installed, and is no secret of the user's: a link may lead to them.
  const installed = new Set(equipment.flatMap(({ installed }) => installed ?? []));
  const bound = new Set(read_only.map(({ host }) => host));
  for (const { host, within = dirname(host) } of layered) {
    const [real, root] = [realPath(host), realPath(within)];
    if (bound.has(host) || real === null || root === null) continue;
    const rest = below(root, real);
    const parts = rest === null ? [] : rest.split('/');
    if (parts.some((part) => installed.has(part)) && !parts.includes('.git')) continue;
    const name = below(within, host) ?? host;
    return `${host} is a link to ${real}, which would be visible to the tests: replace it with a folder, or name ${name} in tests.bind of your own configuration`;
  }
  return null;
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null; // It leads nowhere: nothing is shown.
    throw error;
  }
}
