import type { Cursor } from './cursor.ts';
import { functionValue } from './functions.ts';
import type { Node } from './node.ts';

/** Words, then a name, its brackets and a block: a method. */
export function isMethod(cursor: Cursor): boolean {
  if (cursor.language.indents || cursor.token?.text === 'new' || cursor.token?.text === 'return') return false;
  let at = cursor.at;
  for (; at < cursor.end; at += 1) {
    const token = cursor.tokens[at];
    if (token?.text === '(') break;
    if (
      token?.kind !== 'name' &&
      token?.text !== '*' &&
      token?.text !== '<' &&
      token?.text !== '.' &&
      token?.text !== '['
    )
      return false;
    if (token.first && at > cursor.at) return false;
    at = token.text === '<' || token.text === '[' ? (cursor.closer(at) ?? cursor.end) : at;
  }
  if (cursor.tokens[at - 1]?.kind !== 'name' && cursor.tokens[at - 1]?.text !== '>') return false;
  for (at = (cursor.closer(at) ?? cursor.end) + 1; at < cursor.end; at += 1) {
    const token = cursor.tokens[at];
    if (token?.text === '{') return true;
    if (!token || token.first || (token.kind === 'mark' && !/^[:<>,.|&[\]?]$/.test(token.text))) return false;
  }
  return false;
}

export function methodOf(cursor: Cursor): Node {
  const words: string[] = [];
  while (cursor.token?.kind === 'name' && cursor.peek()?.text !== '(' && cursor.peek()?.text !== '<') {
    words.push(cursor.token.text);
    cursor.at += 1;
  }
  while (cursor.token && cursor.token.text !== '(' && cursor.peek()?.text !== '(') {
    words.push(cursor.token.text);
    cursor.at += 1;
  }
  return functionValue(cursor, words.join(' '));
}
