import { z } from 'zod';

/** The measured result of each model on each task. */
export const outcomesSchema = z.object({
  about: z.string().optional(),
  models: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ resolved: z.boolean(), cost: z.number().nonnegative(), calls: z.number().int().nonnegative() }),
    ),
  ),
});

export type Outcomes = z.infer<typeof outcomesSchema>;

export interface Replayed {
  name: string;
  tasks: number;
  resolved: number;
  usd: number;
  usd_per_resolved: number | null;
}

/** The same over several orders of the tasks: means, with the least and the most. */
export interface Spread {
  mean: number;
  least: number;
  most: number;
}

export interface BacktestResult {
  tasks: number;
  models: number;
  singles: Replayed[];
  ladder: Replayed | null;
  learned: { shuffles: number; resolved: Spread; usd_per_resolved: Spread | null; usd: Spread } | null;
  /** The learned policy against the ladder, where both were asked for. */
  against_ladder: { resolved: number; usd_per_resolved: number } | null;
}
