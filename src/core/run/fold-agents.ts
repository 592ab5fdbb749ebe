import type { EventOf } from '../../schema/run/event.ts';
import { onAttempt, onTask } from '../task/fold-task.ts';
import { isOutage } from '../task/retry.ts';
import { lastAttempt, type TaskState } from '../task/task-state.ts';
import { conversationKey, providerIn, type RunState, usdOf } from './run-state.ts';

export function stepped(state: RunState, event: EventOf<'agent.step'>): RunState {
  const next = converse(state, event.agent, event.task, event.attempt, (conversation) => ({
    ...conversation,
    entries: [
      ...conversation.entries,
      { kind: 'result', ref: event.result_ref, ...(event.mark !== undefined && { mark: event.mark }) },
    ],
    steps: conversation.steps + 1,
    keys: [...conversation.keys, event.key],
    tree: event.tree ?? conversation.tree,
    over: event.decision !== 'continue',
  }));
  const { task, attempt, tree } = event;
  if (task === null || attempt === null || tree === null || event.agent !== 'developer') return next;
  return onAttempt(next, { task, attempt }, (attemptState) => ({ ...attemptState, tree }));
}

export function converse(
  state: RunState,
  agent: string,
  task: string | null,
  attempt: number | null,
  change: (conversation: RunState['conversations'][string]) => RunState['conversations'][string],
): RunState {
  const key = conversationKey(agent, task, attempt);
  const current = state.conversations[key] ?? {
    prompt_ref: '',
    entries: [],
    steps: 0,
    keys: [],
    tree: null,
    over: false,
  };
  return { ...state, conversations: { ...state.conversations, [key]: change(current) } };
}

export function spend(state: RunState, event: EventOf<'model.called' | 'model.failed'>): RunState {
  const { tier, role, task, usd } = event;
  return {
    ...(task === null ? state : onTask(state, task, spentOn)),
    usd: state.usd + usd,
    usd_by_tier: added(state.usd_by_tier, tier, usd),
    usd_by_role: added(state.usd_by_role, role, usd),
    ...(event.type === 'model.failed' &&
      event.fault === 'unauthorized' && {
        refused_keys: {
          ...state.refused_keys,
          [tier]: { model: event.model, message: event.message, key: event.key ?? null },
        },
      }),
    outages: outagesAfter(state.outages, event),
    usd_by_task: task === null ? state.usd_by_task : added(state.usd_by_task, task, usd),
  };

  function spentOn(taskState: TaskState): TaskState {
    // A failed call does not name the attempt: it is the one under way.
    const attempt = event.type === 'model.called' ? event.attempt : lastAttempt(taskState)?.attempt;
    const attempts = taskState.attempts.map((item) =>
      item.attempt === attempt ? { ...item, usd: item.usd + usd } : item,
    );
    return { ...taskState, attempts };
  }
}

/** A model that was given up has an outage; who answers has none, and neither has any other model of its provider. */
function outagesAfter(
  outages: RunState['outages'],
  event: EventOf<'model.called' | 'model.failed'>,
): RunState['outages'] {
  const { tier, model } = event;
  if (event.type === 'model.called') {
    const others = Object.entries(outages).filter(([, outage]) => providerIn(outage.model) !== providerIn(model));
    return others.length === Object.keys(outages).length ? outages : Object.fromEntries(others);
  }
  const { fault, message, retry_in_ms } = event;
  return retry_in_ms === null && isOutage(fault) ? { ...outages, [tier]: { model, fault, message } } : outages;
}

function added(amounts: Record<string, number>, name: string, usd: number): Record<string, number> {
  return { ...amounts, [name]: usdOf(amounts, name) + usd };
}
