import type { Policy } from '../../schema/settings/policy.ts';
import { isRefusedByHook } from '../delivery/hooks.ts';
import type { Departure } from '../learning/learned-order.ts';
import type { RunState } from '../run/run-state.ts';
import { afterFailure, type Move, startFor } from './ladder.ts';
import { detectLoop, type Loop, type Trace } from './loop-detector.ts';
import { type AttemptState, type Baseline, failingTests, type TaskState, tierAttempts } from './task-state.ts';

/** What of the run a task depends on, beside its base. */
export interface Around {
  left_usd?: number;
  stopped?: RunState['stopped'];
  tip?: string;
}

export interface TaskView {
  task: TaskState;
  id: string;
  attempt: AttemptState | undefined;
  policy: Policy;
  baseline: Baseline | null;
  passed: boolean;
  /** The attempt is over and did not lead to a commit: its verdict, its review or its developer failed. */
  failed: boolean;
  loop: Loop | null;
  move: Move;
  /** Where a task that nobody has tried yet begins instead of at the first tier. */
  start: Departure | null;
  /** The newest commit of the run, where it is known. */
  tip: string | undefined;
}

export function viewOf(
  task: TaskState,
  policy: Policy,
  baseline: Baseline | null,
  { left_usd = Number.POSITIVE_INFINITY, stopped = {}, tip }: Around = {},
): TaskView {
  // An attempt of an earlier tier, or one that a person has answered, is history: the next one is due.
  const attempt = tierAttempts(task).at(-1);
  const green = attempt?.judged?.verdict.status === 'pass' && attempt.conflict === null;
  const unhooked = attempt !== undefined && isRefusedByHook(attempt);
  const passed = green && !unhooked;
  const ended = attempt?.finished?.ended;
  const refused = green ? refusedBefore(task, attempt) : undefined;
  const failed =
    attempt !== undefined &&
    (ended === 'hand_over' ||
      ended === 'unavailable' ||
      (attempt.judged !== null && !passed) ||
      attempt.conflict !== null ||
      unhooked ||
      refused !== undefined ||
      attempt.review?.decision === 'request_changes');
  const loop =
    refused ??
    (failed && attempt.judged && !green && attempt.conflict === null
      ? detectLoop(tracesOf(task.attempts), policy.limits.same_failure)
      : null);
  const move = unreviewable(attempt, task, policy) ?? afterFailure(task, policy, left_usd, stopped);
  const start = task.attempts.length === 0 ? startFor(task, policy, left_usd, stopped) : null;
  return { task, id: task.task.id, attempt, policy, baseline, passed, failed, loop, move, start, tip };
}

/** A change may be the same and name other tests that show what it does. */
const proofsOf = ({ finished }: AttemptState): string => JSON.stringify(finished?.proofs ?? []);

/** The review of exactly this tree asked for changes, or a hook refused it: another look would say the same. */
function refusedBefore({ attempts }: TaskState, attempt: AttemptState | undefined): Loop | undefined {
  const tree = attempt?.judged?.judged_tree;
  if (!attempt || tree === undefined || attempt.review !== null) return undefined;
  const twin = attempts.find(
    (one) =>
      one.attempt < attempt.attempt &&
      one.judged?.judged_tree === tree &&
      proofsOf(one) === proofsOf(attempt) &&
      (one.review?.decision === 'request_changes' || isRefusedByHook(one)),
  );
  return (
    twin && {
      kind: 'same_state',
      evidence: `attempt ${attempt.attempt} repeats attempt ${twin.attempt}, ${isRefusedByHook(twin) ? 'which a commit hook refused' : 'for which the review asked for changes'}`,
    }
  );
}

/** Every review of a change that was approved and could not be merged was one of the rounds. */
function unreviewable(attempt: AttemptState | undefined, { attempts }: TaskState, { limits }: Policy): Move | null {
  if (!attempt?.conflict) return null;
  if (attempts.filter(({ review }) => review !== null).length < limits.review_rounds) return null;
  const files = attempt.conflict.conflicts.join(', ');
  return { kind: 'give_up', reason: `it conflicts with other tasks in ${files}, and no review round is left` };
}

/**
 * Attempts whose work was judged: a developer that could not work shows nothing about circles, and one that a person has
 * answered since knows more than it did.
 */
function tracesOf(attempts: readonly AttemptState[]): Trace[] {
  const traces: Trace[] = [];
  for (const attempt of attempts) {
    const { finished, judged, answered } = attempt;
    if (!finished || !judged || answered) continue;
    traces.push({
      attempt: attempt.attempt,
      tier: attempt.tier,
      tree: finished.tree,
      unchanged: finished.files.length === 0,
      signature: judged.signature,
      fingerprint: finished.fingerprint,
      alike: finished.alike,
      failing: failingTests(attempt),
      broken: judged.verdict.tests.broken,
    });
  }
  return traces;
}
