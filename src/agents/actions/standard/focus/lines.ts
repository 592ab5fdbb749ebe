import type { Reading } from '../../../../ports/outside/reading.ts';
import type { Note } from '../parts.ts';

/** Lines as far as an expression should look at them. */
export const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => line.slice(0, 2_000));

export const importsIn = (reading: Reading | null, text: string): Note[] =>
  reading ? firstGroups(text, reading.imports) : [];

export function testsIn(reading: Reading | null, text: string): Note[] {
  if (!reading) return [];
  const { mark } = reading;
  const titles = firstGroups(text, reading.tests);
  if (!mark) return titles;
  const lines = linesOf(text);
  return titles.filter(({ line }) => lines.slice(Math.max(0, line - 4), line).some((above) => mark.test(above)));
}

const later = new RegExp(`\\b(?:${['TODO', 'FIXME', 'XXX', 'HACK'].join('|')})\\b`);

export const leftForLater = (_reading: Reading | null, text: string): Note[] =>
  linesOf(text).flatMap((line, index) => (later.test(line) ? [{ line: index + 1, message: line }] : []));

function firstGroups(text: string, rule: RegExp): Note[] {
  return linesOf(text).flatMap((line, index) => {
    const group = rule
      .exec(line)
      ?.slice(1)
      .find((each) => each !== undefined);
    return group === undefined ? [] : [{ line: index + 1, message: group.trim() }];
  });
}
