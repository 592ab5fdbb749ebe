import { clip } from '../../../core/clip.ts';
import { type Action, text, tool } from '../../action.ts';

const string = { type: 'string' };

/** A question that only a person can answer. The run waits for the answer. */
export function requestInfoAction(): Action {
  return {
    ends: true,
    spec: tool('request_info', 'Ask a person for what is missing.', { question: string, context: {} }),
    run: async (input) => {
      const [question, context] = [text(input, 'question'), input.context ?? null];
      return {
        observation: 'Asked.',
        end: { state: 'escalate', reason: told(question, context), output: { question, context } },
      };
    },
  };
}

/** The agent must not decide this itself. */
export function escalateAction(): Action {
  return {
    ends: true,
    spec: tool('escalate', 'Give it to a person: a risk, a conflict, or not yours to decide.', {
      reason: string,
      context: {},
    }),
    run: async (input) => {
      const [reason, context] = [text(input, 'reason'), input.context ?? null];
      return {
        observation: 'Escalated.',
        end: { state: 'escalate', reason: told(reason, context), output: { reason, context } },
      };
    },
  };
}

const longest = 500;

/** What a person reads, with what the agent says about it. */
function told(text: string, context: unknown): string {
  const about = typeof context === 'string' ? context.trim() : '';
  return about === '' || text.includes(about) ? text : `${text} (${clip(about, longest)})`;
}
