import type { EventOf, Recorded } from '../../schema/run/event.ts';
import { tierOf } from '../task/ladder.ts';
import { lastAttempt } from '../task/task-state.ts';
import type { RunState, Unread } from './run-state.ts';

/**
 * Why a text sent now is not read at once: the task is in another step, or no developer is left to read it. Null: a
 * developer reads it with its next step or at the start of its attempt.
 */
export function lateness(state: RunState): NonNullable<EventOf<'answer.given'>['late']> | null {
  if (state.waiting !== null || state.phase === 'initializing' || state.phase === 'decomposing') return null;
  const active = state.tasks.find(({ status }) => status === 'active');
  if (!active) return state.tasks.some(({ status }) => status === 'pending') ? null : { task: null, step: null };
  const { id } = active.task;
  const step = Object.hasOwn(state.running, id) ? (state.running[id] ?? null) : null;
  const attempt = lastAttempt(active);
  if (!attempt || (step === 'develop' && reads(state, attempt.tier, 'working'))) return null;
  return { task: id, step };
}

/** Whether the developer of a tier reads what a person says: while it works, or when it begins. */
function reads({ policy }: RunState, tier: string, when: 'working' | 'starting'): boolean {
  const developer = (policy && tierOf(policy, tier)?.developer) ?? 'native';
  return when === 'working' ? developer === 'native' : developer !== 'repair';
}

/** What is still unread after an event. */
export function unreadAfter(state: RunState, event: Recorded): Unread[] {
  if (state.unread.length === 0) return state.unread;
  if (event.type === 'attempt.started' && reads(state, event.tier, 'starting')) return without(event.task);
  if (event.type !== 'agent.step' || event.agent !== 'developer' || event.decision !== 'continue') return state.unread;
  const task = state.tasks.find((one) => one.task.id === event.task);
  const tier = task && lastAttempt(task)?.tier;
  return event.task !== null && tier !== undefined && reads(state, tier, 'working')
    ? without(event.task)
    : state.unread;

  function without(id: string): Unread[] {
    const rest = state.unread.filter(({ task }) => task !== id);
    return rest.length === state.unread.length ? state.unread : rest;
  }
}
