import { oneLine } from '../../terminal/text.ts';

/** The one input that tells most about an action, with a space before it. */
export function subject(input: Record<string, unknown>): string {
  const value = input.path ?? input.command ?? input.query;
  return value === undefined ? '' : ` ${oneLine(typeof value === 'string' ? value : JSON.stringify(value), 80)}`;
}
