import type { PyStatement, PyToken } from '../../code/python-tokens.ts';
import type { Edit } from './values.ts';

export interface Test {
  name: string;
  /** With the classes around it. */
  path: string;
  head: PyStatement;
  body: PyStatement[];
}

/** Functions named as tests are, directly in the file or in a class. */
export function testsIn(statements: PyStatement[]): Test[] {
  const tests: Test[] = [];
  const around: { kind: string; name: string; level: number }[] = [];
  let decorators: string[] = [];
  statements.forEach((head, at) => {
    while ((around.at(-1)?.level ?? -1) >= head.level) around.pop();
    const [first, ...rest] = head.tokens;
    if (first?.kind === 'At') decorators.push(rest.map((token) => token.text).join(''));
    const [definition, named] = head.tokens.filter((token) => token.kind !== 'Async');
    const name = named?.text ?? '';
    if (definition?.kind === 'Def' && /^test/.test(name) && head.indent !== null) {
      const isTest = !decorators.some((text) => /fixture/.test(text)) && around.every(({ kind }) => kind === 'Class');
      const end = statements.findIndex((other, later) => later > at && other.level <= head.level);
      const body = statements.slice(at + 1, end === -1 ? undefined : end);
      const path = [...around.map((outer) => outer.name), name].join('.');
      if (isTest) tests.push({ name, path, head, body });
    }
    if (first?.kind !== 'At') decorators = [];
    if (definition?.kind === 'Def' || definition?.kind === 'Class')
      around.push({ kind: definition.kind, name, level: head.level });
  });
  return tests;
}

/** Puts a line before a statement. */
export function before(statement: PyStatement, text: string): Edit[] {
  const start = statement.tokens[0]?.start ?? 0;
  return [{ start, end: start, text: `${text}\n${statement.indent}` }];
}

export const isCheck = (statement: PyStatement): boolean =>
  statement.tokens[0]?.kind === 'Assert' || checkOf(statement) !== null;

/** What may be expected to go wrong: blocks that catch. */
export function guardedIn(body: PyStatement[]): Set<PyStatement> {
  const guarded = new Set<PyStatement>();
  let level = Number.POSITIVE_INFINITY;
  for (const statement of body) {
    if (statement.level <= level) level = Number.POSITIVE_INFINITY;
    else guarded.add(statement);
    const catches =
      statement.tokens[0]?.kind === 'Try' ||
      (statement.tokens.some(({ kind }) => kind === 'With') &&
        statement.tokens.some(({ text }) => /raises|suppress|warns|fails/i.test(text)));
    if (catches && level === Number.POSITIVE_INFINITY) level = statement.level;
  }
  return guarded;
}

/** An assertion and what it is about. */
export interface Check {
  is: 'equal' | 'pair' | 'in' | 'true';
  /** Two for `equal`, `pair` and `in`. */
  sides: PyToken[][];
}

const joining = /^(?:And|Or|Not|If|Else|Lambda|In|Is|Less|Greater|LessEqual|GreaterEqual|NotEqual|EqEqual|ColonEqual)$/;
const equalities = /^assert(?:Equals?|AlmostEquals?|Is|(?:List|Tuple|Dict|Set|MultiLine|Sequence|Count)Equal)$/;

export function checkOf({ tokens }: PyStatement): Check | null {
  const [first, dot, method, open] = tokens;
  if (first?.kind === 'Assert') {
    const [asserted = []] = partsOf(tokens.slice(1), 0, (token) => token.kind === 'Comma');
    const joins = asserted.filter((token) => token.depth === 0 && joining.test(token.kind));
    const [only] = joins;
    const is = joins.length !== 1 ? 'true' : only?.kind === 'EqEqual' ? 'equal' : only?.kind === 'In' ? 'in' : 'true';
    return { is, sides: is === 'true' ? [asserted] : partsOf(asserted, 0, (token) => token === only) };
  }
  const call = first?.text === 'self' && dot?.kind === 'Dot' && open?.kind === 'Lpar' && tokens.at(-1)?.kind === 'Rpar';
  if (!call || !method || tokens.slice(4, -1).some((token) => token.depth === 0)) return null;
  const sides = partsOf(tokens.slice(4, -1), 1, (token) => token.kind === 'Comma').filter(
    (side) => side.length > 0 && !(side[0]?.kind === 'Name' && side[1]?.kind === 'Equal'),
  );
  if (sides.some(([start]) => start?.kind === 'Star' || start?.kind === 'DoubleStar')) return null;
  if (equalities.test(method.text) && sides.length >= 2) return { is: 'pair', sides: sides.slice(0, 2) };
  return /^assert(?:True|False)$/.test(method.text) && sides[0] ? { is: 'true', sides: [sides[0]] } : null;
}

function partsOf(tokens: PyToken[], depth: number, ends: (token: PyToken) => boolean): PyToken[][] {
  const parts: PyToken[][] = [[]];
  for (const token of tokens) {
    if (token.depth === depth && ends(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Behind what must come first in a file. */
export function topOf(statements: PyStatement[]): number {
  const first = statements.find(({ tokens: [one, two], indent }, at) => {
    const isText = at === 0 && one?.kind === 'String';
    return indent !== null && !isText && !(one?.kind === 'From' && two?.text === '__future__');
  });
  return first?.tokens[0]?.start ?? 0;
}

/** Edits at one place stay in their order. */
export function applied(text: string, edits: Edit[]): string {
  let [result, at] = ['', 0];
  for (const edit of edits
    .map((one, order) => ({ ...one, order }))
    .sort((a, b) => a.start - b.start || a.order - b.order)) {
    result += text.slice(at, edit.start) + edit.text;
    at = Math.max(at, edit.end);
  }
  return result + text.slice(at);
}

/** It bears the marks of a test, so that it is chosen where that is. */
