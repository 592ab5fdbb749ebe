import type { Cursor } from './cursor.ts';
import { arrowFunction, closure, functionValue, isArrow, lambda, typeGroup } from './functions.ts';
import { isLayout } from './lexer.ts';
import { block, type Node, node } from './node.ts';
import { type Operator, operators, prefixMarks, prefixWords } from './operators.ts';

/** By the tightness of its operators: round brackets that only group leave no trace. */
export function expression(cursor: Cursor, tightness: number): Node {
  let left = prefix(cursor);
  for (;;) {
    const token = cursor.token;
    if (!token || isLayout(token)) return left;
    if (!cursor.brackets && token.first && endsBefore(cursor)) return left;
    const joined = suffix(cursor, left) ?? infix(cursor, left, tightness);
    if (!joined) return left;
    left = joined;
  }
}

/** Whether a new line starts something new here. */
function endsBefore(cursor: Cursor): boolean {
  const { token, language } = cursor;
  if (language.lineEnds) return true;
  if (token?.kind !== 'mark') return !operators[token?.text ?? ''];
  return (language.name === 'rust' ? /^(?:[([{*&|]|\|\||\+\+|--)$/ : /^(?:[([{]|\+\+|--)$/).test(token.text);
}

function suffix(cursor: Cursor, left: Node): Node | null {
  const token = cursor.token;
  const { name, generics } = cursor.language;
  if (token?.kind === 'template' && token.tight && name === 'javascript')
    return node('call', '', [left, prefix(cursor)]);
  if (token?.kind !== 'mark') return null;
  switch (token.text) {
    case '(':
      return node('call', '', [left, ...items(cursor)]);
    case '[':
      return node('index', '', [left, ...items(cursor)]);
    case '.':
    case '?.':
    case '::': {
      const next = cursor.peek();
      cursor.at += 1;
      if (next?.kind !== 'name' && next?.kind !== 'number') return node('chain', token.text, [left]);
      cursor.at += 1;
      return node('member', token.text === '?.' ? `?${next.text}` : next.text, [left]);
    }
    case '<':
      return generics && cursor.closer() !== null ? node('typed', '', [left, typeGroup(cursor)]) : null;
    case '!':
      if (!token.tight || cursor.peek()?.kind === 'name') return null;
      cursor.at += 1;
      return node('post', '!', [left]);
    case '?':
      if (name !== 'rust') return null;
      cursor.at += 1;
      return node('post', '?', [left]);
    case '++':
    case '--':
      cursor.at += 1;
      return node('assign', `${token.text[0]}=`, [left, node('number', '1')]);
    case '{': {
      const literal =
        (name === 'go' || name === 'rust') && cursor.brace && ['name', 'member', 'index', 'list'].includes(left.kind);
      return literal ? node('call', '{}', [left, ...items(cursor)]) : null;
    }
    default:
      return null;
  }
}

function infix(cursor: Cursor, left: Node, tightness: number): Node | null {
  const token = cursor.token;
  if (!token || (token.kind !== 'mark' && token.kind !== 'name')) return null;
  const operator = operators[token.text];
  if (!operator || operator.tightness < tightness || !applies(cursor, token.text, operator)) return null;
  cursor.at += 1;
  if (token.text === '?') return ternary(cursor, left);
  if (token.text === 'if') {
    const test = expression(cursor, 5);
    if (!cursor.take('else')) return node('binary', 'if', [left, test]);
    return node('cond', '', [test, left, expression(cursor, 4)]);
  }
  let text = token.text;
  if (text === 'not') {
    cursor.take('in');
    text = 'not in';
  } else if (text === 'is' && cursor.take('not')) text = 'is not';
  if (text === 'for') return comprehension(cursor, left);
  const right = expression(cursor, operator.right ? operator.tightness : operator.tightness + 1);
  return node(operator.kind, text, [left, right]);
}

function applies(cursor: Cursor, text: string, { languages }: Operator): boolean {
  if (languages && !languages.includes(cursor.language.name)) return false;
  if (text === ':' || text === '?:') return cursor.colon;
  if (text === 'for') return cursor.brackets;
  if (text === 'not') return cursor.peek()?.text === 'in';
  return true;
}

function ternary(cursor: Cursor, test: Node): Node {
  const then = cursor.with({ colon: false }, () => expression(cursor, 2));
  if (!cursor.take(':')) return node('binary', '?', [test, then]);
  return node('cond', '', [test, then, expression(cursor, 4)]);
}

/** Python's `x for x in xs if x`: its names are its own. */
function comprehension(cursor: Cursor, value: Node): Node {
  const target = list(cursor, 10);
  cursor.take('in');
  const kids = [target, expression(cursor, 5)];
  while (cursor.is('if') || cursor.is('for') || cursor.is('async')) {
    if (cursor.take('if')) kids.push(node('when', '', [expression(cursor, 5)]));
    else {
      cursor.take('async');
      cursor.take('for');
      const inner = list(cursor, 10);
      cursor.take('in');
      kids.push(node('from', '', [inner, expression(cursor, 5)]));
    }
  }
  return node('each', '', [...kids, value]);
}

/** `a, b` without brackets. */
function list(cursor: Cursor, tightness: number): Node {
  const first = expression(cursor, tightness);
  if (!cursor.is(',')) return first;
  const kids = [first];
  while (cursor.take(',') && !cursor.is('in')) kids.push(expression(cursor, tightness));
  return node('tuple', '', kids);
}

function prefix(cursor: Cursor): Node {
  const token = cursor.token;
  if (!token) return node('none', '');
  const { name } = cursor.language;
  if (token.kind === 'mark') return mark(cursor);
  if (token.kind === 'name') {
    if (isArrow(cursor)) return arrowFunction(cursor);
    const next = cursor.peek();
    if (
      token.text === 'async' &&
      next &&
      !next.first &&
      (next.text === 'function' || next.text === '(' || next.kind === 'name')
    ) {
      cursor.at += 1;
      if (cursor.take('function')) return functionValue(cursor, 'async');
      return (cursor.is('(') || cursor.token?.kind === 'name') && isArrow(cursor)
        ? arrowFunction(cursor, 'async')
        : node('name', 'async');
    }
    if ((token.text === 'function' && name === 'javascript') || (token.text === 'func' && name === 'go')) {
      cursor.at += 1;
      return functionValue(cursor, '');
    }
    if (token.text === 'lambda' && name === 'python') {
      cursor.at += 1;
      return lambda(cursor);
    }
    if (name === 'rust' && ['if', 'match', 'unsafe', 'loop'].includes(token.text))
      return block(cursor.read.statement(cursor));
    const tightness = prefixWords[token.text];
    cursor.at += 1;
    if (tightness !== undefined && cursor.token && startsValue(cursor))
      return node('unary', token.text, [expression(cursor, tightness)]);
    return node('name', token.text);
  }
  if (isLayout(token) && !cursor.brackets) return node('none', '');
  cursor.at += 1;
  if (token.kind !== 'string' && token.kind !== 'template') return node(token.kind, token.text);
  const pieces = [node(token.kind, token.text)];
  while (name === 'python' && (cursor.token?.kind === 'string' || cursor.token?.kind === 'template')) {
    pieces.push(node(cursor.token.kind, cursor.token.text));
    cursor.at += 1;
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : node('concat', '', pieces);
}

function startsValue({ token }: Cursor): boolean {
  if (!token || isLayout(token)) return false;
  return token.kind !== 'mark' || /^(?:[([{!~+\-*&<.]|\.\.\.|\+\+|--)$/.test(token.text);
}

function mark(cursor: Cursor): Node {
  const text = cursor.token?.text ?? '';
  if (text === '(') {
    if (isArrow(cursor)) return arrowFunction(cursor);
    const comma = cursor.tokens[(cursor.closer() ?? 0) - 1]?.text === ',';
    const found = items(cursor);
    return found.length === 1 && found[0] && !(comma && cursor.language.indents) ? found[0] : node('tuple', '', found);
  }
  if (text === '[') return node('list', '', items(cursor));
  if (text === '{' && cursor.brace) return node('object', '', items(cursor));
  if (cursor.language.name === 'rust' && (text === '|' || text === '||')) return closure(cursor);
  const tightness = prefixMarks[text];
  cursor.at += 1;
  if (tightness === undefined || !cursor.token || !startsValue(cursor)) return node('mark', text);
  if (text === '++' || text === '--')
    return node('assign', `${text[0]}=`, [expression(cursor, tightness), node('number', '1')]);
  return node('unary', text, [expression(cursor, tightness)]);
}

/** What brackets hold, by its commas. */
function items(cursor: Cursor): Node[] {
  return cursor.inside({}, () => {
    const found: Node[] = [];
    while (cursor.token) {
      if (cursor.take(',')) continue;
      const parts: Node[] = [];
      while (cursor.token && !cursor.is(',')) parts.push(method(cursor) ?? expression(cursor, 2));
      const [only] = parts;
      found.push(only && parts.length === 1 ? only : node('side', '', parts));
    }
    return found;
  });
}

/** A method of an object: `name(a) { … }`. */
function method(cursor: Cursor): Node | null {
  if (cursor.language.name !== 'javascript' || cursor.token?.kind !== 'name' || cursor.peek()?.text !== '(')
    return null;
  const close = cursor.closer(cursor.at + 1);
  if (close === null || cursor.tokens[close + 1]?.text !== '{' || close + 1 >= cursor.end) return null;
  return ['function', 'if', 'for', 'while', 'switch'].includes(cursor.token.text) ? null : functionValue(cursor, '');
}
