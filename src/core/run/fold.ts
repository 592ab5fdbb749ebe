import type { EventOf, Recorded } from '../../schema/run/event.ts';
import type { Phase } from '../../schema/run/lifecycle.ts';
import { foldDelivery } from '../delivery/fold-delivery.ts';
import { foldForge } from '../forge/fold-forge.ts';
import { foldTask, newTask, onAttempt, onTask } from '../task/fold-task.ts';
import type { TaskState } from '../task/task-state.ts';
import { resumed } from './ending/reopen.ts';
import { converse, spend, stepped } from './fold-agents.ts';
import { consentIn, isAskedOfPlan } from './planning.ts';
import { conversationKey, isNo, isYes, type RunState, stepKey } from './run-state.ts';
import { unreadAfter } from './unread.ts';

/** The next state. Total: any event in any order gives a state, unknown types change nothing but the sequence. */
export function fold(state: RunState, recorded: Recorded): RunState {
  const at = Date.parse(recorded.at);
  const now = Number.isNaN(at) ? state.last_at : at;
  const isWaiting = state.waiting !== null && Object.keys(state.running).length === 0;
  const idle = recorded.type === 'run.resumed' || state.last_at === 0 || isWaiting || state.finished !== null;
  const worked = idle ? 0 : Math.max(0, now - state.last_at);
  const ticked: RunState = {
    ...state,
    seq: recorded.seq,
    run: recorded.run,
    last_at: now,
    active_ms: state.active_ms + worked,
    tasks:
      worked === 0
        ? state.tasks
        : state.tasks.map((task) =>
            task.status === 'active' && task.task.id !== state.waiting?.task
              ? { ...task, active_ms: task.active_ms + worked }
              : task,
          ),
  };
  const unread = unreadAfter(ticked, recorded);
  return heard(apply(unread === ticked.unread ? ticked : { ...ticked, unread }, recorded), recorded);
}

/** An attempt lasts until the last that is said of it. */
function heard(state: RunState, event: Recorded): RunState {
  if (!('attempt' in event) || typeof event.attempt !== 'number' || typeof event.task !== 'string') return state;
  const { task, attempt } = event;
  return onAttempt(state, { task, attempt }, (attemptState) => ({ ...attemptState, ended_ms: state.active_ms }));
}

function apply(state: RunState, event: Recorded): RunState {
  switch (event.type) {
    case 'run.started':
      return {
        ...state,
        request: event.request,
        request_ref: event.request_ref,
        target: event.target,
        base: event.base,
        scope: event.scope,
        policy: event.policy,
        tip: event.base,
        landing: { ...state.landing, into: event.branch ?? null, onto: event.base },
        started_at: state.last_at,
      };
    case 'run.resumed':
      return resumed(state, event);
    case 'phase.changed':
      return {
        ...state,
        phase: event.to,
        ended_in: isFinal(event.to) && !isFinal(event.from) ? event.from : state.ended_in,
        before_improving: event.to === 'improving' ? state.usd : state.before_improving,
      };
    case 'step.started':
      return { ...state, running: { ...state.running, [event.task ?? '']: event.step } };
    case 'step.finished':
      return stepFinished(state, event);
    case 'baseline.measured':
      return {
        ...state,
        baseline: event,
        initialTests: state.initialTests ?? {
          total: event.total,
          failed: event.failed,
          failing: event.failing ?? [],
        },
      };
    case 'plan.proposed':
      return planned(state, event);
    case 'plan.confirmed':
      return { ...state, plan: { answer: null, ...state.plan, confirmed: true } };
    case 'handed.over':
      if (event.question === null) return { ...state, handed_over: true };
      return {
        ...state,
        waiting: { task: event.task, question: event.question, unlock: event.unlock ?? [], about: event.about ?? null },
      };
    case 'answer.given':
      return answered(state, event);
    case 'cancel.requested':
      return { ...state, cancelled: state.cancelled ?? event.reason };
    case 'tier.stopped':
      return { ...state, stopped: { ...state.stopped, [event.tier]: event.reason } };
    case 'budget.exhausted':
      return { ...state, exhausted: event };
    case 'model.called':
      return converse(spend(state, event), event.role, event.task, event.attempt, (conversation) => ({
        ...conversation,
        prompt_ref: event.prompt_ref,
        entries: [...conversation.entries, { kind: 'message', ref: event.message_ref }],
      }));
    case 'model.failed':
      return spend(state, event);
    case 'agent.step':
      return stepped(state, event);
    case 'agent.finished': {
      const key = conversationKey(event.agent, event.task, event.attempt);
      const { [key]: closed, ...conversations } = state.conversations;
      const outcome = { ...event, tree: closed?.tree ?? null, conversation: closed ?? null };
      return { ...state, conversations, outcomes: { ...state.outcomes, [key]: outcome } };
    }
    case 'criteria.checked':
      return { ...state, accepted: event };
    case 'run.finished':
      return { ...state, finished: event, waiting: null, running: {} };
    default:
      return foldTask(foldForge(foldDelivery(state, event), event), event);
  }
}

const isFinal = (phase: Phase): boolean => phase === 'completed' || phase === 'failed' || phase === 'cancelled';

function stepFinished(state: RunState, event: EventOf<'step.finished'>): RunState {
  const { [event.task ?? '']: _done, ...running } = state.running;
  const key = stepKey(event.step, event.task);
  const { [key]: earlier, ...others } = state.step_errors;
  const step_errors = event.error
    ? { ...others, [key]: { count: (earlier?.count ?? 0) + 1, last: event.error } }
    : others;
  const next = { ...state, running, step_errors };
  if (event.step !== 'learn' || event.error || event.task === null) return next;
  return onTask(next, event.task, (task) => ({ ...task, learned: true }));
}

/** A plan takes the place of one that nobody has confirmed; one that was confirmed stays. */
function planned(state: RunState, event: EventOf<'plan.proposed'>): RunState {
  if (!event.improvement && state.plan?.confirmed) return state;
  const remaining = state.tasks.filter((task) => event.improvement || task.improvement || task.status !== 'pending');
  const taskIds = new Set(remaining.map(({ task }) => task.id));
  const asked = state.answers.flatMap(({ question, text, of_plan }) => (of_plan ? [] : [`${question} ${text}`]));
  const fresh = event.tasks
    .filter((task) => !taskIds.has(task.id))
    .map((task) => ({ ...newTask(task, event.improvement), hints: asked }));
  if (event.improvement) return { ...state, tasks: [...remaining, ...fresh], improvements: state.improvements + 1 };
  // Whatever was said before there was a plan is for whoever begins.
  const isFree = ({ task }: RunState['unread'][number]) => task === null || !taskIds.has(task);
  const [first, ...others] = fresh;
  const hints = state.unread.filter(isFree).map(({ text }) => text);
  const unread = first
    ? state.unread.map((one) => (isFree(one) ? { ...one, task: first.task.id } : one))
    : state.unread;
  const tasks = [...remaining, ...(first ? [{ ...first, hints: [...asked, ...hints] }, ...others] : [])];
  return { ...state, tasks, unread, plan: { confirmed: false, answer: null }, waiting: null };
}

const remarkIn = ({ asked, text }: EventOf<'answer.given'>): string[] =>
  asked === false || consentIn(text) === null ? [text] : [];

function answered(before: RunState, event: EventOf<'answer.given'>): RunState {
  const { text } = event;
  const remarks = remarkIn(event);
  const state = { ...before, remarks: [...before.remarks, ...remarks] };
  const ofPlan = isAskedOfPlan(state);
  const plan = ofPlan && state.plan ? { ...state.plan, answer: text } : state.plan;
  const tellsPlanner = ofPlan ? consentIn(text) === null : !state.plan?.confirmed;
  const fresh =
    state.waiting?.task === null && tellsPlanner ? [{ question: state.waiting.question, text, of_plan: ofPlan }] : [];
  const next = { ...state, plan, waiting: null, answers: [...state.answers, ...fresh] };
  const active = state.waiting?.task ?? readerOf(state);
  const isForDeveloper = active !== undefined || event.asked === false;
  const unread = isForDeveloper ? remarks.map((remark) => ({ text: remark, task: active ?? null })) : [];
  const withUnread = { ...next, unread: [...state.unread, ...unread] };
  if (active === undefined) return withUnread;
  if (state.waiting?.about === 'review') return onTask(withUnread, active, (task) => decidedOn(task, text));
  return onTask(withUnread, active, (task) => ({
    ...task,
    hints: ofPlan && remarks.length === 0 ? task.hints : [...task.hints, text],
    unlocked: isYes(text) ? [...task.unlocked, ...(state.waiting?.unlock ?? [])] : task.unlocked,
    // An answer gives the tier that asked a fresh count of attempts.
    tier_from: state.waiting ? task.attempts.length : task.tier_from,
    attempts: task.attempts.map((attempt) => (state.waiting ? { ...attempt, answered: true } : attempt)),
  }));
}

/** The task whose developer reads what is said now: the one that is worked on, else the next. */
const readerOf = ({ tasks }: RunState): string | undefined =>
  (
    tasks.find(({ status }) => status === 'active') ??
    tasks.find(({ status, improvement }) => status === 'pending' && !improvement)
  )?.task.id;

/** What a person says about a change that nobody reviewed. Whatever is neither yes nor no has it asked again. */
function decidedOn(task: TaskState, text: string): TaskState {
  const leave = isYes(text) ? true : isNo(text) ? false : null;
  const last = task.attempts.at(-1);
  return {
    ...task,
    hints: leave === null ? [...task.hints, text] : task.hints,
    attempts: task.attempts.map((attempt) => (attempt === last ? { ...attempt, leave, missing: [] } : attempt)),
  };
}
