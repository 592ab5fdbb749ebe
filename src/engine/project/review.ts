import { ofKind } from '../../core/judge/findings.ts';
import { type Evidence, scoreReview } from '../../core/judge/review-score.ts';
import { ConfigError } from '../../ports/errors.ts';
import { gather } from '../../rooms/review/evidence.ts';
import { pointsOf } from '../../rooms/review/points.ts';
import type { ReviewedChange } from '../../schema/judge/review.ts';
import type { TaskKind } from '../../schema/run/task.ts';
import { type Court, stood, type VerifyOptions } from './verify.ts';

export interface ReviewOptions extends VerifyOptions {
  /** Told from the change when absent. */
  kind?: TaskKind;
}

/** There is no last round: whoever made the change may come again with another one. */
const [round, rounds] = [1, 2];
const words = { request: '', summary: '' };
const nobody: Pick<Evidence, 'opinions' | 'quality' | 'by'> = { opinions: [], quality: null, by: 'checks' };

/** Judges the work tree (or the index) against a base, then scores the change by what checks find in it. */
export function reviewed(court: Court, options: ReviewOptions): Promise<ReviewedChange> {
  const kind = options.kind ?? null;
  return stood(court, { ...options, kind, grows: true }, async (standing, clone, place) => {
    const { base, verdict, judged_tree: tree, tested } = standing;
    if (ofKind(verdict, 'unchanged').length > 0)
      throw new ConfigError('nothing has changed since the base: there is nothing to review', 'nothing_to_review');
    const change = { base, tree, verdict, kind, tested, acceptance: [], unlocked: place.policy.unlock, words };
    const gathered = await gather(change, clone, place, court.parsers);
    const scored = scoreReview({ ...gathered.evidence, ...nobody }, round, rounds);
    return { verdict, review: { ...scored, kind: gathered.evidence.kind, points: pointsOf(gathered, verdict) } };
  });
}
