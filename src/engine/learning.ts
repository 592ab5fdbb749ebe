import { historyOf, remembered } from '../core/tier-history.ts';
import { StateDamaged } from '../ports/errors.ts';
import type { Journal } from '../ports/journal.ts';
import type { Trust } from '../ports/trust.ts';
import type { Tried } from '../schema/event.ts';
import type { Policy } from '../schema/policy.ts';

export interface Earlier {
  journal: Journal;
  trust: Trust;
  /** The target. */
  dir: string;
}

/**
 * A policy with what earlier runs here have shown of its tiers, where the choice of tiers is free: with all that is
 * remembered, and with ever less of it, for one that would get too large.
 */
export async function learning(policy: Policy, earlier: Earlier): Promise<Policy[]> {
  if (policy.history === undefined || policy.agent !== undefined) return [policy];
  const tried = await triedHere(earlier);
  const counts = [remembered, remembered / 2, remembered / 4, remembered / 8, 0];
  return counts.map((count) => ({
    ...policy,
    history: historyOf(count === 0 ? [] : tried.slice(-count), policy.tiers),
  }));
}

/** The oldest first. A repository can bring a journal along: only what happened on this machine and here teaches. */
async function triedHere({ journal, trust, dir }: Earlier): Promise<Tried[]> {
  const runs: Tried[][] = [];
  for (const { run, tried } of await journal.ended(remembered)) {
    const known = tried.length === 0 ? null : await trust.load(run).catch(unreadable);
    if (known?.target === dir) runs.unshift(tried);
  }
  return runs.flat();
}

/** It teaches nothing; whoever goes on with that run is told. */
function unreadable(error: unknown): null {
  if (error instanceof StateDamaged) return null;
  throw error;
}
