import type { Tried } from '../schema/event.ts';
import type { Tier, TierHistory } from '../schema/policy.ts';
import type { AttemptState, RunState, TaskState } from './run-state.ts';
import { noRecord, observed } from './tier-choice.ts';

/** Older tries than these are forgotten, so that a tier that is skipped for what it did gets its chance again. */
const remembered = 120;
const mostInOneRun = 24;

/** What each tier came to on each task that it was done with. One that could not work shows nothing. */
export function triedIn({ tasks, policy }: RunState): Tried[] {
  return tasks.flatMap((task) => triedOn(task, policy?.tiers ?? [])).slice(-mostInOneRun);
}

function triedOn({ task, status, attempts }: TaskState, tiers: readonly Tier[]): Tried[] {
  const names = [...new Set(attempts.map(({ tier }) => tier))];
  const done = status === 'completed' || status === 'failed' ? names : names.slice(0, -1);
  let depth = 0;
  return done.flatMap((name): Tried[] => {
    const own = attempts.filter(({ tier, finished }) => tier === name && finished && finished.ended !== 'unavailable');
    const tier = tiers.find((known) => known.name === name);
    if (own.length === 0 || !tier) return [];
    const solved = status === 'completed' && name === names.at(-1);
    const usd = own.reduce((sum: number, attempt: AttemptState) => sum + attempt.usd, 0);
    const tried = { kind: task.kind, by: developerOf(tier), depth, solved, usd: Math.round(usd * 1e6) / 1e6 };
    depth += 1;
    return [tried];
  });
}

/** Earlier tries, the oldest first, as the records of a ladder's tiers. */
export function historyOf(tried: readonly Tried[], tiers: readonly Tier[]): TierHistory[] {
  const rows = new Map<string, TierHistory>();
  for (const { kind, by, depth, solved, usd } of tried.slice(-remembered)) {
    const tier = tiers.find((known) => developerOf(known) === by);
    if (!tier) continue;
    const key = JSON.stringify([tier.name, kind]);
    const record = observed(rows.get(key) ?? noRecord(), depth, solved, usd);
    rows.set(key, { ...record, usd: Math.round(record.usd * 1e6) / 1e6, tier: tier.name, kind });
  }
  return [...rows.values()];
}

/** Who works in a tier: the same model under another name has the same history. */
const developerOf = ({ model, developer, command }: Tier): string =>
  (model ?? [developer, command[0] ?? ''].join(' ').trim()).slice(0, 120);
