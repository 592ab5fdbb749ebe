import { addedLines } from '../../code/added-lines.ts';
import { clip } from '../../core/clip.ts';
import { ofKind, sentenceOf } from '../../core/judge/findings.ts';
import { type Evidence, scoreReview } from '../../core/judge/review-score.ts';
import { nobodyReviewed } from '../../core/judge/unreviewed.ts';
import type { AttemptState, TaskState } from '../../core/run/run-state.ts';
import { placed, scanPatch } from '../../languages/checks/dangers/scan.ts';
import { readProject } from '../../languages/runs/project.ts';
import { Unfit } from '../../ports/errors.ts';
import type { Missing } from '../../schema/judge/review.ts';
import type { TaskKind } from '../../schema/run/task.ts';
import { changedTexts } from '../changed-texts.ts';
import { type Room, taskIn, withLeave } from '../room.ts';
import type { Thinkers } from '../think.ts';
import { isSilent } from '../verify/runs/affected.ts';
import { opinionsOn } from './opinions.ts';

/** The Moderator's review: what running and scanning showed and what models add to it, scored by code. */
export const review: Room<'review', keyof Thinkers> = async function* (step, context, world) {
  const { state, policy, target } = context;
  const task = taskIn(state, step.task);
  const attempt = task.attempts.find((candidate) => candidate.attempt === step.attempt);
  if (!attempt?.judged || !task.parent) throw new Error('nothing to review');

  const clone = await world.repo.clone(state.run, target);
  const base = await clone.treeOf(task.parent);
  const tree = attempt.judged.judged_tree;
  const { changes, patch } = await clone.diff(base, tree);
  const added = changes.filter((change) => change.status === 'added').map(({ path }) => path);
  const { isTest } = await readProject(clone, base, target, policy, { tree, paths: added });
  const paths = changes.map((change) => change.path);
  const texts = await changedTexts(clone, tree, changes);
  const scanned = await scanPatch({ patch, texts }, isTest, world.parsers);
  const product = changes.filter(({ path, status }) => status !== 'deleted' && !isTest(path) && !isProse(path));
  const { dangers } = scanned;
  const { missing, exhausted, ...opinions } = yield* opinionsOn(
    { task, attempt, tree, patch, dangers, product },
    context,
    world,
  );
  const proof = executed(task, attempt);
  const evidence: Evidence = {
    ...proof,
    secrets: scanned.secrets.map(placed),
    dangers: dangers.map(placed),
    smells: scanned.smells.map(placed),
    unparsed: scanned.unparsed.map(
      (path) => `security: ${path} could not be parsed, so it was only checked line by line`,
    ),
    ...opinions,
    tested: (state.baseline?.total ?? 0) > 0,
    needs_proof:
      provable.has(proof.kind) && !policy.allow_untested && !(await isSilent(clone, base, { tree, changes })),
    tests_added: changes.filter((change) => change.status === 'added' && isTest(change.path)).length,
    docs_touched: paths.some((path) => isProse(path) || /(^|\/)docs\//.test(path)),
    ...described(patch, isTest),
    unlocked: withLeave(policy, task).unlock,
  };
  const round = task.submitted || 1;
  const scored = scoreReview(evidence, round, policy.limits.review_rounds);
  // What checks alone refuse needs nobody's look.
  if (missing.length > 0 && scored.blocking.length === 0) {
    if (exhausted) yield exhausted;
    else if (missing.every(({ cause }) => cause === 'credentials')) throw new Unfit(nobodyReviewed(missing));
    else yield { type: 'review.missing', task: step.task, attempt: step.attempt, missing: missing.map(inShort) };
    return;
  }
  const short = (rows: string[]) => rows.slice(0, 12).map((row) => clip(row, 240));
  yield {
    type: 'review.scored',
    task: step.task,
    attempt: step.attempt,
    ...scored,
    blocking: short(scored.blocking),
    feedback: short(scored.feedback),
  };
};

const inShort = (missing: Missing): Missing => ({ ...missing, reason: clip(missing.reason, 600) });

/** Kinds of work that change what the product does. */
const provable = new Set<TaskKind>(['feature', 'fix', 'endpoint']);

const isProse = (path: string): boolean => /\.(md|mdx|rst|adoc)$/i.test(path);

/** What the judge's run proves. */
function executed(
  task: TaskState,
  attempt: AttemptState,
): Pick<Evidence, 'kind' | 'fixed' | 'proven' | 'uncovered' | 'acceptance'> {
  const verdict = attempt.judged?.verdict;
  const fixed = verdict?.tests.fixed ?? 0;
  const unproven = !verdict || ofKind(verdict, 'unproven').length > 0;
  const { kind } = task.task;
  return {
    // What is called documentation and yet changes more is weighed as what it is: documentation alone needs no proof.
    kind: kind === 'docs' && unproven ? 'feature' : kind,
    fixed,
    proven: unproven || fixed > 0 ? 0 : 1,
    uncovered: verdict?.coverage?.met === false ? ofKind(verdict, 'coverage').map(sentenceOf) : [],
    acceptance: task.task.acceptance.map((text) => ({ text, proven: !unproven })),
  };
}

function described(
  patch: string,
  isTest: (path: string) => boolean,
): Pick<Evidence, 'comments_added' | 'public_surface_added'> {
  const added = [...addedLines(patch)].filter((line) => !isTest(line.path));
  return {
    comments_added: added.some(({ text }) => /^\s*(?:\/\/|\/?\*|#|"""|''')/.test(text)),
    public_surface_added: added.some(({ text }) =>
      /^\s*(?:export\b|module\.exports|exports\.|def [a-z]|class [A-Z]|pub fn|func [A-Z])/.test(text),
    ),
  };
}
