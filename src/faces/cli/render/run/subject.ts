import type { StepKind } from '../../../../schema/run/lifecycle.ts';
import { doingWords } from '../../../words.ts';
import { oneLine } from '../../terminal/text.ts';

/** The one input that tells most about an action, with a space before it. */
function subject(input: Record<string, unknown>): string {
  const value = input.path ?? input.command ?? input.query;
  return value === undefined ? '' : ` ${oneLine(typeof value === 'string' ? value : JSON.stringify(value), 80)}`;
}

/** An action of an agent and what it is about: `read src/a.js`, `hand over`. */
export const actionWords = (step: { action: string; action_input: Record<string, unknown> }): string =>
  `${step.action.replaceAll('_', ' ')}${subject(step.action_input)}`;

/** What a room does, and for which task: `t1: developing`. */
export const stepWords = ({ step, task }: { step: StepKind; task: string | null }): string =>
  `${task === null ? '' : `${task}: `}${doingWords[step]}`;
