import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { ofKind } from '../judge/findings.ts';
import { howDone, nobodyReviewed } from '../judge/unreviewed.ts';
import type { Departure } from '../learning/learned-order.ts';
import {
  type AttemptState,
  type Baseline,
  failingTests,
  type RunState,
  type TaskState,
  tierAttempts,
} from '../run/run-state.ts';
import type { Step } from '../run/step.ts';
import { afterFailure, type Move, startFor, startingTree } from './ladder.ts';
import { detectLoop, type Loop, type Trace } from './loop-detector.ts';

/** One row. The first one that gives a step is taken; `to` names the situations that it may lead to. */
export interface Row {
  at: string;
  /** Null where it is not the task's situation. */
  step: (view: TaskView) => Step | null;
  to: string[];
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
}

/** The life of a task. It drives `decide` and is what `pawl graph` draws. */
export const taskTable: Row[] = [
  {
    at: 'assign',
    step: ({ task, id }) =>
      task.parent === null ? say(id, 'moderator', task.improvement ? 'IMPROVEMENT_TASK' : 'TASK_ASSIGNED', 0) : null,
    to: ['choose', 'develop'],
  },
  { at: 'choose', step: choose, to: ['develop'] },
  {
    at: 'develop',
    step: (view) => (view.attempt?.finished ? null : develop(view)),
    to: ['verify', 'next tier', 'hand over', 'give up'],
  },
  {
    at: 'verify',
    step: ({ id, attempt, failed }) => (attempt && !failed && !attempt.judged ? work('verify', id, attempt) : null),
    to: ['loop', 'retry', 'next tier', 'hand over', 'give up', 'test', 'submit', 'deliver'],
  },
  { at: 'loop', step: recordLoop, to: ['next tier', 'hand over', 'give up'] },
  { at: 'feedback', step: sendFeedback, to: ['retry', 'next tier', 'give up'] },
  {
    at: 'reject',
    step: ({ id, attempt }) =>
      attempt?.review?.decision === 'reject'
        ? finish(id, 'failed', `review rejected: ${attempt.review.score}/100 after round ${attempt.review.round}`)
        : null,
    to: [],
  },
  { at: 'next tier', step: escalate, to: ['develop'] },
  { at: 'hand over', step: ask, to: ['develop'] },
  {
    at: 'give up',
    step: ({ id, failed, move }) => (failed && move.kind === 'give_up' ? finish(id, 'failed', move.reason) : null),
    to: [],
  },
  {
    at: 'retry',
    step: (view) => (view.failed ? develop(view) : null),
    to: ['verify', 'next tier', 'hand over', 'give up'],
  },
  {
    at: 'test',
    step: ({ id, task, attempt, policy, baseline }) =>
      attempt && isDueForTests(task, attempt, policy, baseline) ? work('test', id, attempt) : null,
    to: ['verify', 'submit', 'deliver'],
  },
  {
    at: 'submit',
    step: ({ id, task, policy, attempt }) =>
      policy.review !== 'off' && task.submitted < round(task)
        ? say(id, 'tech_lead', 'PR_SUBMITTED', round(task), [], attempt?.judged?.judged_tree)
        : null,
    to: ['review'],
  },
  {
    at: 'review',
    step: ({ id, policy, attempt }) =>
      attempt && policy.review !== 'off' && isUnreviewed(attempt) && attempt.missing.length === 0
        ? work('review', id, attempt)
        : null,
    to: ['feedback', 'reject', 'unreviewed', 'refuse', 'deliver'],
  },
  { at: 'unreviewed', step: askAboutReview, to: ['review', 'refuse', 'deliver'] },
  { at: 'refuse', step: refuse, to: [] },
  {
    at: 'deliver',
    step: ({ id, task, attempt }) =>
      attempt && !task.commit ? { kind: 'deliver', task: id, attempt: attempt.attempt, partial: false } : null,
    to: ['learn'],
  },
  {
    at: 'learn',
    step: ({ id, task, attempt }) => (attempt && !task.learned ? work('learn', id, attempt) : null),
    to: ['complete'],
  },
  {
    at: 'complete',
    step: ({ id, task }) =>
      task.completion_sent ? null : say(id, 'tech_lead', 'TASK_COMPLETED', round(task), [], task.commit?.sha),
    to: ['done'],
  },
  { at: 'done', step: ({ id, attempt }) => finish(id, 'completed', howDone(attempt)), to: [] },
];

export function rowFor(
  task: TaskState,
  policy: Policy,
  baseline: Baseline | null,
  left_usd?: number,
  stopped?: RunState['stopped'],
): { row: Row; step: Step } | null {
  const view = viewOf(task, policy, baseline, left_usd, stopped);
  for (const row of taskTable) {
    const step = row.step(view);
    if (step !== null) return { row, step };
  }
  return null;
}

/** Whether somebody tries again after an attempt that was judged so. */
export function isFollowed(
  task: TaskState,
  judged: EventOf<'verdict.reached'>,
  policy: Policy,
  baseline: Baseline | null,
): boolean {
  const attempts = task.attempts.map((candidate) =>
    candidate.attempt === judged.attempt ? { ...candidate, judged } : candidate,
  );
  const { attempt, loop, move } = viewOf({ ...task, attempts }, policy, baseline);
  if (!loop || !attempt) return move.kind === 'retry' || move.kind === 'next_tier';
  const { attempt: number } = attempt;
  const looped = { ...attempt, loop: { type: 'loop.detected' as const, task: task.task.id, attempt: number, ...loop } };
  return afterFailure({ ...task, attempts: [...attempts.slice(0, -1), looped] }, policy).kind === 'next_tier';
}

const provable = new Set<string>(['feature', 'fix', 'endpoint']);

/** A pass that shows too little: nothing proves the change, or too few of its lines are executed. */
function isDueForTests(task: TaskState, attempt: AttemptState, policy: Policy, baseline: Baseline | null): boolean {
  const verdict = attempt.judged?.verdict;
  if (!verdict || attempt.review || task.tests_asked || policy.roles.test_engineer === undefined) return false;
  const runs = (baseline?.runner ?? null) !== null || verdict.tests.total > 0;
  const thin = ofKind(verdict, 'unproven').length > 0 || verdict.coverage?.met === false;
  return runs && thin && provable.has(task.task.kind);
}

function viewOf(
  task: TaskState,
  policy: Policy,
  baseline: Baseline | null,
  left_usd = Number.POSITIVE_INFINITY,
  stopped: RunState['stopped'] = {},
): TaskView {
  // An attempt of an earlier tier, or one that a person has answered, is history: the next one is due.
  const attempt = tierAttempts(task).at(-1);
  const passed = attempt?.judged?.verdict.status === 'pass';
  const ended = attempt?.finished?.ended;
  const failed =
    attempt !== undefined &&
    (ended === 'hand_over' ||
      ended === 'unavailable' ||
      (attempt.judged !== null && !passed) ||
      attempt.review?.decision === 'request_changes');
  const loop =
    failed && attempt.judged && !passed ? detectLoop(tracesOf(task.attempts), policy.limits.same_failure) : null;
  const move = afterFailure(task, policy, left_usd, stopped);
  const start = task.attempts.length === 0 ? startFor(task, policy, left_usd, stopped) : null;
  return { task, id: task.task.id, attempt, policy, baseline, passed, failed, loop, move, start };
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

function choose({ task, id, start }: TaskView): Step | null {
  if (task.attempts.length > 0 || start === null || task.tier === null || task.tier === start.tier.name) return null;
  const { tier, reason } = start;
  return record(id, { type: 'tier.chosen', task: id, tier: tier.name, instead_of: task.tier, reason });
}

function develop({ task, id, attempt, policy, baseline }: TaskView): Step {
  if (attempt && !attempt.finished)
    return { kind: 'develop', task: id, attempt: attempt.attempt, tier: attempt.tier, from_tree: attempt.from_tree };
  const tier = task.tier ?? policy.tiers[0]?.name;
  if (tier === undefined) throw new Error(`there is no tier for the task ${id}`);
  const from_tree = startingTree(task, baseline);
  return { kind: 'develop', task: id, attempt: task.attempts.length + 1, tier, from_tree };
}

const work = (kind: 'verify' | 'test' | 'review' | 'learn', task: string, { attempt }: AttemptState): Step => ({
  kind,
  task,
  attempt,
});

function recordLoop({ id, attempt, failed, loop }: TaskView): Step | null {
  if (!failed || loop === null || !attempt || attempt.loop) return null;
  const { kind, evidence } = loop;
  return record(id, { type: 'loop.detected', task: id, attempt: attempt.attempt, kind, evidence });
}

function sendFeedback({ id, task, attempt }: TaskView): Step | null {
  const review = attempt?.review;
  if (review?.decision !== 'request_changes' || task.feedback_sent >= review.round) return null;
  return say(id, 'moderator', 'PR_FEEDBACK', review.round, review.feedback);
}

const isUnreviewed = ({ review, leave }: AttemptState): boolean => review === null && leave === null;

/** Nobody looked who was asked to: a person decides. */
function askAboutReview({ id, task, attempt, policy }: TaskView): Step | null {
  if (!attempt || attempt.missing.length === 0 || policy.asks === false || task.improvement) return null;
  const question = `${nobodyReviewed(attempt.missing)}. Its tests pass. Commit it without a review? (yes, no, or anything else to have it reviewed again)`;
  return record(id, { type: 'handed.over', task: id, question, reason: 'nobody reviewed the change', about: 'review' });
}

/** Without a review, and without a person's leave, nothing is committed. */
function refuse({ id, attempt }: TaskView): Step | null {
  if (attempt?.leave === false) return finish(id, 'failed', 'nobody reviewed the change, and a person refused it');
  return attempt && attempt.missing.length > 0 ? finish(id, 'failed', nobodyReviewed(attempt.missing)) : null;
}

function escalate({ task, id, failed, move }: TaskView): Step | null {
  if (!failed || move.kind !== 'next_tier' || task.tier === null) return null;
  return record(id, { type: 'tier.escalated', task: id, from: task.tier, to: move.to, reason: move.reason });
}

function ask({ id, task, failed, move }: TaskView): Step | null {
  if (!failed || move.kind !== 'ask_person') return null;
  const { question, reason, unlock } = move;
  // Nobody is troubled with what nobody asked for.
  if (task.improvement) return finish(id, 'failed', `it needs a person: ${reason}`);
  return record(id, { type: 'handed.over', task: id, question, reason, ...(unlock.length > 0 && { unlock }) });
}

const record = (task: string, event: PawlEvent): Step => ({ kind: 'record', task, event });

const finish = (task: string, status: 'completed' | 'failed', reason: string): Step =>
  record(task, { type: 'task.finished', task, status, reason });

function say(
  task: string,
  from: 'moderator' | 'tech_lead',
  kind: EventOf<'message.sent'>['kind'],
  at: number,
  feedback: string[] = [],
  ref: string | null = null,
): Step {
  const to = from === 'moderator' ? 'tech_lead' : 'moderator';
  return record(task, { type: 'message.sent', from, to, kind, task, round: at, ref, feedback });
}

/** The review round that the newest attempt is in. */
const round = (task: TaskState): number =>
  task.attempts.slice(0, -1).filter((attempt) => attempt.review !== null).length + 1;
