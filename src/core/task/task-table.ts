import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { PullStage } from '../../schema/run/events/forge-events.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { isStuckInHook, whyStuck } from '../delivery/hooks.ts';
import { isDueForPull } from '../forge/pull-branch.ts';
import { ofKind } from '../judge/findings.ts';
import { howDone, nobodyReviewed } from '../judge/unreviewed.ts';
import type { Step } from '../run/step.ts';
import { startingTree } from './ladder.ts';
import { isReceived, isSent, waitsForMail } from './messages.ts';
import { type AttemptState, type Baseline, lastAttempt, type TaskState } from './task-state.ts';
import { type Around, type TaskView, viewOf } from './task-view.ts';

/** One row. The first one that gives a step is taken; `to` names the situations that it may lead to. */
export interface Row {
  at: string;
  /** Null where it is not the task's situation. */
  step: (view: TaskView) => Step | null;
  to: string[];
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
    step: (view) => (view.attempt?.finished || isPastTier(view) ? null : develop(view)),
    to: ['verify', 'next tier', 'hand over', 'give up'],
  },
  {
    at: 'verify',
    step: ({ id, attempt, failed }) => (attempt && !failed && !attempt.judged ? work('verify', id, attempt) : null),
    to: [
      ...['loop', 'retry', 'next tier', 'hand over', 'give up', 'test', 'merge', 'submit', 'deliver'],
      // After a merge the change may have been reviewed before.
      ...['review', 'unreviewed', 'refuse'],
    ],
  },
  {
    at: 'show review',
    step: (view) => (view.attempt?.review ? show(view, 'reviewed') : null),
    to: ['feedback', 'reject', 'merge', 'deliver'],
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
    to: ['verify', 'merge', 'submit', 'review', 'unreviewed', 'deliver'],
  },
  {
    at: 'merge',
    step: ({ id, task, attempt, passed, tip }) =>
      attempt && passed && tip !== undefined && task.parent !== tip && !task.commit ? work('merge', id, attempt) : null,
    to: ['verify', 'retry', 'next tier', 'give up'],
  },
  {
    at: 'submit',
    step: ({ id, task, policy, attempt }) =>
      policy.review !== 'off' && attempt && isUnreviewed(attempt) && !isSent(task, 'PR_SUBMITTED')
        ? say(id, 'tech_lead', 'PR_SUBMITTED', round(task), [], attempt?.judged?.judged_tree)
        : null,
    to: ['show', 'review'],
  },
  {
    at: 'show',
    step: (view) =>
      view.attempt && isReceived(view.task, 'PR_SUBMITTED') && isUnreviewed(view.attempt)
        ? show(view, 'submitted')
        : null,
    to: ['review', 'merge'],
  },
  {
    at: 'review',
    step: ({ id, task, attempt }) =>
      attempt && isReceived(task, 'PR_SUBMITTED') && isUnreviewed(attempt) && attempt.missing.length === 0
        ? work('review', id, attempt)
        : null,
    to: ['show review', 'feedback', 'reject', 'unreviewed', 'refuse', 'merge', 'deliver'],
  },
  { at: 'unreviewed', step: askAboutReview, to: ['review', 'refuse', 'merge', 'deliver'] },
  { at: 'refuse', step: refuse, to: [] },
  {
    at: 'stuck in a hook',
    step: ({ id, attempt, policy }) =>
      attempt?.hooks && isStuckInHook(attempt) ? finish(id, 'failed', whyStuck(attempt.hooks, policy)) : null,
    to: [],
  },
  {
    at: 'deliver',
    step: ({ id, task, attempt }) =>
      attempt && !task.commit ? { kind: 'deliver', task: id, attempt: attempt.attempt, partial: false } : null,
    to: ['show ready', 'learn', 'verify', 'retry', 'next tier', 'give up', 'stuck in a hook'],
  },
  { at: 'show ready', step: (view) => (view.task.commit ? show(view, 'approved') : null), to: ['learn'] },
  {
    at: 'learn',
    step: ({ id, task, attempt }) => (attempt && !task.learned ? work('learn', id, attempt) : null),
    to: ['complete'],
  },
  {
    at: 'complete',
    step: ({ id, task }) =>
      isSent(task, 'TASK_COMPLETED') ? null : say(id, 'tech_lead', 'TASK_COMPLETED', round(task), [], task.commit?.sha),
    to: ['done'],
  },
  { at: 'done', step: ({ id, attempt }) => finish(id, 'completed', howDone(attempt)), to: [] },
];

export function rowFor(
  task: TaskState,
  policy: Policy,
  baseline: Baseline | null,
  around: Around = {},
): { row: Row; step: Step } | null {
  // A message is taken up before anything else happens.
  if (waitsForMail(task)) return null;
  const view = viewOf(task, policy, baseline, around);
  for (const row of taskTable) {
    const step = row.step(view);
    if (step !== null) return { row, step };
  }
  return null;
}

/** Its pull request follows where the task is. */
function show({ id, task, attempt, policy }: TaskView, stage: PullStage): Step | null {
  if (!attempt || !isDueForPull(task, policy, stage, attempt.attempt)) return null;
  return { kind: 'pr', task: id, attempt: attempt.attempt, stage };
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

const work = (
  kind: 'verify' | 'test' | 'review' | 'merge' | 'learn',
  task: string,
  { attempt }: AttemptState,
): Step => ({
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
  if (review?.decision !== 'request_changes' || isSent(task, 'PR_FEEDBACK')) return null;
  return say(id, 'moderator', 'PR_FEEDBACK', review.round, review.feedback);
}

const isUnreviewed = ({ review, leave }: AttemptState): boolean => review === null && leave === null;

/** No reviewer answered: a person decides. */
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

/** Another task may have had the tier stopped that this one has come to and not begun with. */
const isPastTier = ({ task, attempt, move }: TaskView): boolean =>
  attempt === undefined && lastAttempt(task)?.answered === false && move.kind === 'next_tier';

function escalate(view: TaskView): Step | null {
  const { task, id, failed, move } = view;
  if (!(failed || isPastTier(view)) || move.kind !== 'next_tier' || task.tier === null) return null;
  return record(id, { type: 'tier.escalated', task: id, from: task.tier, to: move.to, reason: move.reason });
}

function ask({ id, task, failed, move }: TaskView): Step | null {
  if (!failed || move.kind !== 'ask_person') return null;
  const { question, reason, unlock } = move;
  // Nobody asked for an improvement, so no person is asked about it.
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
  task.attempts.slice(0, -1).filter(({ review }) => review !== null).length + 1;
