import type { EventOf } from '../../schema/run/event.ts';
import type { RunState } from './run-state.ts';
import type { Step } from './step.ts';

/** An agent's own action asked for a person; a limit or a fault is no question. */
export const asksPerson = ({ state, cause, reason }: Pick<EventOf<'agent.finished'>, 'state' | 'cause' | 'reason'>) =>
  state === 'escalate' && cause === 'action' && reason.trim() !== '';

/** While there is no plan: the planner is asked, or it asks a person. Each answer begins a new round. */
export function planning(state: RunState): Step {
  const round = state.answers.length + 1;
  const outcome = Object.values(state.outcomes).find(({ task, attempt }) => task === null && attempt === round);
  if (!outcome || !asksPerson(outcome)) return { kind: 'plan', task: null };
  return {
    kind: 'record',
    task: null,
    event: { type: 'handed.over', task: null, question: outcome.reason, reason: `the ${outcome.agent} needs a person` },
  };
}
