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

/** A role agent's tool: each call also tells what the last observation was worth. */
export function reflecting({ name, description, parameters }: ToolSpec, required: boolean): ToolSpec {
  const declared = (parameters.properties ?? {}) as Record<string, unknown>;
  const needed = Array.isArray(parameters.required) ? parameters.required : [];
  return {
    name,
    description,
    parameters: {
      ...parameters,
      properties: { ...declared, ...properties },
      required: required ? [...needed, ...Object.keys(properties)] : needed,
    },
  };
}

/** An input without what is said about the step before it, and without its thought. */
export function unreflected(input: Record<string, unknown>): Record<string, unknown> {
  const { thought: _thought, reflection: _reflection, decision: _decision, reason: _reason, ...key } = input;
  return key;
}

/** What a message says about what was observed before it; a model that does not say it is taken by its thought. */
export function reflectionIn({ text: words, calls }: AssistantMessage): Reflected & { given: boolean } {
  const input = calls[0]?.input;
  const fields = typeof input === 'object' ? input : {};
  const reflection = text(fields, 'reflection').trim();
  const decision = text(fields, 'decision');
  const ends = calls[0]?.name === 'finish';
  return {
    reflection: reflection || text(fields, 'thought') || words,
    decision: decision === 'escalate' && !ends ? 'escalate' : 'continue',
    reason: text(fields, 'reason') || (ends ? 'there is enough to finish' : 'not finished'),
    given: reflection !== '',
  };
}

/** Whether a reflection names anything that was observed: a number, a path, or a word that is not everybody's. */
export function cites(reflection: string, observation: string): boolean {
  const observed = new Set(wordsOf(observation));
  return observed.size === 0 || wordsOf(reflection).some((word) => observed.has(word));
}

const common = new Set(
  'about after again also been before continue could does done found from good have here into just looks more most much need next nothing only other result results should some step that their them then there they thing this very well went were what when where which will with work worked works would'.split(
    ' ',
  ),
);

function wordsOf(sentence: string): string[] {
  const text = sentence.toLowerCase();
  const paths = text.match(/[\p{L}\p{N}_-]+(?:[./][\p{L}\p{N}_-]+)+/gu) ?? [];
  const words = text.match(/[\p{L}\p{N}_]{2,}|\p{N}/gu) ?? [];
  return [...paths, ...words.filter((word) => (/\d/.test(word) || word.length >= 4) && !common.has(word))];
}
