import type { AssistantMessage, ToolSpec } from '../../schema/agents/message.ts';
import type { EventOf } from '../../schema/run/event.ts';
import { text } from '../action.ts';

export type Reflected = Pick<EventOf<'agent.step'>, 'reflection' | 'decision' | 'reason'>;

const properties = {
  reflection: {
    type: 'string',
    description: 'What the last observation shows, critically, and what is still missing.',
  },
  decision: { type: 'string', enum: ['continue', 'done', 'escalate'] },
  reason: { type: 'string' },
};

/** A role agent's tool: each call may also tell what the last observation was worth. */
export function reflecting({ name, description, parameters }: ToolSpec): ToolSpec {
  const declared = (parameters.properties ?? {}) as Record<string, unknown>;
  return { name, description, parameters: { ...parameters, properties: { ...declared, ...properties } } };
}

/** An input without what is said about the step before it, and without its thought. */
export function unreflected(input: Record<string, unknown>): Record<string, unknown> {
  const { thought: _thought, reflection: _reflection, decision: _decision, reason: _reason, ...key } = input;
  return key;
}

/** What a message says about what was observed before it; a model that does not say it is taken by its thought. */
export function reflectionIn({ text: words, calls }: AssistantMessage): Reflected {
  const input = calls[0]?.input;
  const fields = typeof input === 'object' ? input : {};
  const reflection = text(fields, 'reflection').trim();
  const decision = text(fields, 'decision');
  const ends = calls[0]?.name === 'finish';
  return {
    reflection: reflection || text(fields, 'thought') || words,
    decision: decision === 'escalate' && !ends ? 'escalate' : 'continue',
    reason: text(fields, 'reason') || (ends ? 'there is enough to finish' : 'not finished'),
  };
}
