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
export function finishAction(criteria = 0): Action {
  const summary = { type: 'string' };
  const end = 'The work is done and its tests pass.';
  let isTold = false;
  return {
    ends: true,
    spec: criteria > 0 ? tool('finish', end, { summary, proofs }, ['proofs']) : tool('finish', end, { summary }),
    run: async (input) => {
      const conclusion = text(input, 'summary');
      const faults = isTold ? [] : proofFaults(input.proofs, criteria);
      isTold = true;
      // Said once: whoever finishes again does without them.
      if (faults.length > 0)
        return {
          observation: `Not finished: ${faults.join('; ')}. Name tests that show it, or finish without.`,
          mark: { kind: 'unfinished' },
        };
      const named = Array.isArray(input.proofs) ? { summary: conclusion, proofs: input.proofs } : conclusion;
      return { observation: 'Finished.', end: { state: 'done', reason: conclusion, output: named } };
    },
  };
}

/** The longest name of a test that is recorded. */
const longestName = 240;

/** What is wrong with proofs that would be left out. */
function proofFaults(rows: unknown, criteria: number): string[] {
  if (!Array.isArray(rows) || criteria === 0) return [];
  return rows.flatMap((row: { criterion?: unknown; test?: unknown } | null, index) => {
    const [criterion, test] = [row?.criterion, row?.test];
    const which = `proofs[${index}]`;
    if (typeof criterion !== 'number' || !Number.isInteger(criterion) || criterion < 1 || criterion > criteria)
      return [`${which} is of no criterion: they are 1 to ${criteria}`];
    if (typeof test !== 'string' || test.trim() === '') return [`${which} names no test`];
    return test.length > longestName ? [`${which} is too long for the name of a test`] : [];
  });
}

const proofs = {
  type: 'array',
  description: 'The test that shows a criterion, where it is not the proposed one.',
  items: {
    type: 'object',
    properties: { criterion: { type: 'integer' }, test: { type: 'string' } },
    required: ['criterion', 'test'],
  },
};

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
