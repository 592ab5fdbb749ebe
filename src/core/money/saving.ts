import type { RunFacts, TaskFacts } from '../run/run-facts.ts';

interface Saving {
  /** Null: there is nothing to compare, or nothing to compare it with. */
  usd: number | null;
  /** The share of what the top tier alone would have cost. */
  rate: number | null;
  /** Solved tasks that were compared. */
  of: number;
  /** False where only the top tier was used: what it would have cost is what it cost. */
  estimate: boolean;
}

/**
 * What each solved task cost in all, against what its run's top tier would have cost alone: the mean of the tasks that
 * this tier solved here, counting its own attempts, or its forecast by list price where it has solved none.
 */
export function savingOf(finished: RunFacts[]): Saving {
  const means = topMeans(finished);
  let [spent, alone, of] = [0, 0, 0];
  let estimate = false;
  for (const { top, tasks } of finished) {
    for (const task of tasks.filter(({ outcome }) => outcome === 'solved')) {
      const only = task.attempts.every(({ tier, passed_on }) => tier === top?.name || passed_on);
      const instead = only ? task.usd : ((top && means.get(top.name)) ?? top?.forecast_usd ?? null);
      if (instead === null) continue;
      spent += task.usd;
      alone += instead;
      of += 1;
      estimate ||= !only;
    }
  }
  if (of === 0) return { usd: null, rate: null, of, estimate: false };
  return { usd: alone - spent, rate: alone === 0 ? null : (alone - spent) / alone, of, estimate };
}

/** What a task that the tier solved cost in attempts of its own, by tiers that were somebody's top. */
function topMeans(finished: RunFacts[]): Map<string, number> {
  const costs = new Map<string, number[]>();
  for (const { top, tasks } of finished) {
    for (const task of tasks) {
      if (!top || task.outcome !== 'solved' || task.attempts.at(-1)?.tier !== top.name) continue;
      costs.set(top.name, [...(costs.get(top.name) ?? []), ownUsd(task, top.name)]);
    }
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return new Map([...costs].map(([name, values]) => [name, mean(values)]));
}

const ownUsd = ({ attempts }: TaskFacts, name: string): number =>
  attempts.reduce((sum, { tier, usd }) => (tier === name ? sum + usd : sum), 0);
