import { ofKind } from '../../core/judge/findings.ts';
import { type Evidence, scoreReview } from '../../core/judge/review-score.ts';
import { ConfigError, PawlError } from '../../ports/errors.ts';
import { recurringFor } from '../../rooms/recurring.ts';
import { gather } from '../../rooms/review/evidence.ts';
import { pointsOf } from '../../rooms/review/points.ts';
import type { ReviewedChange } from '../../schema/judge/review.ts';
import type { TaskKind } from '../../schema/run/task.ts';
import { lookersFor, type ModelsLook, modelsLook, nobodyLooked } from './models-look.ts';
import { type Court, stood, type VerifyOptions } from './verify.ts';

export interface ReviewOptions extends VerifyOptions {
  /** Told from the change when absent. */
  kind?: TaskKind;
  /** Whether models look, too; absent: where they can be asked. */
  review?: 'on' | 'checks';
}

/** There is no last round: whoever made the change may come again with another one. */
const [round, rounds] = [1, 2];
const words = { request: '', summary: '' };

/** Judges the work tree (or the index) against a base, then scores the change by what checks find in it and models say. */
export async function reviewed(court: Court, options: ReviewOptions): Promise<ReviewedChange> {
  const kind = options.kind ?? null;
  const lookers = await lookersFor(court.wiring, options.review);
  return stood(court, { ...options, kind, grows: true, weighed: true }, async (standing, clone, place, name) => {
    const { base, verdict, judged_tree: tree, tested } = standing;
    if (ofKind(verdict, 'unchanged').length > 0)
      throw new ConfigError(nothingChanged(options.base), 'nothing_to_review');
    const unlocked = place.policy.unlock;
    const change = { base, tree, verdict, kind, tested, acceptance: [], unlocked, words };
    const gathered = await gather(change, clone, place, court.parsers);
    const score = ({ opinions, quality, by }: Pick<Evidence, 'opinions' | 'quality' | 'by'>) =>
      scoreReview({ ...gathered.evidence, opinions, quality, by }, round, rounds);
    const recurring = await brokenBefore(
      court,
      gathered.product.map(({ path }) => path),
    );
    const { missing, unasked, usd, ...look } = await looked();
    return {
      verdict,
      review: {
        ...score(look),
        ...(recurring.length > 0 && { recurring }),
        kind: gathered.evidence.kind,
        kind_by: gathered.kind_by,
        points: pointsOf(gathered, verdict),
        ...(unasked !== null && { unasked }),
        ...(missing.length > 0 && { missing }),
        ...(usd > 0 && { usd }),
      },
    };

    async function looked(): Promise<ModelsLook> {
      if ('unasked' in lookers) return nobodyLooked(lookers.unasked);
      if (score(nobodyLooked(null)).blocking.length > 0) return nobodyLooked('the checks refuse the change already');
      return modelsLook(court.wiring, lookers.configured, { standing, gathered, clone, place, recurring }, name);
    }
  });
}

const nothingChanged = (base: string | undefined): string =>
  base === undefined
    ? 'nothing has changed since HEAD, so there is nothing to review; to compare with a branch: pawl review --base main'
    : `nothing has changed since ${base}, so there is nothing to review: in CI, review pull requests only`;

/** Nothing where the memory cannot be read: `pawl doctor` says so, and a review does without. */
async function brokenBefore({ wiring }: Court, files: string[]): Promise<string[]> {
  try {
    return await recurringFor(files, await wiring.memory(), null);
  } catch (error) {
    if (error instanceof PawlError) return [];
    throw error;
  }
}
