import { randomUUID } from 'node:crypto';
import type { Clone } from '../../ports/outside/repo.ts';
import type { Place } from '../../rooms/verify/candidate.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import type { Wiring } from '../wiring.ts';

type Work<T> = (clone: Clone, place: Place, name: string) => Promise<T>;

/** Work on a private clone that is gone afterwards. */
export async function aside<T>(
  { repo, target, sandbox, remove }: Pick<Wiring, 'repo' | 'target' | 'sandbox' | 'remove'>,
  policy: Policy,
  work: Work<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  const walls = sandbox(policy.sandbox);
  // What it finds out of the machine is there when the first command needs it; who runs one sees what goes wrong.
  void Promise.allSettled([walls.unfit()]);
  const targetRepo = await target();
  const place = { sandbox: walls, target: targetRepo, policy, signal };
  const name = asideName(process.pid);
  try {
    return await work(await repo.clone(name, targetRepo, true), place, name);
  } finally {
    await remove(name);
  }
}

/** The name of such a clone says whose it is: what a killed process left is told from what one is at work on. */
export const asideName = (pid: number): string => `verify-${pid}-${randomUUID()}`;

/** The process that works on a clone of this name; null for the clone of a run. */
export function asideOwner(name: string): number | null {
  const pid = /^verify-(\d+)-/.exec(name)?.[1];
  return pid === undefined ? null : Number(pid);
}
