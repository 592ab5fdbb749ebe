import type { Phase, RunStatus, StepKind } from '../../schema/run/lifecycle.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { isDueForLanding } from '../delivery/landing.ts';
import { isDueForPull } from '../forge/pull-branch.ts';
import { faultOf } from '../judge/whole.ts';
import { capsOf } from '../money/caps.ts';
import { bestAttempt } from '../task/ladder.ts';
import { nextMail } from '../task/messages.ts';
import type { AttemptState, Message, TaskState } from '../task/task-state.ts';
import { rowFor } from '../task/task-table.ts';
import { consultation } from './consultation.ts';
import { type Ending, endingOf, improving } from './ending/ending.ts';
import { runFinished } from './ending/run-finished.ts';
import { decompose } from './planning.ts';
import { type RunState, stepKey, usdOf } from './run-state.ts';
import type { Step } from './step.ts';

/** The steps that may start now: at most one a task, none twice. Pure: the same state and time give the same steps. */
export function decide(state: RunState, policy: Policy, now: number): Step[] {
  if (state.finished) return [];
  const ending = endingOf(state, policy, now >= deadline(state, policy));
  if (ending) return Object.keys(state.running).length > 0 ? [] : [close(state, policy, ending)];
  if (isHeldUp(state, policy) || state.running[''] !== undefined) return [];
  if (policy.agent !== undefined)
    return [state.phase === 'initializing' ? enter(state, 'executing') : consultation(state, policy.agent)];
  switch (state.phase) {
    case 'initializing':
      return [state.baseline ? enter(state, 'decomposing') : { kind: 'intake', task: null }];
    case 'decomposing':
      return [decompose(state, policy)];
    case 'executing':
      return open(state, false).length > 0 ? work(state, policy, false) : [enter(state, 'reviewing')];
    case 'reviewing':
      if (state.accepted === null && state.tasks.length > 0) return [{ kind: 'accept', task: null }];
      if (isDueForLanding(state, policy)) return [land(state)];
      return [enter(state, policy.improve > 0 ? 'improving' : 'completed')];
    case 'improving':
      if (open(state, true).length > 0) return work(state, policy, true);
      if (improving(state, policy)) return [{ kind: 'improve', task: null }];
      if (state.landing.rebased && state.accepted === null) return [{ kind: 'accept', task: null }];
      return [isDueForLanding(state, policy) ? land(state) : enter(state, 'completed')];
    default:
      return [];
  }
}

/** On a base that has moved the work may fail, though it did not on its own. */
function land(state: RunState): Step {
  const { accepted, landing, tasks } = state;
  const fault = landing.rebased && accepted ? faultOf(accepted, tasks) : null;
  if (fault === null) return { kind: 'land', task: null };
  const { into } = landing;
  const event = {
    type: 'delivery.refused' as const,
    reason: 'base_moved',
    command: `git merge ${state.branch}`,
    exit_code: null,
    message: `${into} has moved since the run began, and the work does not pass on top of it: ${fault}`,
    cure: `rebase ${state.branch} onto ${into} by hand, and run the tests`,
  };
  return { kind: 'record', task: null, event };
}

/** The ending that makes running steps stop: a cancel, a deadline or a spent budget. */
export function mustStop(state: RunState, policy: Policy, now: number): boolean {
  return !state.finished && (state.cancelled !== null || state.exhausted !== null || now >= deadline(state, policy));
}

/** When the run or one of its tasks is out of time; time without an owner or spent waiting for a person does not count. */
export function deadline(state: RunState, policy: Policy): number {
  if (isResting(state, policy)) return Number.POSITIVE_INFINITY;
  const minutes = policy.limits.run_minutes;
  const ends = state.tasks
    .filter((task) => task.status === 'active' && task.task.id !== state.waiting?.task)
    .map((task) => state.last_at + policy.limits.task_minutes * 60_000 - task.active_ms);
  if (policy.agent !== undefined) ends.push(state.last_at + policy.limits.task_minutes * 60_000 - state.active_ms);
  if (minutes !== null) ends.push(state.last_at + minutes * 60_000 - state.active_ms);
  return Math.min(...ends);
}

/** Nobody works: a person has to say something first. */
function isResting(state: RunState, policy: Policy): boolean {
  if (state.waiting === null || Object.keys(state.running).length > 0) return false;
  return isHeldUp(state, policy) || work(state, policy, false).length === 0;
}

function close(state: RunState, policy: Policy, { status, reason }: Ending): Step {
  const final: Phase = status === 'completed' || status === 'cancelled' ? status : 'failed';
  if (state.phase !== final) return enter(state, final);
  const partial = status === 'completed' || status === 'cancelled' ? null : worthKeeping(state, policy);
  if (partial && !gaveUp(state, 'deliver', partial.task))
    return { kind: 'deliver', task: partial.task, attempt: partial.attempt, partial: true };
  const step = leftToShow(state, policy, status);
  if (step) return step;
  if (policy.issue && !state.answered && !gaveUp(state, 'answer', ''))
    return { kind: 'answer', task: null, status, reason };
  if (gaveUp(state, 'report', ''))
    return { kind: 'record', task: null, event: runFinished(state, { status, reason, report: null }) };
  return { kind: 'report', task: null, status, reason };
}

/** Unfinished work becomes a draft; every pull request that nobody merged is told. */
function leftToShow({ tasks, salvaged, step_errors }: RunState, policy: Policy, status: RunStatus): Step | null {
  const taskState = salvaged && tasks.find(({ task }) => task.id === salvaged.task);
  const last = taskState && salvaged.attempt;
  const gaveUpOn = taskState && step_errors[stepKey('pr', taskState.task.id)] !== undefined;
  if (taskState && last && status !== 'cancelled' && !gaveUpOn && isDueForPull(taskState, policy, 'unfinished', last))
    return { kind: 'pr', task: taskState.task.id, attempt: last, stage: 'unfinished' };
  const open = tasks.find(({ pull }) => pull?.state === 'open');
  if (!open?.pull) return null;
  if (step_errors[stepKey('pr', open.task.id)] === undefined)
    return { kind: 'pr', task: open.task.id, stage: 'outcome' };
  const { ref, url } = open.pull;
  const reason = 'its forge could not be asked';
  return { kind: 'record', task: null, event: { type: 'pr.pending', task: open.task.id, ref, url, reason } };
}

/** Unfinished work that `keep_partial` allows to keep, once. */
function worthKeeping(state: RunState, policy: Policy): { task: string; attempt: number } | null {
  if (policy.keep_partial === 'never') return null;
  const task = state.tasks.find(
    (candidate) => (candidate.status === 'failed' || candidate.status === 'active') && !candidate.commit,
  );
  if (!task) return null;
  const attempt =
    lastPassed(task) ??
    bestAttempt(task, task.baseline ?? state.baseline) ??
    (policy.keep_partial === 'always' ? lastChange(task) : undefined);
  // Another task may have been delivered since this one began: then base is another tree.
  const bases = [state.salvaged?.tree, state.baseline?.tree, task.baseline?.tree, task.attempts[0]?.from_tree];
  const changed = attempt?.judged && !bases.includes(attempt.judged.judged_tree);
  return changed ? { task: task.task.id, attempt: attempt.attempt } : null;
}

/** Attempts whose own base is known: what was made before a merge would take back what others did. */
const onItsBase = ({ attempts, merged_from }: TaskState): AttemptState[] =>
  attempts.filter(({ conflict }, index) => index >= merged_from || conflict !== null);

/** Work that only lacks its review is worth most. */
const lastPassed = (task: TaskState) =>
  onItsBase(task).findLast(({ judged, integrity }) => judged?.verdict.status === 'pass' && integrity.length === 0);

const lastChange = (task: TaskState) =>
  onItsBase(task).findLast((attempt) => attempt.judged && attempt.finished?.files.length);

const gaveUp = (state: RunState, kind: StepKind, task: string): boolean =>
  (state.step_errors[stepKey(kind, task)]?.count ?? 0) > 0;

/** A question about one task keeps the others from nothing, where several are worked on at the same time. */
const isHeldUp = ({ waiting, phase }: RunState, { parallel }: Policy): boolean =>
  waiting !== null && (waiting.task === null || parallel === 1 || phase !== 'executing');

/** One step for each task that is free to go on, the earliest first. */
function work(state: RunState, policy: Policy, improvement: boolean): Step[] {
  const completedIds = new Set(state.tasks.filter((task) => task.status === 'completed').map((task) => task.task.id));
  const openTasks = open(state, improvement).filter(({ task }) => task.id !== state.waiting?.task);
  const free = openTasks.filter((task) =>
    task.task.depends_on.every((id) => completedIds.has(id) || !state.tasks.some((other) => other.task.id === id)),
  );
  // Tasks that wait for each other would wait for ever: the first one goes ahead.
  const going = free.length > 0 || state.waiting ? free : openTasks;
  const active = going.filter(({ status }) => status === 'active');
  const failed = state.tasks.some((task) => task.status === 'failed' && !task.improvement);
  const begun = failed ? [] : going.filter(({ status }) => status === 'pending');
  const mail = nextMail(state.tasks);
  const steps = [...active, ...begun]
    .slice(0, policy.parallel)
    .filter((task) => state.running[task.task.id] === undefined)
    .flatMap((task) => stepOf(task));
  return inTurn(steps, state);

  function stepOf(task: TaskState): Step[] {
    const message = mail.get(task.task.id);
    if (message) return [received(task.task.id, message)];
    const { tip, stopped } = state;
    const around = { left_usd: leftUsd(state, policy, task), stopped, tip };
    const row = rowFor(task, policy, task.baseline ?? state.baseline, around);
    return row ? [row.step] : [];
  }
}

const received = (task: string, { seq, to, kind }: Message): Step => ({
  kind: 'record',
  task,
  event: { type: 'message.received', message: seq, to, kind, task },
});

/** Changes are brought together one at a time, and a person is asked one question at a time. */
function inTurn(steps: Step[], { running, waiting }: RunState): Step[] {
  let isTaken = Object.values(running).some((kind) => kind === 'merge' || kind === 'deliver');
  let isAsking = waiting !== null;
  return steps.filter((step) => {
    if (step.kind === 'merge' || step.kind === 'deliver') {
      const isFree = !isTaken;
      isTaken = true;
      return isFree;
    }
    if (step.kind !== 'record' || step.event.type !== 'handed.over') return true;
    const isFree = !isAsking;
    isAsking = true;
    return isFree;
  });
}

/** What the caps of the task and of the run leave; the one of the day is the ledger's to hold. */
function leftUsd(state: RunState, policy: Policy, { task }: TaskState): number {
  const { task_usd, run_usd } = capsOf(state, policy);
  return Math.min(task_usd - usdOf(state.usd_by_task, task.id), run_usd - state.usd);
}

const open = (state: RunState, improvement: boolean): TaskState[] =>
  state.tasks.filter(
    (task) => task.improvement === improvement && (task.status === 'pending' || task.status === 'active'),
  );

const enter = (state: RunState, to: Phase): Step => ({
  kind: 'record',
  task: null,
  event: { type: 'phase.changed', from: state.phase, to },
});
