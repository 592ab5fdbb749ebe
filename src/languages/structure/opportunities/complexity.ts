import { readingOf } from '../../reading.ts';
import { canonicalTokens } from '../fingerprint/tokens.ts';
import type { ChangedSource } from './source.ts';

export interface Tangled {
  path: string;
  line: number;
  name: string;
  /** The ways that its code can go, but for one. */
  decisions: number;
}

/** What McCabe thought a person can still test. */
export const mostDecisions = 10;

const deciding = new Set('if elif elsif unless for foreach while until case when catch except rescue'.split(' '));

/** The functions that a change touches and that decide too much, the worst first. */
export function tangledIn({ path, text, added }: ChangedSource): Tangled[] {
  const reading = readingOf(path, text);
  if (!reading) return [];
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => {
    const rule = reading.declarations.find(([, match]) => match.test(line));
    return rule ? [{ line: index + 1, kind: rule[0], name: rule[1].exec(line)?.[1] ?? '' }] : [];
  });
  const decisions = canonicalTokens(path, text).filter((token) => deciding.has(token.text));
  return starts
    .map(({ line, kind, name }, index) => {
      const end = starts[index + 1]?.line ?? lines.length + 1;
      const within = (at: number): boolean => at >= line && at < end;
      const isChanged = (kind === 'function' || kind === 'method') && [...added].some(within);
      return {
        path,
        line,
        name,
        decisions: isChanged ? decisions.filter((token) => within(token.line + 1)).length : 0,
      };
    })
    .filter((one) => one.decisions > mostDecisions)
    .sort((a, b) => b.decisions - a.decisions);
}
