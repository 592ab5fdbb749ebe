import { Cursor } from './cursor.ts';
import { expression } from './expressions.ts';
import { braces, functionValue, suite } from './functions.ts';
import type { Language } from './language.ts';
import { isLayout, lex } from './lexer.ts';
import { isMethod, methodOf } from './methods.ts';
import { block, type Node, node } from './node.ts';

/** Reads a piece of source as a block of statements. It may begin and end anywhere: nothing of it is lost. */
export function read(text: string, language: Language): Node {
  const cursor = new Cursor(lex(text, language), language, { statements, statement, expression });
  cursor.colon = !language.indents;
  return block(statements(cursor));
}

/** One expression, as in a template's hole. */
export function readExpression(text: string, language: Language): Node {
  const cursor = new Cursor(lex(text, language), language, { statements, statement, expression });
  cursor.brackets = true;
  const parts: Node[] = [];
  while (cursor.token) {
    if (isLayout(cursor.token)) cursor.at += 1;
    else parts.push(expression(cursor, 2));
  }
  const [only] = parts;
  return only && parts.length === 1 ? only : node('side', '', parts);
}

const modifiers = new Set(
  'export default declare public private protected static final abstract async override readonly pub unsafe synchronized'.split(
    ' ',
  ),
);
const jumps = new Set('return throw raise break continue yield assert del global nonlocal defer go'.split(' '));
const loops = new Set(['for', 'while', 'loop']);
const compounds = new Set(
  'switch match try catch except finally with do case elif else class interface struct enum impl trait namespace mod union select synchronized'.split(
    ' ',
  ),
);
const declares = new Set(['const', 'let', 'var', 'val']);
const functions = new Set(['function', 'func', 'fn', 'def']);

function statements(cursor: Cursor): Node[] {
  const found: Node[] = [];
  while (cursor.token) found.push(...statement(cursor));
  return found;
}

function statement(cursor: Cursor): Node[] {
  const { token, language } = cursor;
  if (!token || cursor.take(';')) return [];
  if (isLayout(token)) {
    cursor.at += 1;
    return token.kind === 'newline' ? [] : [node(token.kind, '')];
  }
  if (cursor.is('{') && !language.indents) return [braces(cursor)];
  if (cursor.take('}')) return [node('mark', '}')];
  const from = cursor.at;
  const found = cursor.with(
    { brackets: false, colon: !language.indents, brace: true },
    () => known(cursor) ?? simple(cursor),
  );
  if (cursor.at > from) return found;
  cursor.at += 1;
  return [node('mark', token.text)];
}

function known(cursor: Cursor): Node[] | null {
  const word = cursor.token?.kind === 'name' ? cursor.token.text : '';
  const next = cursor.peek();
  const isPlain = next?.kind === 'mark' && /^(?:[=.,):;]|[-+*/%]=|=>|:=)$/.test(next.text);
  if (word === '') return null;
  if (word === 'default' && next?.text === ':') {
    cursor.at += 2;
    return [node('compound', word)];
  }
  if (modifiers.has(word) && next && !isPlain && !isLayout(next) && !(next.text === '(' && word !== 'pub')) {
    cursor.at += 1;
    if (word === 'pub' && cursor.is('(')) cursor.at = (cursor.closer() ?? cursor.at) + 1;
    const [first, ...rest] = statement(cursor);
    return [node('modified', word, first ? [first] : []), ...rest];
  }
  if (jumps.has(word) && !(isPlain && next.text !== ';')) return [jump(cursor, word)];
  if (word === 'if' && !isPlain) return [branch(cursor)];
  if (functions.has(word) && next && (next.kind === 'name' || next.text === '(' || next.text === '*')) {
    cursor.at += 1;
    return [functionValue(cursor, '')];
  }
  if (declares.has(word) && next && !isPlain) return declarations(cursor, word);
  if (loops.has(word) && !isPlain) return [compound(cursor, 'loop', word)];
  const opens = word === 'else' || word === 'try' || word === 'finally' || word === 'do';
  if (compounds.has(word) && (!isPlain || opens)) return [compound(cursor, 'compound', word)];
  return isMethod(cursor) ? [methodOf(cursor)] : null;
}

function jump(cursor: Cursor, word: string): Node {
  cursor.at += 1;
  const { token } = cursor;
  return node('return', word, token && !token.first && !isLayout(token) && !cursor.is(';') ? values(cursor) : []);
}

function branch(cursor: Cursor): Node {
  cursor.at += 1;
  const test = header(cursor);
  const then = body(cursor);
  const at = cursor.at;
  while (cursor.token?.kind === 'newline') cursor.at += 1;
  if (cursor.is(';') && cursor.peek()?.text === 'else') cursor.at += 1;
  if (cursor.is('elif')) return node('if', '', [test, then, block([branch(cursor)])]);
  if (cursor.is('else')) {
    cursor.at += 1;
    return node('if', '', [
      test,
      then,
      cursor.is('if') && !cursor.language.indents ? block([branch(cursor)]) : body(cursor),
    ]);
  }
  cursor.at = at;
  return node('if', '', [test, then]);
}

function compound(cursor: Cursor, kind: string, word: string): Node {
  cursor.at += 1;
  const isCase = word === 'case' && !cursor.language.indents;
  const head = cursor.is('{') || cursor.is(':') ? [] : header(cursor, isCase).kids;
  if (isCase) {
    cursor.take(':');
    return node('compound', word, head);
  }
  return node(kind, word, [...head, body(cursor)]);
}

/** What stands between the word and the block. */
function header(cursor: Cursor, oneLine = false): Node {
  const { indents } = cursor.language;
  if (!indents && cursor.is('(') && !oneLine) {
    const close = cursor.closer() ?? cursor.end;
    const after = cursor.tokens[close + 1];
    if (cursor.language.name === 'javascript' || cursor.language.name === 'java' || !after || after.text === '{')
      return cursor.inside({ brackets: true }, () =>
        node(
          'head',
          '',
          parts(cursor, () => false),
        ),
      );
  }
  return cursor.with({ brackets: false, colon: false, brace: indents }, () =>
    node(
      'head',
      '',
      parts(cursor, () => (indents || oneLine ? cursor.is(':') : cursor.is('{')) || isEnd(cursor)),
    ),
  );
}

const isEnd = ({ token, brackets }: Cursor) => !token || (isLayout(token) && !brackets);

function parts(cursor: Cursor, ends: () => boolean): Node[] {
  const found: Node[] = [];
  while (cursor.token && !ends()) {
    if (cursor.take(';')) found.push(node('mark', ';'));
    else if (cursor.take(',')) found.push(node('mark', ','));
    else if (declares.has(cursor.token.text) && cursor.token.kind === 'name')
      found.push(...declarations(cursor, cursor.token.text));
    else found.push(expression(cursor, 2));
  }
  return found;
}

function body(cursor: Cursor): Node {
  if (cursor.language.indents) return suite(cursor);
  return cursor.is('{') ? braces(cursor) : block(statement(cursor));
}

/** `let a = 1, b = 2` are two. */
function declarations(cursor: Cursor, word: string): Node[] {
  cursor.at += 1;
  if (cursor.is('enum')) return statement(cursor);
  if (cursor.is('(') && cursor.language.name === 'go') return [node('decl', word, [expression(cursor, 2)])];
  const found: Node[] = [];
  do {
    const target = [expression(cursor, 2)];
    while (
      cursor.token &&
      !cursor.token.first &&
      !cursor.is(',') &&
      !cursor.is(';') &&
      cursor.language.name === 'go' &&
      !isEnd(cursor)
    )
      target.push(cursor.take('=') ? node('mark', '=') : expression(cursor, 2));
    found.push(node('decl', '', target));
  } while (cursor.take(','));
  return found;
}

/** Everything up to the statement's end: words side by side stay side by side. */
function simple(cursor: Cursor): Node[] {
  const found = values(cursor);
  const [only] = found;
  return [only && found.length === 1 ? only : node('side', '', found)];
}

function values(cursor: Cursor): Node[] {
  const found: Node[] = [];
  let list: Node[] = [];
  let commas = false;
  do {
    if (cursor.is(':') && cursor.language.indents && found.length + list.length === 1) {
      cursor.at += 1;
      list = [node('pair', ':', [list[0] ?? node('none', ''), expression(cursor, 3)])];
      if (cursor.take('=')) list = [node('assign', '=', [...list, expression(cursor, 2)])];
    } else if (cursor.take(',')) commas = true;
    else list.push(expression(cursor, commas ? 3 : 2));
    // `a, b = b, a`: what is left of the sign is one thing, and so is what is right of it.
    if (commas && (cursor.is('=') || cursor.is(':='))) {
      const text = cursor.token?.text ?? '=';
      cursor.at += 1;
      const right = values(cursor);
      return [node('assign', text, [node('tuple', '', list), right[0] ?? node('none', '')])];
    }
  } while (cursor.token && !isEnd(cursor) && !cursor.is(';') && (!cursor.token.first || cursor.is(',')));
  if (!commas) return list;
  const [first, ...rest] = list;
  if (first?.kind === 'assign' && rest.length > 0 && cursor.language.indents) {
    const [target, value] = first.kids as [Node, Node];
    return [node('assign', first.text, [target, node('tuple', '', [value, ...rest])])];
  }
  found.push(node('tuple', '', list));
  return found;
}
