import { z } from 'zod';
import { proofKinds } from '../run/task.ts';

/**
 * `unmet`: its proof is missing or failed. `unproven`: nothing proves it. `unknown`: code cannot tell here. `person`:
 * only a person can check it.
 */
export const criterionStates = ['proven', 'unmet', 'unproven', 'unknown', 'person'] as const;

/** An acceptance criterion with how it stands. */
export const criterionSchema = z.object({
  text: z.string(),
  state: z.enum(criterionStates),
  /** What it was judged by; absent where nothing was named. */
  by: z.enum(proofKinds).optional(),
  name: z.string().optional(),
  why: z.string(),
});

export type Criterion = z.infer<typeof criterionSchema>;
export type CriterionState = Criterion['state'];

export const stateWords: Record<CriterionState, string> = {
  proven: 'proven',
  unmet: 'not met',
  unproven: 'not proven',
  unknown: 'not known',
  person: 'for a person to check',
};

/** `adds: proven by test "two and three make five"`. */
export function inWords({ text, state, by, name, why }: Criterion): string {
  const proof = state === 'proven' && by && name ? ` by ${by} "${name}"` : '';
  return `${text}: ${stateWords[state]}${proof}${why === '' || state === 'proven' ? '' : ` (${why})`}`;
}

/** `2 of 3 criteria proven`, or null without any. */
export function criteriaInShort(criteria: readonly Criterion[]): string | null {
  if (criteria.length === 0) return null;
  return `${criteria.filter(({ state }) => state === 'proven').length} of ${criteria.length} criteria proven`;
}
