import type { ToolCall } from '../../schema/agents/message.ts';
import type { StepMark } from '../../schema/agents/step-mark.ts';
import type { Talk, Turn } from './talk.ts';

/** The marks of one kind, in the order of their steps. */
export const marksOf = <K extends StepMark['kind']>({ marks }: Talk, kind: K): Extract<StepMark, { kind: K }>[] =>
  [...marks.values()].filter((mark): mark is Extract<StepMark, { kind: K }> => mark.kind === kind);

/** The mark of the last step that was taken. */
export function lastMark({ turns, marks }: Talk): StepMark | null {
  const answer = turns.flatMap(({ answers }) => answers).at(-1);
  return (answer && marks.get(answer)) ?? null;
}

export interface Drafted {
  name: string;
  input: ToolCall['input'];
}

/** The drafts that a conversation made, each with what was asked for. */
export function draftsIn({ turns, marks }: Talk): Drafted[] {
  return turns.flatMap(({ message, answers }) =>
    answers.flatMap((answer, at) => {
      const [mark, call] = [marks.get(answer), message.calls[at]];
      return mark?.kind === 'draft' && call ? [{ name: mark.name, input: call.input }] : [];
    }),
  );
}

/**
 * Whether a call failed in this turn, before the model could see the result. A command that passes again after an edit
 * does not count. A `finish` is returned only once: the second time, the model has seen the failure.
 */
export function failedIn({ message, answers }: Turn, talk: Talk): boolean {
  const { marks } = talk;
  if (marksOf(talk, 'unfinished').length > 0) return false;
  const results = answers.map((answer, at) => {
    const mark = marks.get(answer);
    return { name: message.calls[at]?.name, failed: mark?.kind === 'failed' ? mark.what : null };
  });
  return results.some(({ name, failed }, at) => {
    const mended = results.findIndex((other, index) => index > at && other.name !== name && other.failed === null);
    const later = mended > at && results.slice(mended).some((other) => other.name === name && other.failed === null);
    return failed === 'undone' || (failed === 'command' && !later);
  });
}
