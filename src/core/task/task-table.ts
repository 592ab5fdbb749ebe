import type { EventOf, PawlEvent } from '../../schema/event.ts';
import type { Policy } from '../../schema/policy.ts';
import { ofKind } from '../judge/findings.ts';
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

/** One row: in the first situation that holds, take the step. `to` names the situations it may lead to. */
export interface Row {
  at: string;
  when: (view: TaskView) => boolean;
  step: (view: TaskView) => Step;
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
    when: ({ task }) => task.parent === null,
    step: ({ task, id }) => say(id, 'moderator', task.improvement ? 'IMPROVEMENT_TASK' : 'TASK_ASSIGNED', 0),
    to: ['choose', 'develop'],
  },
  {
    at: 'choose',
    when: ({ task, start }) => task.attempts.length === 0 && start !== null && task.tier !== start.tier.name,
    step: ({ task, id, start }) =>
      record(id, {
        type: 'tier.chosen',
        task: id,
        tier: start?.tier.name ?? '',
        instead_of: task.tier ?? '',
        reason: start?.reason ?? '',
      }),
    to: ['develop'],
  },
  {
    at: 'develop',
    when: ({ attempt }) => !attempt?.finished,
    step: develop,
    to: ['verify', 'next tier', 'hand over', 'give up'],
  },
  {
    at: 'verify',
    when: ({ attempt, failed }) => !failed && !attempt?.judged,
    step: ({ id, attempt }) => ({ kind: 'verify', task: id, attempt: attempt?.attempt ?? 0 }),
    to: ['loop', 'retry', 'next tier', 'hand over', 'give up', 'test', 'submit', 'deliver'],
  },
  {
    at: 'loop',
    when: ({ failed, loop, attempt }) => failed && loop !== null && !attempt?.loop,
    step: recordLoop,
    to: ['next tier', 'hand over', 'give up'],
  },
  {
    at: 'feedback',
    when: ({ task, attempt }) =>
      attempt?.review?.decision === 'request_changes' && task.feedback_sent < attempt.review.round,
    step: ({ id, attempt }) =>
      say(id, 'moderator', 'PR_FEEDBACK', attempt?.review?.round ?? 0, attempt?.review?.feedback),
    to: ['retry', 'next tier', 'give up'],
  },
  {
    at: 'reject',
    when: ({ attempt }) => attempt?.review?.decision === 'reject',
    step: ({ id, attempt }) =>
      finish(id, 'failed', `review rejected: ${attempt?.review?.score}/100 after round ${attempt?.review?.round}`),
    to: [],
  },
  { at: 'next tier', when: ({ failed, move }) => failed && move.kind === 'next_tier', step: escalate, to: ['develop'] },
  { at: 'hand over', when: ({ failed, move }) => failed && move.kind === 'ask_person', step: ask, to: ['develop'] },
  {
    at: 'give up',
    when: ({ failed, move }) => failed && move.kind === 'give_up',
    step: ({ id, move }) => finish(id, 'failed', move.kind === 'give_up' ? move.reason : ''),
    to: [],
  },
  {
    at: 'retry',
    when: ({ failed }) => failed,
    step: develop,
    to: ['verify', 'next tier', 'hand over', 'give up'],
  },
  {
    at: 'test',
    when: ({ task, attempt, policy, baseline }) => isDueForTests(task, attempt, policy, baseline),
    step: ({ id, attempt }) => ({ kind: 'test', task: id, attempt: attempt?.attempt ?? 0 }),
    to: ['verify', 'submit', 'deliver'],
  },
  {
    at: 'submit',
    when: ({ task, policy }) => policy.review === 'on' && task.submitted < round(task),
    step: ({ id, task, attempt }) =>
      say(id, 'tech_lead', 'PR_SUBMITTED', round(task), [], attempt?.judged?.judged_tree),
    to: ['review'],
  },
  {
    at: 'review',
    when: ({ policy, attempt }) => policy.review === 'on' && !attempt?.review,
    step: ({ id, attempt }) => ({ kind: 'review', task: id, attempt: attempt?.attempt ?? 0 }),
    to: ['feedback', 'reject', 'deliver'],
  },
  {
    at: 'deliver',
    when: ({ task }) => !task.commit,
    step: ({ id, attempt }) => ({ kind: 'deliver', task: id, attempt: attempt?.attempt ?? 0, partial: false }),
    to: ['learn'],
  },
  {
    at: 'learn',
    when: ({ task }) => !task.learned,
    step: ({ id, attempt }) => ({ kind: 'learn', task: id, attempt: attempt?.attempt ?? 0 }),
    to: ['complete'],
  },
  {
    at: 'complete',
    when: ({ task }) => !task.completion_sent,
    step: ({ id, task }) => say(id, 'tech_lead', 'TASK_COMPLETED', round(task), [], task.commit?.sha),
    to: ['done'],
  },
  { at: 'done', when: () => true, step: ({ id }) => finish(id, 'completed', 'judged, reviewed and committed'), to: [] },
];

export function rowFor(
  task: TaskState,
  policy: Policy,
  baseline: Baseline | null,
  left_usd?: number,
  stopped?: RunState['stopped'],
): { row: Row; view: TaskView } | null {
  const view = viewOf(task, policy, baseline, left_usd, stopped);
  const row = taskTable.find((candidate) => candidate.when(view));
  return row ? { row, view } : null;
}

/** Whether somebody tries again after an attempt that was judged so. */
export function isFollowed(
  task: TaskState,
  judged: EventOf<'verdict.reached'>,
  policy: Policy,
  baseline: Baseline | null,
): boolean {
  const attempts = task.attempts.map((known) => (known.attempt === judged.attempt ? { ...known, judged } : known));
  const { attempt, loop, move } = viewOf({ ...task, attempts }, policy, baseline);
  if (!loop || !attempt) return move.kind === 'retry' || move.kind === 'next_tier';
  const { attempt: number } = attempt;
  const looped = { ...attempt, loop: { type: 'loop.detected' as const, task: task.task.id, attempt: number, ...loop } };
  return afterFailure({ ...task, attempts: [...attempts.slice(0, -1), looped] }, policy).kind === 'next_tier';
}

const provable = new Set<string>(['feature', 'fix', 'endpoint']);

/** A pass that shows too little: nothing proves the change, or too few of its lines are executed. */
function isDueForTests(
  task: TaskState,
  attempt: AttemptState | undefined,
  policy: Policy,
  baseline: Baseline | null,
): boolean {
  const verdict = attempt?.judged?.verdict;
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

function develop({ task, id, attempt, policy, baseline }: TaskView): Step {
  const tier = task.tier ?? policy.tiers[0]?.name ?? '';
  if (attempt && !attempt.finished)
    return { kind: 'develop', task: id, attempt: attempt.attempt, tier: attempt.tier, from_tree: attempt.from_tree };
  return {
    kind: 'develop',
    task: id,
    attempt: task.attempts.length + 1,
    tier,
    from_tree: startingTree(task, baseline),
  };
}

function recordLoop({ id, attempt, loop }: TaskView): Step {
  const { kind, evidence } = loop ?? { kind: 'same_state' as const, evidence: '' };
  return record(id, { type: 'loop.detected', task: id, attempt: attempt?.attempt ?? 1, kind, evidence });
}

function escalate({ task, id, move }: TaskView): Step {
  const { to, reason } = move.kind === 'next_tier' ? move : { to: '', reason: '' };
  return record(id, { type: 'tier.escalated', task: id, from: task.tier ?? '', to, reason });
}

function ask({ id, move }: TaskView): Step {
  const { question, reason, unlock } = move.kind === 'ask_person' ? move : { question: '', reason: '', unlock: [] };
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
