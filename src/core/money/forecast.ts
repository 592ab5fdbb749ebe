import type { Policy, Price, Tier } from '../../schema/settings/policy.ts';
import { costUsd } from './budget.ts';

/**
 * Rules of thumb, not measurements of the repository at hand: what an attempt of a developer and the judges of a task
 * use in tokens, how many attempts a tier makes of a task, and how many tasks it leaves to the next one.
 */
const attempt = { input_tokens: 100_000, cached_tokens: 70_000, output_tokens: 6_000 };
const judging = { input_tokens: 20_000, cached_tokens: 0, output_tokens: 1_500 };
const attemptsOfTier = 1.5;
const leftToNext = 0.35;

/** The estimated cost of `tasks` tasks in USD, rounded up to a cent and never above the limits. */
export function forecastUsd(
  { tiers, roles, limits, review }: Pick<Policy, 'tiers' | 'roles' | 'limits' | 'review'>,
  tasks: number,
): number {
  let reaching = 1;
  let developing = 0;
  for (const tier of tiers) {
    developing += reaching * (tierUsd(tier) ?? 0);
    if (tier.developer !== 'repair') reaching *= leftToNext; // It takes few tasks off the others.
  }
  const judge = tiers.find(({ name }) => name === (roles.reviewer ?? tiers[0]?.name));
  const task = developing + (review === 'on' ? cost(judge?.price ?? null, judging) : 0);
  const bounded = Math.min(tasks * Math.min(task, limits.task_usd), limits.run_usd, limits.day_usd);
  return Math.max(0, Math.ceil(bounded * 100 - 1e-9) / 100);
}

/** The estimated cost of a tier on one task; null if its price is unknown. */
export function tierUsd({ developer, price, attempts, attempt_usd }: Tier): number | null {
  if (developer === 'repair') return 0;
  const attemptUsd = price === null ? attempt_usd : cost(price, attempt);
  return attemptUsd === undefined ? null : Math.min(attempts, attemptsOfTier) * attemptUsd;
}

const cost = (price: Price | null, usage: typeof attempt): number => (price === null ? 0 : costUsd(price, usage));
