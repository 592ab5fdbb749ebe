import type { Reading, Rule } from '../../../../ports/outside/reading.ts';
import { linesOf } from './lines.ts';

export interface Declared {
  line: number;
  /** function, class, export… */
  kind: string;
  name: string;
}

const headings: readonly Rule[] = [['heading', /^(#{1,6}\s.+)$/]];

/** What a program declares, line by line; the headings of anything else. */
export function declarations(reading: Reading | null, text: string): Declared[] {
  const rules = reading?.declarations ?? headings;
  return linesOf(text).flatMap((line, index) => {
    for (const [kind, match] of rules) {
      const groups = match.exec(line);
      if (groups) return [{ line: index + 1, kind, name: (groups[1] ?? '').trim() }];
    }
    return [];
  });
}

/** The keys of data and the kinds of their values, without the values. */
export function outline(value: unknown, path: string, depth = 0): string[] {
  if (Array.isArray(value)) {
    const head = `${path}: array of ${value.length}`;
    return depth > 5 || value.length === 0 ? [head] : [head, ...outline(value[0], `${path}[0]`, depth + 1)];
  }
  if (typeof value !== 'object' || value === null) return [`${path}: ${value === null ? 'null' : typeof value}`];
  const entries = Object.entries(value);
  const head = `${path}: object of ${entries.length}`;
  if (depth > 5) return [head];
  return [head, ...entries.slice(0, 100).flatMap(([key, each]) => outline(each, `${path}.${key}`, depth + 1))];
}
