import type { TaskKind } from '../../schema/run/task.ts';
import type { Policy, Tier, TierHistory } from '../../schema/settings/policy.ts';
import { tierUsd } from '../money/forecast.ts';
import {
  abilityOf,
  type Choice,
  chooseTier,
  costOf,
  noRecord,
  type Rung,
  surest,
  type TierRecord,
} from '../task/tier-choice.ts';

export interface Ahead {
  /** The tiers that have not tried the task, in the configured order. */
  tiers: readonly Tier[];
  kind: TaskKind;
  /** The tiers that have failed at the task. */
  failed: readonly string[];
  /** What the caps leave. */
  left_usd: number;
}

/** A tier to go to instead of the next one in order, and why in one line. */
export interface Departure {
  tier: Tier;
  reason: string;
}

/**
 * The tier that this repository's history favours over the first of those ahead, which is put off, not left out; null to
 * keep the order, as without any history. Never one that is expected to cost more than the caps leave.
 */
export function departure(ahead: Ahead, history: Policy['history']): Departure | null {
  const [first] = ahead.tiers;
  if (!first || !history?.some(({ tier }) => tier === first.name)) return null;
  const rungs = inOrder(ahead.tiers).map((rung) => taught(rung, history, ahead.kind));
  const records = new Map(ahead.tiers.map(({ name }) => [name, recordOf(history, name, isKind(ahead.kind))]));
  const choose = (among: Rung[]): Choice | null => chooseTier(among, records, ahead.failed, { worth_usd, depth });
  const usual = choose(rungs.slice(0, 1));
  const choice = choose(rungs.filter(({ name }, at) => at === 0 || affordable(name)));
  const tier = ahead.tiers.find(({ name }) => name === choice?.name);
  if (!usual || !choice || !tier || tier === first) return null;
  if (choice.usd * usual.chance * worthwhile > usual.usd * choice.chance) return null;
  return { tier, reason: explained(usual, choice, history) };

  function affordable(name: string): boolean {
    const rung = rungs.find((candidate) => candidate.name === name);
    return rung !== undefined && costOf(rung, records.get(name) ?? noRecord()) <= ahead.left_usd;
  }
}

/** So many times cheaper a solved task must be: a smaller advantage is mostly chance. */
const worthwhile = 1.5;
/** The last tier is always worth a try: whether a task is worth its price is for the caps to say. */
const worth_usd = Number.MAX_VALUE;
const depth = Number.POSITIVE_INFINITY;

/** The success rate of a tier without history, unless its place in the configured order promises less. */
const unknownChance = 0.5;
/** A developer whose price nobody knows is dearer than those that are known. */
const unknownUsd = 0.25;

function inOrder(tiers: readonly Tier[]): Rung[] {
  const rungs: Rung[] = [];
  let most: number | null = null;
  for (const tier of tiers) {
    const prior_usd: number = tierUsd(tier) ?? 2 * Math.max(...rungs.map((rung) => rung.prior_usd), unknownUsd);
    const prior_chance: number = most === null ? unknownChance : Math.min(unknownChance, most * prior_usd);
    if (prior_usd > 0) most = prior_chance / prior_usd;
    rungs.push({ name: tier.name, prior_usd, prior_chance });
  }
  return rungs;
}

/** What tasks of other kinds have shown is the prior for this one. */
function taught(rung: Rung, history: readonly TierHistory[], kind: TaskKind): Rung {
  const others = recordOf(history, rung.name, (other) => other !== kind);
  return {
    name: rung.name,
    prior_usd: costOf(rung, others),
    prior_chance: Math.min(surest, abilityOf(rung, others)),
  };
}

const isKind = (kind: TaskKind) => (other: TaskKind) => other === kind;

function recordOf(history: readonly TierHistory[], name: string, counts: (kind: TaskKind) => boolean): TierRecord {
  return history
    .filter(({ tier, kind }) => tier === name && counts(kind))
    .reduce<TierRecord>(
      (sum, { tries, solved, usd }) => ({
        tries: added(sum.tries, tries),
        solved: added(sum.solved, solved),
        usd: sum.usd + usd,
      }),
      noRecord(),
    );
}

const added = (one: number[], other: number[]): number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, at) => (one[at] ?? 0) + (other[at] ?? 0));

function explained(usual: Choice, choice: Choice, history: readonly TierHistory[]): string {
  const { tries, solved } = recordOf(history, usual.name, () => true);
  const total = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0);
  const each = ({ usd, chance }: Choice): string => `$${(usd / Math.max(chance, 0.001)).toFixed(2)}`;
  return `about ${each(choice)} per solved task here, against ${each(usual)} for ${usual.name} (${total(solved)} of ${total(tries)} solved)`;
}
