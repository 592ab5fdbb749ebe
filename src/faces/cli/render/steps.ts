import { stringify } from 'yaml';
import type { EventOf } from '../../../schema/event.ts';
import { scrub } from '../text.ts';

type Step = EventOf<'agent.step'>;

/** A step as two YAML documents: what the agent decided to do, and what came of it. */
export function stepDocuments(given: Step): string {
  const { step, thought, action, action_input, observation, reflection, decision, reason } = scrub(given);
  const owner = [given.agent, given.task, given.attempt === null ? null : `attempt ${given.attempt}`].filter(Boolean);
  return [
    `# ${scrub(owner.join(', ')).replaceAll('\n', ' ')}\n`,
    yaml({ step, thought, action, action_input }),
    '---\n',
    yaml({ observation, reflection, decision, reason }),
  ].join('');
}

/** The same, and whose step it is, as one object. */
export function stepRecord(event: Step): Record<string, unknown> {
  const { agent, task, attempt, step, thought, action, action_input } = event;
  const { observation, reflection, decision, reason } = event;
  return { agent, task, attempt, step, thought, action, action_input, observation, reflection, decision, reason };
}

const yaml = (value: unknown): string => stringify(value, { lineWidth: 0 });
