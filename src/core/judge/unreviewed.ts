import { checksOnly, type Missing, unlooked } from '../../schema/judge/review.ts';
import type { AttemptState } from '../task/task-state.ts';

/** Why a change has no review, in words. */
export const nobodyReviewed = (missing: Missing[]): string =>
  `nobody reviewed the change: ${missing.map(unlooked).join('; ')}`;

/** The final words on a task: it says `reviewed` only if somebody reviewed the change. */
export function howDone(attempt: AttemptState | undefined): string {
  if (!attempt?.review) return 'tested and committed, not reviewed';
  return attempt.review.by === 'checks' ? `tested and committed; ${checksOnly}` : 'tested, reviewed and committed';
}
