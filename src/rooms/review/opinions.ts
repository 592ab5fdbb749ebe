import { touchedBy } from '../../code/patch/added-lines.ts';
import { clip } from '../../core/clip.ts';
import type { Evidence, Opinion } from '../../core/judge/review-score.ts';
import { consentIn } from '../../core/run/planning.ts';
import type { AttemptState, TaskState } from '../../core/task/task-state.ts';
import type { Spot } from '../../languages/checks/dangers/scan.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import type { FileChange } from '../../ports/outside/repo.ts';
import type { Missing } from '../../schema/judge/review.ts';
import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import { textOf } from '../advise.ts';
import type { Context } from '../room.ts';
import { shownChange } from '../shown-change.ts';
import { askedOf } from '../task-brief.ts';
import type { Thinkers } from '../think.ts';
import { look } from './look.ts';

export interface Change {
  task: TaskState;
  attempt: AttemptState;
  tree: string;
  patch: string;
  /** What the scan of the added lines found. */
  dangers: Spot[];
  /** The files that are the product's own: no tests, no documentation. */
  product: FileChange[];
  /** What such changes have broken before. */
  recurring: string[];
}

export interface Opinions extends Pick<Evidence, 'opinions' | 'quality' | 'by'> {
  /** What was asked to look and did not. */
  missing: Missing[];
  exhausted: EventOf<'budget.exhausted'> | null;
}

const nobody: Opinions = { opinions: [], quality: null, by: 'checks', missing: [], exhausted: null };

/** What the auditor and the reviewer say of a change. Code has the last word on what it weighs. */
export async function* opinionsOn(
  change: Change,
  context: Context,
  world: Thinkers,
): AsyncGenerator<PawlEvent, Opinions> {
  const { task, attempt, tree, patch, product } = change;
  const { scope } = context.target;
  const diff = shownChange(patch, scope, world.sight);
  if (context.policy.review === 'checks') return nobody;
  if (diff === null) return isReviewed(context) ? { ...nobody, missing: [withheld] } : nobody;
  const about = { commit: tree, task: task.task.id, round: attempt.attempt };
  const weigh = weights(change, scope);

  const brief = await askedOf(task, context.state, world.blobs);
  const files = scopeAt(scope).inside(product.map(({ path }) => path));
  const passes = attempt.unreviewed;
  const audit =
    files.length > 0
      ? yield* look('auditor', { input: { files, task: brief, diff }, ...about }, passes, context, world)
      : null;
  const opinions = rowsIn(audit?.output).flatMap(weigh.audited);
  const byModels = audit && { by: 'models' as const };
  if (audit?.missing) return { ...nobody, ...byModels, opinions, missing: [audit.missing], exhausted: audit.exhausted };

  const summary = attempt.finished?.summary;
  const earlier = pointsBefore(task, attempt);
  const { recurring } = change;
  const remarks = task.hints.filter((hint) => consentIn(hint) === null).map((hint) => clip(hint, 2000));
  const extras = {
    ...(summary && { summary }),
    ...(earlier.length > 0 && { earlier }),
    ...(remarks.length > 0 && { remarks }),
    ...(recurring.length > 0 && { recurring }),
  };
  const input = { task: brief, diff, verdict: verdictOf(attempt), ...extras };
  const review = yield* look('reviewer', { input, ...about }, passes, context, world);
  if (!review) return { ...nobody, ...byModels, opinions };
  if (review.missing) {
    opinions.push(...rowsIn(review.output).flatMap(weigh.reviewed));
    return { ...nobody, by: 'models', opinions, missing: [review.missing], exhausted: review.exhausted };
  }
  const quality = points(Number(review.output?.quality));
  const reasons = textOf(review.output?.summary);
  const why = quality < 30 && reasons ? [advice(`quality: ${quality} of 30: ${reasons}`)] : [];
  opinions.push(...rowsIn(review.output).flatMap(weigh.reviewed), ...why);
  return { opinions, quality, by: 'models', missing: [], exhausted: null };
}

/** What the last review asked for, which this change answers. */
const pointsBefore = ({ attempts }: TaskState, { attempt }: AttemptState): string[] => {
  const last = attempts.findLast((one) => one.attempt < attempt && one.review !== null)?.review;
  return [...new Set([...(last?.blocking ?? []), ...(last?.feedback ?? [])])].slice(0, 12);
};

const isReviewed = ({ policy: { roles, tiers } }: Context): boolean =>
  tiers.some(({ model }) => model !== null) && (roles.auditor !== undefined || roles.reviewer !== undefined);

const withheld: Missing = {
  part: 'review',
  cause: 'partial',
  reason: 'was not asked, because the change seems to hold a secret',
};

/** A model's word weighs only where it is about a line that the change touches. */
function weights({ patch, dangers }: Change, scope: string) {
  const touched = touchedBy(patch);
  const placeOf = (row: Row): { place: string; changed: boolean } | null => {
    const { file, line } = row;
    if (typeof file !== 'string' || typeof line !== 'number') return null;
    const path = scopeAt(scope).fromTop(file.replace(/^\.\//, ''));
    return { place: `${path}:${line}`, changed: touched(path, line) };
  };
  return {
    audited(row: Row): Opinion[] {
      const [at, message] = [placeOf(row), textOf(row.message)];
      if (!at || !message) return [];
      const suggestion = textOf(row.suggestion);
      const text = `security: ${row.severity} at ${at.place}: ${message}${suggestion ? ` (${suggestion})` : ''}`;
      const isGrave = row.severity === 'critical' || row.severity === 'high';
      // What was there before is not this change's fault; a person may want to know of a hole.
      if (!at.changed && !isGrave) return [{ text, blocks: false, danger: false, aside: true }];
      const grave = at.changed && isGrave;
      const alreadyListed = dangers.some(({ path, line }) => `${path}:${line}` === at.place);
      return [{ text, danger: grave && !alreadyListed, blocks: grave && row.severity === 'critical' }];
    },
    reviewed(row: Row): Opinion[] {
      const [at, message] = [placeOf(row), textOf(row.message)];
      if (!at || !message) return [];
      const text = `review: ${row.severity} at ${at.place}: ${message}`;
      return [{ text, danger: false, blocks: row.severity === 'blocking' && at.changed }];
    },
  };
}

type Row = Record<string, unknown>;

const rowsIn = (output: Row | null | undefined): Row[] =>
  (Array.isArray(output?.findings) ? output.findings : [])
    .filter((row): row is Row => typeof row === 'object' && row !== null)
    .slice(0, 20);

const advice = (text: string): Opinion => ({ text, blocks: false, danger: false });
const points = (quality: number): number => Math.round(Math.min(30, Math.max(0, quality)));

function verdictOf({ judged }: AttemptState): Record<string, unknown> {
  if (!judged) return {};
  const { status, confidence, tests, coverage, control, warnings } = judged.verdict;
  return { status, confidence, tests, coverage, control, warnings };
}
