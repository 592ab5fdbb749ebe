import type { Evidence, Proposal } from '../../repair/shape.ts';
import type { PyStatement, PyToken } from '../code/python-tokens.ts';

/** A function with its statements, those of functions inside of it too. */
export interface Definition {
  name: string;
  head: PyStatement;
  body: PyStatement[];
}

/** A statement and what is around it. */
export interface Place {
  statement: PyStatement;
  tokens: PyToken[];
  /** The nearest function around it, or the one that it begins. */
  fn: Definition | undefined;
  /** The functions around that one, the outermost first. */
  outer: Definition[];
  text: string;
  path: string;
  line: number;
}

export type Idea = Omit<Proposal, 'line'>;
export type Template = (place: Place, evidence: Evidence) => Idea[];

/** Whether a value may end with this token: what follows is an operator between two. */
export const endsValue = (token: PyToken | undefined): boolean =>
  token !== undefined && /^(?:Name|Int|Float|String|FStringEnd|Rpar|Rsqb|Rbrace|True|False|None)$/.test(token.kind);

/** The index of the bracket that closes the one at `at`. */
export function closingOf(tokens: readonly PyToken[], at: number): number {
  const depth = tokens[at]?.depth ?? 0;
  return tokens.findIndex(
    (token, later) => later > at && token.depth === depth && /^R(?:par|sqb|brace)$/.test(token.kind),
  );
}

/** What stands between two tokens, split at its commas. */
export function partsOf(tokens: readonly PyToken[], open: number, close: number): PyToken[][] {
  const depth = (tokens[open]?.depth ?? 0) + 1;
  const parts: PyToken[][] = [[]];
  for (const token of tokens.slice(open + 1, close)) {
    if (token.kind === 'Comma' && token.depth === depth) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** Whether a function head is what the statement is. */
export const isHead = ({ tokens }: Place): boolean =>
  /^(?:Def|Class|Async|At)$/.test(tokens[0]?.kind ?? '') &&
  tokens.some(({ kind }) => kind === 'Def' || kind === 'Class' || kind === 'At');
