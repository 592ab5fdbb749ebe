import type { EventOf } from '../../schema/run/event.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import type { RunState } from './run-state.ts';
import type { Step } from './step.ts';

/** Whether an agent's own action asked for a person. An ending by a limit or a fault is not a question. */
export const asksPerson = ({ state, cause, reason }: Pick<EventOf<'agent.finished'>, 'state' | 'cause' | 'reason'>) =>
  state === 'escalate' && cause === 'action' && reason.trim() !== '';

/** Whether an answer is a yes or a no to a plan and nothing else; null: it says what to change. */
export function consentIn(answer: string): boolean | null {
  const words = answer
    .toLowerCase()
    .replaceAll(/[\s.,!]+/g, ' ')
    .trim();
  if (yes.test(words)) return true;
  return no.test(words) ? false : null;
}

const please = '(?: (?:please|thanks|thank you|do it|go ahead|go on))?';
const yes = new RegExp(
  `^(?:y|yes|yep|yeah|ok|okay|sure|fine|proceed|continue|go ahead|go on|do it|oui|lgtm|looks good|(?:yes|ok) proceed)${please}$`,
);
const no = /^(?:n|no|nope|non|stop|cancel|abort|quit|no thanks|no thank you)$/;

/** Whether an answer to what is asked now is about the plan that was proposed. */
export const isAskedOfPlan = ({ plan, waiting }: Pick<RunState, 'plan' | 'waiting'>): boolean =>
  plan !== null && !plan.confirmed && waiting !== null && waiting.task === null && waiting.about !== 'request';

/** A plan that must be confirmed is proposed until a person agrees, or has enough of it. */
export function decompose(state: RunState, policy: Policy): Step {
  const { plan } = state;
  if (!plan) return planning(state);
  // There is nothing to confirm in a plan without tasks.
  if (plan.confirmed || state.tasks.length === 0)
    return record({ type: 'phase.changed', from: state.phase, to: 'executing' });
  if (!policy.confirm) return record({ type: 'plan.confirmed', by: 'policy' });
  if (plan.answer === null) return record(confirmation(state));
  const consent = consentIn(plan.answer);
  if (consent === null) return planning(state);
  if (consent) return record({ type: 'plan.confirmed', by: 'person' });
  return record({ type: 'cancel.requested', reason: 'the plan was not confirmed' });
}

function confirmation({ tasks }: RunState): EventOf<'handed.over'> {
  const these = tasks.length === 1 ? 'this task' : `these ${tasks.length} tasks`;
  return {
    type: 'handed.over',
    task: null,
    question: `Proceed with ${these}? (yes, no, or say what to change)`,
    reason: 'the plan needs your confirmation',
    about: 'plan',
  };
}

/** The planner is asked, or it asks a person. Each answer begins a new round. */
function planning(state: RunState): Step {
  const round = state.answers.length + 1;
  const outcome = Object.values(state.outcomes).find(({ task, attempt }) => task === null && attempt === round);
  if (!outcome || !asksPerson(outcome)) return { kind: 'plan', task: null };
  return record({
    type: 'handed.over',
    task: null,
    question: outcome.reason,
    reason: `the ${outcome.agent} needs a person`,
    about: 'request',
  });
}

const record = (event: Extract<Step, { kind: 'record' }>['event']): Step => ({ kind: 'record', task: null, event });
