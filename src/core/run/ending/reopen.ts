import type { EventOf } from '../../../schema/run/event.ts';
import type { Flags } from '../../../schema/settings/flags.ts';
import type { Policy } from '../../../schema/settings/policy.ts';
import { isStuckInHook } from '../../delivery/hooks.ts';
import { onTask } from '../../task/fold-task.ts';
import { type AttemptState, lastAttempt, type TaskState } from '../../task/task-state.ts';
import { conversationKey, type RaisedLimits, type RunState } from '../run-state.ts';
import { resumeCommand } from './more.ts';
import { isCutOff, isDown, isMendable, isUntested } from './outage.ts';

/** New limits of a continued run; they count for the whole run. */
export type Allowance = Pick<Flags, 'budget' | 'timeout'>;

export type Reopening =
  | { ok: true; reopened: boolean; limits: RaisedLimits }
  | { ok: false; reason: 'nothing_to_resume' | 'limit'; why: string };

/** Whether a run can go on with what a person allows it, and with which limits. A higher one is asked for where one ended it. */
export function reopeningOf(state: RunState, allowed: Allowance, now: number): Reopening {
  const { run, finished } = state;
  if (finished && !isReopenable(state))
    return {
      ok: false,
      reason: 'nothing_to_resume',
      why: isUntested(state)
        ? `run ${run} has ended: it began at a commit without tests. Add a test and commit it, then: pawl fix`
        : `run ${run} has ended (${finished.status}): there is nothing to resume`,
    };
  const why = budgetFault(state, allowed, now) ?? timeFault(state, allowed);
  if (why !== null) return { ok: false, reason: 'limit', why };
  return { ok: true, reopened: finished !== null, limits: limitsOf(state, allowed) };
}

/** The policy of a run with the limits that a person has changed since it began. */
export function withRaised(policy: Policy, raised: RaisedLimits): Policy {
  const { limits } = policy;
  const { run_usd = limits.run_usd, task_usd = limits.task_usd, task_minutes = limits.task_minutes } = raised;
  const { run_minutes = limits.run_minutes } = raised;
  return { ...policy, limits: { ...limits, run_usd, task_usd, run_minutes, task_minutes } };
}

/** What `run.resumed` does: nothing is running any more, and a run that a limit or a missing review ended is open again. */
export function resumed(state: RunState, event: EventOf<'run.resumed'>): RunState {
  const isClosing = state.phase === 'completed' || state.phase === 'failed' || state.phase === 'cancelled';
  const limits = { ...state.limits, ...event.limits };
  const next = { ...state, running: {}, limits, step_errors: isClosing ? state.step_errors : {} };
  return event.reopened && isReopenable(state) ? reopened(next) : next;
}

/** Runs that ended for want of money, time, credentials, a reviewer or a model that answers, not for what was found. */
function isReopenable(state: RunState): boolean {
  const { finished, tasks } = state;
  switch (finished?.status) {
    case 'budget_exhausted':
    case 'timed_out':
    case 'undelivered':
      return true;
    case 'unfit':
      return isMendable(state);
    case 'review_rejected':
      return tasks.some(isUnlooked);
    case 'failed':
      return isDown(state);
    default:
      return false;
  }
}

/** Nobody reviewed its last change, and no person refused it. */
function isUnlooked(task: TaskState): boolean {
  const last = lastAttempt(task);
  return task.status === 'failed' && last !== undefined && last.missing.length > 0 && last.leave === null;
}

function reopened(state: RunState): RunState {
  const open: RunState = {
    ...state,
    ...conversationsAgain(state),
    finished: null,
    exhausted: null,
    // What was judged on top of a base that moved is made again.
    accepted: state.landing.rebased ? null : state.accepted,
    landing: { ...state.landing, refused: null, rebased: null, moves: 0 },
    refused_keys: {},
    outages: {},
    step_errors: {},
    phase: state.ended_in ?? state.phase,
    // Unfinished work has a branch of its own.
    branch: state.commits.length > 0 ? state.branch : null,
  };
  const next = state.tasks.reduce((all, task) => onTask(all, task.task.id, (one) => taskAgain(one, state)), open);
  return { ...next, conversations: conversationsOf(next, state) };
}

/** Without those of attempts that are begun anew. */
function conversationsOf({ conversations, tasks }: RunState, before: RunState): RunState['conversations'] {
  const dropped = before.tasks.flatMap(({ task, attempts }, index) =>
    attempts.slice(tasks[index]?.attempts.length).map(({ attempt }) => conversationKey('developer', task.id, attempt)),
  );
  return Object.fromEntries(Object.entries(conversations).filter(([key]) => !dropped.includes(key)));
}

/** Agents that no model could answer for go on where their conversations stood. */
function conversationsAgain({ outcomes, conversations }: RunState): Pick<RunState, 'outcomes' | 'conversations'> {
  const isCut = ({ cause }: RunState['outcomes'][string]) => cause === 'budget' || cause === 'fault';
  const all = Object.entries(outcomes);
  const cut = all.filter(([, outcome]) => isCut(outcome));
  return {
    outcomes: Object.fromEntries(all.filter(([, outcome]) => !isCut(outcome))),
    conversations: {
      ...conversations,
      ...Object.fromEntries(cut.flatMap(([key, { conversation }]) => (conversation ? [[key, conversation]] : []))),
    },
  };
}

function taskAgain(task: TaskState, state: RunState): TaskState {
  const last = lastAttempt(task);
  const unlooked = isUnlooked(task);
  const isStuck = task.status === 'failed' && last !== undefined && isStuckInHook(last);
  const isSpent = task.status === 'active' && state.exhausted !== null && last?.finished?.ended === 'unavailable';
  if (task.status === 'failed' && last && isCutOff(last, state)) return fromFirstCut(task, state);
  return {
    ...task,
    ...((unlooked || isStuck) && { status: 'active', reason: '' }),
    attempts: task.attempts.map((attempt) =>
      attempt === last
        ? {
            ...attempt,
            ...(unlooked && { missing: [] }),
            ...(isSpent && { finished: null }),
            ...(isStuck && { hooks: null, hook_changes: 0 }),
          }
        : attempt,
    ),
  };
}

/**
 * The task goes on with the tier that was cut off at work, else with the first that could not begin: later ones only took
 * its place.
 */
function fromFirstCut(task: TaskState, state: RunState): TaskState {
  const { attempts } = task;
  const started = (attempt: AttemptState) => !isCutOff(attempt, state) || attempt.tree !== attempt.from_tree;
  const last = attempts.findLastIndex(started);
  const first = attempts[last] && isCutOff(attempts[last], state) ? last : last + 1;
  const tier = attempts[first]?.tier ?? task.tier;
  return {
    ...task,
    ...{ status: 'active', reason: '', tier },
    tier_from: attempts.slice(0, first).findLastIndex((attempt) => attempt.tier !== tier) + 1,
    attempts: attempts
      .slice(0, first + 1)
      .map((attempt, index) => (index === first ? { ...attempt, finished: null } : attempt)),
  };
}

const dayOf = (time: number): number => Math.floor(time / 86_400_000);
const usd = (amount: number): string => `$${amount.toFixed(4)}`;

function budgetFault(state: RunState, { budget }: Allowance, now: number): string | null {
  const { run, finished, exhausted, usd: spent, last_at } = state;
  const limit = finished?.status === 'budget_exhausted' ? exhausted : null;
  if (limit?.cap === 'day') {
    const isSameDay = dayOf(now) === dayOf(last_at);
    return isSameDay
      ? `run ${run} stopped at the day limit of $${limit.limit_usd}, which --budget does not raise: resume it after midnight (UTC)`
      : null;
  }
  if (limit === null) {
    if (budget === undefined || budget > spent) return null;
    return `--budget ${budget} is too little: it counts for the whole run, and run ${run} has spent ${usd(spent)}`;
  }
  const used = Math.max(spent, limit.spent_usd);
  const least = used + limit.needed_usd;
  const advice = resumeCommand(state, 'budget_exhausted');
  if (budget === undefined)
    return `run ${run} stopped at the ${limit.cap} limit of $${limit.limit_usd} and needs a higher one: ${advice}`;
  if (budget >= least) return null;
  return `--budget ${budget} is too little: run ${run} has spent ${usd(used)}, and its next call could cost ${usd(limit.needed_usd)}: ${advice}`;
}

function timeFault(state: RunState, { timeout }: Allowance): string | null {
  const { run, finished, active_ms } = state;
  const used = active_ms / 60_000;
  const minutes = Math.ceil(used * 10) / 10;
  if (timeout === undefined)
    return finished?.status === 'timed_out'
      ? `run ${run} ran out of time after ${minutes} minutes and needs more: ${resumeCommand(state, 'timed_out')}`
      : null;
  return timeout > used
    ? null
    : `--timeout ${timeout} is too little: it counts for the whole run, and run ${run} has taken ${minutes} minutes`;
}

function limitsOf(state: RunState, { budget, timeout }: Allowance): RaisedLimits {
  const { finished, exhausted, policy, limits: raised } = state;
  const { task_usd = 0, task_minutes = 0 } = { ...policy?.limits, ...raised };
  const ofTask = finished !== null && exhausted?.cap === 'task';
  return {
    ...(budget !== undefined && { run_usd: budget }),
    ...(budget !== undefined && ofTask && { task_usd: Math.max(task_usd, budget) }),
    ...(timeout !== undefined && { run_minutes: timeout }),
    ...(timeout !== undefined && finished?.status === 'timed_out' && { task_minutes: Math.max(task_minutes, timeout) }),
  };
}
