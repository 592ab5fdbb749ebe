import type { RunStatus } from '../../schema/run/lifecycle.ts';
import { conversationKey, type RunState } from './run-state.ts';
import type { Step } from './step.ts';

/** A run that is one question to one agent. Each answer of a person begins a new round. */
const roundOf = (state: RunState): number => state.answers.length + 1;

const outcomeOf = (state: RunState, agent: string) => state.outcomes[conversationKey(agent, null, roundOf(state))];

/** What is next: the agent is asked, or it asks a person. */
export function consultation(state: RunState, agent: string): Step {
  const outcome = outcomeOf(state, agent);
  if (!outcome) return { kind: 'consult', task: null, agent, round: roundOf(state) };
  return {
    kind: 'record',
    task: null,
    event: { type: 'handed.over', task: null, question: outcome.reason, reason: `${agent} needs a person` },
  };
}

/** How the consultation ended; null while it is running or a person can still change its result. */
export function consulted(state: RunState, agent: string): { status: RunStatus; reason: string } | null {
  const outcome = outcomeOf(state, agent);
  if (!outcome) return null;
  const { state: end, cause, reason } = outcome;
  if (end === 'escalate' && cause === 'action') return null;
  const failed = end === 'escalate' || end === 'blocked';
  return { status: failed ? 'failed' : 'completed', reason: `${agent}: ${end}: ${reason}` };
}
