import type { PullChange } from '../../ports/outside/forge.ts';
import type { Pull } from '../../schema/forge/pull.ts';

/** Of the pull requests of a branch, the one that a run opened; else the one that is open. */
export function pullOn(pulls: readonly Pull[], head: string, marker: string): Pull | null {
  const own = pulls.filter((pull) => pull.head === head).sort((a, b) => b.number - a.number);
  return own.find(({ body }) => body.includes(marker)) ?? own.find(({ state }) => state === 'open') ?? null;
}

/** What of a change is not so yet. */
export function differences(now: Pull, { title, body, base }: PullChange): Pick<PullChange, 'title' | 'body' | 'base'> {
  return {
    ...(title !== undefined && title !== now.title && { title }),
    ...(body !== undefined && body !== now.body && { body }),
    ...(base !== undefined && base !== now.base && { base }),
  };
}
