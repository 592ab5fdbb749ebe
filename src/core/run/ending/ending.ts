import type { RunStatus } from '../../../schema/run/lifecycle.ts';
import type { Policy } from '../../../schema/settings/policy.ts';
import { isStuckInHook } from '../../delivery/hooks.ts';
import { faultOf } from '../../judge/whole.ts';
import { inDollars } from '../../money/dollars.ts';
import { type AttemptState, lastAttempt, type TaskState } from '../../task/task-state.ts';
import { consulted } from '../consultation.ts';
import { type RunState, stepKey } from '../run-state.ts';
import { cutOffFromPlanning, isDown, whyDown } from './outage.ts';

export interface Ending {
  status: RunStatus;
  reason: string;
}

/** How the run ends now; null: it continues. `isLate`: the run or one of its tasks is out of time. */
export function endingOf(state: RunState, policy: Policy, isLate: boolean): Ending | null {
  const consultation = policy.agent === undefined ? null : consulted(state, policy.agent);
  if (state.phase === 'completed') return consultation ?? { status: 'completed', reason: howCompleted(state) };
  if (state.cancelled !== null) return { status: 'cancelled', reason: state.cancelled };
  if (state.phase === 'improving') {
    const stopped = stoppedImproving(state, isLate);
    return stopped === null ? null : { status: 'completed', reason: `${howCompleted(state)}; ${stopped}` };
  }
  if (state.exhausted) {
    const { cap, limit_usd, spent_usd, needed_usd } = state.exhausted;
    return {
      status: 'budget_exhausted',
      reason: `the next call could exceed the ${cap} limit of ${inDollars(limit_usd)}: ${inDollars(spent_usd)} spent, and the call could cost ${inDollars(needed_usd)}`,
    };
  }
  if (isLate) return { status: 'timed_out', reason: 'the time limit of the run or its task was reached' };
  if (consultation) return consultation;
  if (cutOffFromPlanning(state, policy)) return { status: 'unfit', reason: whyDown(state) };
  const failed = state.tasks.find((task) => task.status === 'failed' && !task.improvement);
  // What others have under way is not lost with it.
  if (failed && !state.tasks.some((task) => task.status === 'active' && state.waiting?.task !== task.task.id))
    return (
      stuckInHook(failed) ??
      refusedKeys(state, failed) ?? {
        status: isReviewRejected(failed) ? 'review_rejected' : 'failed',
        reason: isDown(state) ? whyDown(state) : failed.reason,
      }
    );
  const { refused, rebased } = state.landing;
  if (refused) return { status: 'undelivered', reason: `${refused.message}: ${refused.cure}` };
  const fault = state.accepted && !rebased && faultOf(state.accepted, state.tasks);
  if (fault) return { status: 'failed', reason: fault };
  const finalError = Object.entries(state.step_errors).find(
    ([step, error]) => step !== improveKey && isFinal(error),
  )?.[1];
  if (finalError)
    return { status: finalError.last.exit_code === 8 ? 'unfit' : 'failed', reason: finalError.last.message };
  return null;
}

/** The change is good, and the user's own hooks cannot work here. */
function stuckInHook(task: TaskState): Ending | null {
  const last = lastAttempt(task);
  return last && isStuckInHook(last) ? { status: 'unfit', reason: task.reason } : null;
}

/** Nobody could work at all, because every key was refused: that is for the environment to mend, not for a developer. */
function refusedKeys(state: RunState, { attempts }: TaskState): Ending | null {
  const isRefused = ({ finished, tier }: AttemptState) =>
    finished?.ended === 'unavailable' && Object.hasOwn(state.refused_keys, tier);
  if (!attempts.some(isRefused) || attempts.some((attempt) => hasChanged(attempt) && !isRefused(attempt))) return null;
  return { status: 'unfit', reason: whyDown(state) };
}

const hasChanged = ({ finished }: AttemptState): boolean => (finished?.files.length ?? 0) > 0;

/** Its last change passed its tests and not its review, or nobody gave it one. */
function isReviewRejected(task: TaskState): boolean {
  const last = lastAttempt(task);
  return last !== undefined && ((last.review !== null && last.review.decision !== 'approve') || last.unreviewed > 0);
}

function howCompleted(state: RunState): string {
  const { refused } = state.landing;
  return `${howDone(state)}${refused ? `; improvements stayed on their branch: ${refused.message}` : ''}`;
}

function howDone({ tasks }: RunState): string {
  const isReviewed = (task: TaskState) => lastAttempt(task)?.review?.by !== 'checks' && lastAttempt(task)?.review;
  const [commits, unreviewed] = [
    tasks.filter(({ commit }) => commit),
    tasks.filter((task) => task.commit && !isReviewed(task)),
  ];
  if (commits.length === 0) return 'there was nothing to do';
  if (unreviewed.length === 0) return 'every task was tested, reviewed and committed';
  if (unreviewed.length === commits.length) return 'every task was tested and committed; nobody reviewed the changes';
  const titles = unreviewed.map(({ task }) => task.id).join(', ');
  return `every task was tested and committed; nobody reviewed ${titles}`;
}

/** What ends improvements before their time. The work is done and delivered by then: nothing takes that back. */
function stoppedImproving(state: RunState, isLate: boolean): string | null {
  if (state.exhausted) return `improvements stopped at the ${state.exhausted.cap} limit of their budget`;
  if (isLate) return 'improvements stopped at the time limit';
  const error = Object.entries(state.step_errors).find(([step, one]) => step !== improveKey && isFinal(one))?.[1];
  return error ? `improvements stopped: ${error.last.message}` : null;
}

/** An improver that keeps failing costs the improvement, never the run. */
export function improving(state: RunState, policy: Policy): boolean {
  const error = state.step_errors[improveKey];
  return state.improvements < policy.improve && !(error && isFinal(error));
}

const improveKey = stepKey('improve', null);
const isFinal = ({ count, last }: RunState['step_errors'][string]): boolean => last.exit_code === 8 || count >= 3;
