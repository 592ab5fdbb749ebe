/** What is known about a tier from finished tasks: at each depth (tiers that had failed before), how often it solved one. */
export interface TierRecord {
  tries: number[];
  solved: number[];
  usd: number;
}

export interface Rung {
  name: string;
  /** What a try is expected to cost before any was seen. */
  prior_usd: number;
  /** The chance to solve a fresh task before any was seen. */
  prior_chance: number;
}

export interface ChoiceRules {
  /** What a solved task is worth: a try that costs more than its chance of that is not made. */
  worth_usd: number;
  /** Tiers that one task may go through. */
  depth: number;
}

export interface Choice {
  name: string;
  chance: number;
  usd: number;
}

/** How many tries the prior is worth: so many seen ones outweigh it. */
const weight = 4;
/** The highest chance to solve a task that any tier is given. */
export const surest = 0.95;
/** What is left of a chance after so many tiers failed: a half, a third, a quarter. */
const remainingChance = (failures: number): number => 1 / (1 + failures);

export const noRecord = (): TierRecord => ({ tries: [], solved: [], usd: 0 });

/**
 * The tier to try next: the highest chance for the money, as a Bayesian sees it after what was observed; null when none
 * is worth its price. Pure, and as fast with many observations as with none.
 */
export function chooseTier(
  rungs: readonly Rung[],
  records: ReadonlyMap<string, TierRecord>,
  failed: readonly string[],
  { worth_usd, depth }: ChoiceRules,
): Choice | null {
  if (failed.length >= depth) return null;
  let best: Choice | null = null;
  for (const rung of rungs) {
    if (failed.includes(rung.name)) continue;
    const record = records.get(rung.name) ?? noRecord();
    const chance = chanceOf(rung, record, failed.length);
    const usd = costOf(rung, record);
    if (chance * worth_usd < usd) continue;
    if (!best || chance * best.usd > best.chance * usd) best = { name: rung.name, chance, usd };
  }
  return best;
}

/** The record after one more try. */
export function observed(record: TierRecord, depth: number, solved: boolean, usd: number): TierRecord {
  const add = (counts: number[], by: number): number[] => {
    const next = Array.from({ length: Math.max(counts.length, depth + 1) }, (_, at) => counts[at] ?? 0);
    next[depth] = (next[depth] ?? 0) + by;
    return next;
  };
  return { tries: add(record.tries, 1), solved: add(record.solved, solved ? 1 : 0), usd: record.usd + usd };
}

/** What was seen at other depths tells how able the tier is; what was seen at this one outweighs it. */
function chanceOf(rung: Rung, record: TierRecord, depth: number): number {
  const { tries, solved } = record;
  const here = Math.min(surest, abilityOf(rung, record) * remainingChance(depth));
  return ((solved[depth] ?? 0) + here * 2 * weight) / ((tries[depth] ?? 0) + 2 * weight);
}

/** The chance at a fresh task, from every depth. */
export function abilityOf({ prior_chance }: Rung, { tries, solved }: TierRecord): number {
  return (sum(solved.map((times, at) => times / remainingChance(at))) + prior_chance * weight) / (sum(tries) + weight);
}

/** The prior counts like one try. */
export function costOf({ prior_usd }: Rung, { tries, usd }: TierRecord): number {
  return (usd + prior_usd) / (sum(tries) + 1);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
