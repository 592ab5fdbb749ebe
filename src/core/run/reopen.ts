import type { EventOf } from '../../schema/run/event.ts';
import type { Flags } from '../../schema/settings/flags.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { isStuckInHook } from '../delivery/hooks.ts';
import { onTask } from '../task/fold-task.ts';
import { lastAttempt, type RaisedLimits, type RunState, type TaskState } from './run-state.ts';

/** What a person allows a run that goes on, for the whole of it. */
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
      why: `run ${run} has ended (${finished.status}): there is nothing to resume`,
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

/** Runs that ended for want of money, time, credentials or a reviewer, not for what was found. */
function isReopenable({ finished, tasks }: RunState): boolean {
  switch (finished?.status) {
    case 'budget_exhausted':
    case 'timed_out':
    case 'unfit':
    case 'undelivered':
      return true;
    case 'review_rejected':
      return tasks.some(isUnlooked);
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
    step_errors: {},
    phase: state.ended_in ?? state.phase,
    // Unfinished work has a branch of its own.
    branch: state.commits.length > 0 ? state.branch : null,
  };
  return state.tasks.reduce((next, task) => onTask(next, task.task.id, (one) => taskAgain(one, state)), open);
}

/** Whoever could not be asked goes on where the conversation stood. */
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

function taskAgain(task: TaskState, { exhausted, refused_keys }: RunState): TaskState {
  const last = lastAttempt(task);
  const unlooked = isUnlooked(task);
  const isStuck = task.status === 'failed' && last !== undefined && isStuckInHook(last);
  const isIdle = last?.finished?.ended === 'unavailable';
  const isRefused = task.status === 'failed' && isIdle && Object.hasOwn(refused_keys, last.tier);
  const isCut = isRefused || (task.status === 'active' && exhausted !== null && isIdle);
  return {
    ...task,
    ...((unlooked || isRefused || isStuck) && { status: 'active', reason: '' }),
    attempts: task.attempts.map((attempt) =>
      attempt === last
        ? {
            ...attempt,
            ...(unlooked && { missing: [] }),
            ...(isCut && { finished: null }),
            ...(isStuck && { hooks: null, hook_changes: 0 }),
          }
        : attempt,
    ),
  };
}

const dayOf = (time: number): number => Math.floor(time / 86_400_000);
const usd = (amount: number): string => `$${amount.toFixed(4)}`;
const cents = (amount: number): string => (Math.ceil(amount * 100) / 100).toFixed(2);

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
  const advice = `pawl resume ${run} --budget ${cents(Math.max(least, 2 * limit.limit_usd))}`;
  if (budget === undefined)
    return `run ${run} stopped at the ${limit.cap} limit of $${limit.limit_usd} and needs a higher one: ${advice}`;
  if (budget >= least) return null;
  return `--budget ${budget} is too little: run ${run} has spent ${usd(used)}, and its next call could cost ${usd(limit.needed_usd)}: ${advice}`;
}

function timeFault({ run, finished, active_ms }: RunState, { timeout }: Allowance): string | null {
  const used = active_ms / 60_000;
  const minutes = Math.ceil(used * 10) / 10;
  const advice = `pawl resume ${run} --timeout ${Math.ceil(2 * used)}`;
  if (timeout === undefined)
    return finished?.status === 'timed_out'
      ? `run ${run} ran out of time after ${minutes} minutes and needs more: ${advice}`
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
