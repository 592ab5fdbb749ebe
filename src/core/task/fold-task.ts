import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { Task } from '../../schema/run/task.ts';
import { type RunState, stoppedTier } from '../run/run-state.ts';
import { tiersFor } from './ladder.ts';
import { type AttemptState, lastAttempt, type TaskState } from './task-state.ts';

/** What an event says about one task and its attempts. */
export function foldTask(state: RunState, event: PawlEvent): RunState {
  switch (event.type) {
    case 'message.sent':
      return onTask(state, event.task, (task) => messaged(task, event, state));
    case 'message.received':
      return onTask(state, event.task, (task) => ({
        ...task,
        messages: task.messages.map((message) =>
          message.seq === event.message ? { ...message, received: true } : message,
        ),
      }));
    case 'attempt.started':
      return onTask(state, event.task, (task) => attemptStarted(task, event, state));
    case 'attempt.finished':
      return onAttempt(state, event, (attempt) => ({ ...attempt, finished: event, tree: event.tree }));
    case 'verdict.reached':
      return onAttempt(state, event, (attempt) => judged(attempt, event));
    case 'tests.written':
      return testsWritten(state, event);
    case 'integrity.violated':
      return onAttempt(state, event, (attempt) => ({ ...attempt, integrity: [...attempt.integrity, ...event.files] }));
    case 'failure.analysed':
      return onAttempt(state, event, (attempt) => ({ ...attempt, analyses: [...attempt.analyses, event] }));
    case 'loop.detected':
      return onAttempt(state, event, (attempt) => ({ ...attempt, loop: event }));
    case 'review.scored':
      return onAttempt(state, event, (attempt) => ({ ...attempt, review: event }));
    case 'review.missing':
      return onAttempt(state, event, (attempt) => ({
        ...attempt,
        missing: event.missing,
        unreviewed: attempt.unreviewed + 1,
      }));
    case 'hooks.ran':
      return onAttempt(state, event, (attempt) => hooked(attempt, event));
    case 'change.merged':
      return onTask(state, event.task, (task) => merged(task, event, state.baseline));
    case 'tier.chosen':
      return onTask(state, event.task, (task) => ({ ...task, tier: event.tier }));
    case 'tier.escalated':
      return onTask(state, event.task, (task) => ({ ...task, tier: event.to, tier_from: task.attempts.length }));
    case 'execution.remembered':
      return onAttempt(state, event, (attempt) => ({ ...attempt, remembered: event.code_hash }));
    case 'history.recalled':
      return onTask(state, event.task, (task) => ({ ...task, history: [...task.history, event] }));
    case 'lesson.recalled':
      return onTask(state, event.task, (task) => ({ ...task, recalled: [...task.recalled, event] }));
    case 'lesson.learned':
      return onTask(state, event.task, (task) => ({
        ...task,
        learned: true,
        lesson: event.pattern ?? event.error,
      }));
    case 'task.finished':
      return onTask(state, event.task, (task) => ({ ...task, status: event.status, reason: event.reason }));
    default:
      return state;
  }
}

/** A stopped one where no other is left: who begins with it learns why. */
function firstTier({ policy, stopped }: RunState, { kind }: Task): string | null {
  const [first, ...others] = tiersFor(kind, policy?.tiers ?? []);
  const open = [first, ...others].find((tier) => tier && stoppedTier(stopped, tier.name) === null);
  return (open ?? first)?.name ?? null;
}

function messaged(task: TaskState, event: EventOf<'message.sent'>, state: RunState): TaskState {
  const { to, kind, round } = event;
  const message = { seq: state.seq, to, kind, round, attempt: task.attempts.length, received: false };
  const next = { ...task, messages: [...task.messages, message] };
  if (kind !== 'TASK_ASSIGNED' && kind !== 'IMPROVEMENT_TASK') return next;
  return {
    ...next,
    status: task.status === 'pending' ? 'active' : task.status,
    parent: state.tip,
    baseline: state.baseline,
    tier: task.tier ?? firstTier(state, task.task),
  };
}

/**
 * The task builds on another commit now. Its change is judged there anew, and its review stands. Where both changed the
 * same lines, the attempt has led to nothing.
 */
function merged(task: TaskState, event: EventOf<'change.merged'>, baseline: RunState['baseline']): TaskState {
  const { tree, onto } = event;
  const change = (attempt: AttemptState): AttemptState => {
    if (tree === null) return { ...attempt, conflict: event };
    const finished = attempt.finished && { ...attempt.finished, tree };
    return { ...attempt, tree, finished, judged: null, before_tests: null };
  };
  const { length } = task.attempts;
  return {
    ...task,
    parent: onto,
    baseline,
    merged_from: tree === null ? length : length - 1,
    attempts: task.attempts.map((attempt) => (attempt.attempt === event.attempt ? change(attempt) : attempt)),
  };
}

/** What hooks changed is judged and reviewed like the attempt itself. */
function hooked(attempt: AttemptState, event: EventOf<'hooks.ran'>): AttemptState {
  const { changed } = event;
  if (changed === null) return { ...attempt, hooks: event };
  return {
    ...attempt,
    tree: changed.tree,
    finished: attempt.finished && { ...attempt.finished, ...changed },
    ...{ judged: null, before_tests: null, review: null, missing: [] },
    hooks: event,
    hook_changes: attempt.hook_changes + 1,
  };
}

function attemptStarted(
  task: TaskState,
  event: EventOf<'attempt.started'>,
  { last_at, active_ms }: RunState,
): TaskState {
  const attempt: AttemptState = {
    attempt: event.attempt,
    tier: event.tier,
    from_tree: event.from_tree,
    prompt_ref: event.prompt_ref,
    tree: event.from_tree,
    finished: null,
    judged: null,
    before_tests: null,
    integrity: [],
    analyses: [],
    remembered: null,
    conflict: null,
    loop: null,
    review: null,
    hooks: null,
    hook_changes: 0,
    missing: [],
    unreviewed: 0,
    leave: null,
    answered: false,
    usd: 0,
    started_at: last_at,
    began_ms: active_ms,
    ended_ms: active_ms,
  };
  if (lastAttempt(task)?.attempt === event.attempt) return task;
  return { ...task, attempts: [...task.attempts, attempt] };
}

/** Tests that the attempt does not pass with are left out of it again. */
function judged(attempt: AttemptState, event: EventOf<'verdict.reached'>): AttemptState {
  const { before_tests } = attempt;
  const dropped = before_tests !== null && before_tests.judged?.judged_tree === event.judged_tree;
  return { ...attempt, judged: event, ...(dropped && { finished: before_tests.finished }) };
}

/** The attempt with the tests that were added to it: nothing is judged yet. */
function testsWritten(state: RunState, event: EventOf<'tests.written'>): RunState {
  const { files, tree, diff_ref } = event;
  const next = onTask(state, event.task, (task) => ({ ...task, tests_asked: true }));
  if (files.length === 0) return next;
  return onAttempt(next, event, ({ finished, judged: verdict, ...attempt }) => ({
    ...attempt,
    finished: finished && { ...finished, tree, diff_ref, files: [...finished.files, ...files].slice(0, 40) },
    judged: null,
    before_tests: { finished, judged: verdict },
  }));
}

export function newTask(task: Task, improvement: boolean): TaskState {
  return {
    task,
    improvement,
    status: 'pending',
    reason: '',
    parent: null,
    baseline: null,
    tier: null,
    tier_from: 0,
    attempts: [],
    merged_from: 0,
    messages: [],
    commit: null,
    learned: false,
    pull: null,
    pull_shown: {},
    lesson: null,
    tests_asked: false,
    recalled: [],
    history: [],
    hints: [],
    unlocked: [],
    active_ms: 0,
  };
}

export function onTask(state: RunState, id: string, change: (task: TaskState) => TaskState): RunState {
  return { ...state, tasks: state.tasks.map((task) => (task.task.id === id ? change(task) : task)) };
}

export function onAttempt(
  state: RunState,
  { task, attempt }: { task: string; attempt: number },
  change: (attempt: AttemptState) => AttemptState,
): RunState {
  return onTask(state, task, (taskState) => ({
    ...taskState,
    attempts: taskState.attempts.map((candidate) => (candidate.attempt === attempt ? change(candidate) : candidate)),
  }));
}
