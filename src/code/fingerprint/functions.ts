import type { Cursor } from './cursor.ts';
import type { Token } from './lexer.ts';
import { block, type Node, node } from './node.ts';

/** `(a, b) => …`, `x => …`, `(a: T): T => …`, `(a, b) -> …`. */
export function isArrow(cursor: Cursor): boolean {
  const arrow = cursor.language.name === 'java' ? '->' : '=>';
  if (cursor.language.name !== 'javascript' && cursor.language.name !== 'java') return false;
  if (cursor.token?.kind === 'name') return cursor.peek()?.text === arrow;
  let at = cursor.closer() ?? cursor.end;
  const next = () => (at + 1 < cursor.end ? cursor.tokens[at + 1] : undefined);
  if (next()?.text === arrow) return true;
  if (next()?.text !== ':' || !cursor.colon) return false;
  for (at += 1; at < cursor.end; at += 1) {
    const token = next();
    if (!token || (token.kind === 'mark' && !/^[.<>|&[\]{},?]$|^=>$/.test(token.text))) return false;
    if (token.text === arrow) return true;
    if (token.text === ',') return false;
    at = (cursor.closer(at + 1) ?? at + 1) - 1;
  }
  return false;
}

export function arrowFunction(cursor: Cursor, before = ''): Node {
  const params = cursor.is('(') ? paramList(cursor) : node('params', '', [leaf(cursor)]);
  const type = typeUntil(cursor, ['=>', '->']);
  cursor.at += 1;
  return node('fn', before, [params, body(cursor), ...type]);
}

/** Behind `function`, `func`, `fn` or `def`, or at a method's name. */
export function functionValue(cursor: Cursor, before: string): Node {
  const receiver =
    cursor.language.name === 'go' && cursor.is('(') && cursor.tokens[(cursor.closer() ?? 0) + 1]?.kind === 'name';
  const owner = receiver ? [paramList(cursor)] : [];
  const star = cursor.take('*') ? '*' : '';
  const named =
    cursor.token?.kind === 'name' || cursor.token?.kind === 'string' ? (cursor.tokens[cursor.at++]?.text ?? '') : '';
  const types = cursor.is('<') || cursor.is('[') ? [typeGroup(cursor)] : [];
  const params = cursor.is('(') ? paramList(cursor) : node('params', '');
  const type = typeUntil(cursor, ['{', ';', ':']);
  const own = cursor.language.indents || cursor.is('{') ? body(cursor) : node('none', '');
  const word = [before, star].filter((part) => part !== '').join(' ');
  const kids = [params, own, ...type, ...types, ...owner];
  return named === '' ? node('fn', word, kids) : node('function', named, [node('fn', word, kids)]);
}

/** Python's: `lambda a, b: …`. */
export function lambda(cursor: Cursor): Node {
  const params: Node[] = [];
  cursor.with({ colon: false }, () => {
    while (cursor.token && cursor.token.kind !== 'newline' && !cursor.is(':')) {
      if (!cursor.take(',')) params.push(cursor.read.expression(cursor, 2));
    }
  });
  cursor.take(':');
  const value = cursor.read.expression(cursor, 3);
  return node('fn', '', [node('params', '', params), block([node('return', 'return', [value])])]);
}

/** Rust's: `|a, b| …`. */
export function closure(cursor: Cursor): Node {
  const params: Node[] = [];
  if (!cursor.take('||')) {
    cursor.at += 1;
    while (cursor.token && !cursor.is('|')) if (!cursor.take(',')) params.push(cursor.read.expression(cursor, 11));
    cursor.take('|');
  }
  return node('fn', '', [node('params', '', params), body(cursor)]);
}

/** A block, or the one expression that is returned. */
function body(cursor: Cursor): Node {
  if (cursor.language.indents) return suite(cursor);
  if (cursor.is('{')) return braces(cursor);
  return block([node('return', 'return', [cursor.read.expression(cursor, 2)])]);
}

export function braces(cursor: Cursor): Node {
  return cursor.inside({ brackets: false }, () => block(cursor.read.statements(cursor)));
}

/** Python's block: what is further in, or the rest of the line. */
export function suite(cursor: Cursor): Node {
  if (!cursor.take(':')) return node('none', '');
  const found: Node[] = [];
  if (!layout(cursor, 'newline')) {
    while (cursor.token && cursor.token.kind !== 'newline') found.push(...cursor.read.statement(cursor));
  } else if (layout(cursor, 'indent')) {
    while (cursor.token && !layout(cursor, 'dedent')) found.push(...cursor.read.statement(cursor));
  }
  return block(found);
}

function layout(cursor: Cursor, kind: Token['kind']): boolean {
  if (cursor.token?.kind !== kind) return false;
  cursor.at += 1;
  return true;
}

function paramList(cursor: Cursor): Node {
  return cursor.inside({}, () => {
    const params: Node[] = [];
    while (cursor.token) if (!cursor.take(',')) params.push(param(cursor));
    return node('params', '', params);
  });
}

/** Words side by side are a type and a name, in the language's order. */
function param(cursor: Cursor): Node {
  const parts: Node[] = [];
  while (cursor.token && !cursor.is(',')) parts.push(cursor.read.expression(cursor, 2));
  const [only] = parts;
  return only && parts.length === 1
    ? only
    : node('typed', '', cursor.language.name === 'java' ? parts.reverse() : parts);
}

/** Types are compared by their tokens. */
function typeUntil(cursor: Cursor, ends: string[]): Node[] {
  const parts: string[] = [];
  while (cursor.token && !(cursor.token.kind === 'newline')) {
    if (cursor.token.first && parts.length === 0 && !cursor.is('{')) break;
    if (ends.some((end) => cursor.is(end)) && !(cursor.is(':') && !cursor.language.indents && parts.length === 0)) {
      if (!cursor.is('{') || parts.at(-1) !== ':') break;
    }
    const close = cursor.closer();
    const to = close === null ? cursor.at : Math.min(close, cursor.end - 1);
    for (; cursor.at <= to; cursor.at += 1) parts.push(cursor.token?.text ?? '');
  }
  return parts.length === 0 ? [] : [node('type', parts.join(' '))];
}

export function typeGroup(cursor: Cursor): Node {
  const to = Math.min(cursor.closer() ?? cursor.at, cursor.end - 1);
  const parts: string[] = [];
  for (; cursor.at <= to; cursor.at += 1) parts.push(cursor.tokens[cursor.at]?.text ?? '');
  return node('type', parts.join(' '));
}

function leaf(cursor: Cursor): Node {
  const text = cursor.token?.text ?? '';
  cursor.at += 1;
  return node('name', text);
}
