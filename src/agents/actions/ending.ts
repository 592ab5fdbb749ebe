import { type Action, text, tool } from '../action.ts';

export function handOverAction(): Action {
  return {
    ends: true,
    spec: tool('hand_over', 'Give up: impossible, contradicts the tests, or needs a person.', {
      reason: { type: 'string' },
    }),
    run: async (input) => ({
      observation: 'Handed over.',
      end: { state: 'escalate', reason: text(input, 'reason'), output: null },
    }),
  };
}

/** The developer's end: it says what it did, the judge says whether that is so. */
export function finishAction(): Action {
  return {
    ends: true,
    spec: tool('finish', 'The work is done and its tests pass.', { summary: { type: 'string' } }),
    run: async (input) => ({
      observation: 'Finished.',
      end: { state: 'done', reason: text(input, 'summary'), output: text(input, 'summary') },
    }),
  };
}

/** A role agent's end: the parameters are its contract's output. */
export function deliverAction(output: Record<string, unknown>): Action {
  const properties = (output.properties ?? {}) as Record<string, unknown>;
  const required = Array.isArray(output.required) ? output.required : Object.keys(properties);
  const optional = Object.keys(properties).filter((key) => !required.includes(key));
  return {
    ends: true,
    contract: true,
    spec: tool('finish', 'Give the result.', properties, optional),
    run: async (input) => {
      const { thought: _thought, ...result } = input;
      return { observation: 'Accepted.', end: { state: 'done', reason: text(input, 'thought'), output: result } };
    },
  };
}
