import type { BacktestResult, Outcomes, Replayed, Spread } from '../../schema/run/outcomes.ts';
import { nextTier } from '../task/ladder.ts';
import { type ChoiceRules, chooseTier, noRecord, observed, type Rung, type TierRecord } from '../task/tier-choice.ts';

type Models = Outcomes['models'];

export interface BacktestOptions {
  /** Names of models, in order. */
  ladder: string[];
  policy: 'learned' | 'fixed' | 'both';
  shuffles: number;
}

/** A solved task is worth five dollars here, and seven models may try it. */
const defaultRules: ChoiceRules = { worth_usd: 5, depth: 7 };

/** What single models, a ladder and the learned policy would have solved, and at what cost. */
export function backtest(models: Models, { ladder, policy, shuffles }: BacktestOptions): BacktestResult {
  const single = Object.keys(models).map((name) => replaySingle(models, name));
  const fixed = ladder.length > 0 && policy !== 'learned' ? replayLadder(models, ladder) : null;
  const orders = policy === 'fixed' ? [] : Array.from({ length: shuffles }, (_, order) => order + 1);
  const runs = orders.map((seed) => replayLearned(models, seed, defaultRules));
  const learned =
    runs.length === 0
      ? null
      : {
          shuffles,
          resolved: spreadOf(runs.map((run) => run.resolved)),
          usd: spreadOf(runs.map((run) => run.usd)),
          usd_per_resolved: costOfResolved(runs),
        };
  return {
    tasks: tasksOf(models).length,
    models: single.length,
    singles: single.sort((a, b) => b.resolved - a.resolved || a.usd - b.usd),
    ladder: fixed,
    learned,
    against_ladder:
      fixed?.usd_per_resolved && learned?.usd_per_resolved
        ? {
            resolved: learned.resolved.mean / fixed.resolved,
            usd_per_resolved: learned.usd_per_resolved.mean / fixed.usd_per_resolved,
          }
        : null,
  };
}

/** Every task given to one model alone. */
function replaySingle(models: Models, name: string): Replayed {
  return summed(
    name,
    tasksOf(models).flatMap((task) => models[name]?.[task] ?? []),
  );
}

/** Every task given to the first tier, and to the next one where it fails, as a run goes through its ladder. */
function replayLadder(models: Models, names: string[]): Replayed {
  const tiers = names.map((name) => ({ name }));
  const results = tasksOf(models).map((task) => {
    let [tier, usd] = [tiers[0], 0];
    for (; tier; tier = nextTier(tiers, tier.name)) {
      const outcome = models[tier.name]?.[task];
      if (!outcome) throw new Error(`${tier.name} has no outcome for ${task}`);
      usd += outcome.cost;
      if (outcome.resolved) return { resolved: true, cost: usd };
    }
    return { resolved: false, cost: usd };
  });
  return summed(names.join(' > '), results);
}

/**
 * Every task in an order of chance, each tier chosen by what the tasks before it showed: nothing is known at first but
 * what a call of each model costs.
 */
export function replayLearned(models: Models, seed: number, rules: ChoiceRules): Replayed {
  const rungs = Object.keys(models).map((name): Rung => ({ name, prior_usd: prior(models, name), prior_chance: 0.5 }));
  const records = new Map<string, TierRecord>();
  const results = shuffled(tasksOf(models), seed).map((task) => {
    const failed: string[] = [];
    let usd = 0;
    for (;;) {
      const choice = chooseTier(rungs, records, failed, rules);
      if (!choice) return { resolved: false, cost: usd };
      const { resolved, cost } = models[choice.name]?.[task] ?? { resolved: false, cost: 0 };
      usd += cost;
      records.set(choice.name, observed(records.get(choice.name) ?? noRecord(), failed.length, resolved, cost));
      if (resolved) return { resolved: true, cost: usd };
      failed.push(choice.name);
    }
  });
  return summed('learned', results);
}

/** An order in which nothing was resolved has no cost of a resolved task; null where none has. */
function costOfResolved(runs: Replayed[]): Spread | null {
  const costs = runs.flatMap(({ usd_per_resolved }) => usd_per_resolved ?? []);
  return costs.length === 0 ? null : spreadOf(costs);
}

function spreadOf(values: number[]): Spread {
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length),
    least: Math.min(...values),
    most: Math.max(...values),
  };
}

/** The tasks that every model was given. */
function tasksOf(models: Models): string[] {
  const [first = {}, ...others] = Object.values(models);
  return Object.keys(first).filter((task) => others.every((results) => Object.hasOwn(results, task)));
}

/** The price of a model is that of one call, the median one, times the calls that a task is thought to take. */
const callsOfTask = 30;

function prior(models: Models, name: string): number {
  const callCosts = Object.values(models[name] ?? {})
    .map(({ cost, calls }) => cost / Math.max(1, calls))
    .sort((a, b) => a - b);
  return (callCosts[Math.floor(callCosts.length / 2)] ?? 0) * callsOfTask;
}

function summed(name: string, results: { resolved: boolean; cost: number }[]): Replayed {
  const resolved = results.filter((result) => result.resolved).length;
  const usd = results.reduce((sum, result) => sum + result.cost, 0);
  return { name, tasks: results.length, resolved, usd, usd_per_resolved: resolved === 0 ? null : usd / resolved };
}

/** The same order for the same seed. */
function shuffled(tasks: string[], seed: number): string[] {
  const order = [...tasks];
  const random = generator(seed);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? '', order[at] ?? ''];
  }
  return order;
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
