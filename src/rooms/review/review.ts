import { clip } from '../../core/clip.ts';
import { compact } from '../../core/judge/criteria.ts';
import { scoreReview } from '../../core/judge/review-score.ts';
import { nobodyReviewed } from '../../core/judge/unreviewed.ts';
import { submittedRound } from '../../core/task/messages.ts';
import { noTests } from '../../languages/runs/run-tests.ts';
import { Unfit } from '../../ports/errors.ts';
import type { Criterion } from '../../schema/judge/criterion.ts';
import type { Missing } from '../../schema/judge/review.ts';
import { testRunSchema } from '../../schema/judge/test-run.ts';
import { checkCriteria } from '../criteria.ts';
import { noting } from '../noting.ts';
import { recurringFor } from '../recurring.ts';
import { foldersFor, type Room, taskIn, withLeave } from '../room.ts';
import type { Thinkers } from '../think.ts';
import { gather } from './evidence.ts';
import { opinionsOn } from './opinions.ts';

/** The Moderator's review: what running and scanning showed and what models add to it, scored by code. */
export const review: Room<'review', 'memory' | keyof Thinkers> = async function* (step, context, world) {
  const { state, policy, target } = context;
  const task = taskIn(state, step.task);
  const attempt = task.attempts.find((candidate) => candidate.attempt === step.attempt);
  if (!attempt?.judged || !task.parent) throw new Error('nothing to review');

  const clone = foldersFor(task, policy, await world.repo.clone(state.run, target));
  const { verdict, judged_tree: tree } = attempt.judged;
  const base = await clone.treeOf(task.parent);
  const change = {
    base,
    tree,
    verdict,
    kind: task.task.kind,
    tested: ((task.baseline ?? state.baseline)?.total ?? 0) > 0,
    acceptance: await criteria(),
    unlocked: withLeave(policy, task).unlock,
    words: {
      request: [await world.blobs.text(state.request_ref), task.task.title, ...task.task.acceptance].join('\n'),
      summary: attempt.finished?.summary ?? '',
    },
  };
  const { evidence, scanned, patch, product } = await gather(change, clone, context, world.parsers);
  const changed = product.map(({ path }) => path);
  const before = { run: state.run, task: step.task };
  const recurring = (yield* noting(step.task, () => recurringFor(changed, world.memory, before))) ?? [];
  const { missing, exhausted, ...opinions } = yield* opinionsOn(
    { task, attempt, tree, patch, dangers: scanned.dangers, product, recurring },
    context,
    world,
  );
  const round = submittedRound(task);
  const scored = scoreReview({ ...evidence, ...opinions }, round, policy.limits.review_rounds);
  // What checks alone refuse needs nobody's look.
  if (missing.length > 0 && scored.blocking.length === 0) {
    if (exhausted) yield exhausted;
    else if (missing.every(({ cause }) => cause === 'credentials')) throw new Unfit(nobodyReviewed(missing));
    else yield { type: 'review.missing', task: step.task, attempt: step.attempt, missing: missing.map(inShort) };
    return;
  }
  // An event has room for twelve short rows, or for fewer that say more.
  const short = (rows: string[]) => {
    const most = Math.floor(2640 / Math.min(12, Math.max(3, rows.length)));
    return rows.slice(0, 12).map((row) => clip(row, most));
  };
  yield {
    type: 'review.scored',
    task: step.task,
    attempt: step.attempt,
    ...scored,
    blocking: short(scored.blocking),
    feedback: short(scored.feedback),
    ...(scored.noted && { noted: scored.noted.slice(0, 3).map((row) => clip(row, 100)) }),
    ...(scored.breaking && { breaking: scored.breaking.map((row) => clip(row, 120)) }),
    ...(recurring.length > 0 && { recurring: recurring.map((row) => clip(row, 240)) }),
    ...(scored.criteria && { criteria: compact(scored.criteria, 1500) }),
  };

  async function criteria(): Promise<Criterion[]> {
    const { acceptance, proofs: planned = [] } = task.task;
    if (acceptance.length === 0) return [];
    const runOf = async (ref: string) => testRunSchema.parse(JSON.parse(await world.blobs.text(ref)));
    const run = attempt?.judged?.run_ref ? await runOf(attempt.judged.run_ref) : null;
    const measured = task.baseline ?? state.baseline;
    const baseline = measured ? await runOf(measured.run_ref) : noTests();
    const { changes } = await clone.diff(base, tree);
    const named = { acceptance, planned, developer: attempt?.finished?.proofs ?? [] };
    return checkCriteria(named, { tree, changes, run, baseline }, clone, { ...context, sandbox: world.sandbox });
  }
};

const inShort = (missing: Missing): Missing => ({ ...missing, reason: clip(missing.reason, 600) });
