import { closing, type Lexeme, listed } from '../../../../code/lexemes/lexemes.ts';
import { type Edit, otherLiteral } from '../../../../code/lexemes/literals.ts';

/**
 * The edits after which the last assertion of the test itself must fail: code that ends the program in the middle of a test
 * must get as far. None behind a way out, and none inside of blocks.
 */
export function otherValues(body: Lexeme[]): Edit[] {
  let last: Edit[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const token = body[at] as Lexeme;
    if (token.kind === 'word' && /^(?:return|break|loop|exit|abort)$/.test(token.text)) break;
    const isStart = at === 0 || /^[;}]$/.test(body[at - 1]?.text ?? '');
    if (isStart && body[at + 1]?.text === '!' && body[at + 2]?.text === '(') take(asserted(body, at));
    if (token.kind === 'mark' && /^[({[]$/.test(token.text)) {
      const close = closing(body, at);
      if (body.slice(at, close).some(({ kind, text }) => kind === 'word' && text === 'return')) break;
      at = close;
    }
  }
  return last;

  function take(edits: Edit[]): void {
    if (edits.length > 0) last = edits;
  }
}

function asserted(body: Lexeme[], at: number): Edit[] {
  const name = body[at]?.text;
  const parts = listed(body, at + 2, closing(body, at + 2));
  if (name === 'assert_eq') return valueIn(parts[1] ?? []) ?? valueIn(parts[0] ?? []) ?? [];
  if (name !== 'assert') return [];
  const [condition = []] = parts;
  const equal = condition.findIndex(({ text }) => text === '==');
  const others = condition.some(({ kind, text }) => kind === 'mark' && /^(?:&&|\|\||!=|<|>|<=|>=|!|\{)$/.test(text));
  if (equal === -1 || others || condition.findLastIndex(({ text }) => text === '==') !== equal) return [];
  return valueIn(condition.slice(equal + 1)) ?? valueIn(condition.slice(0, equal)) ?? [];
}

const wrappers = /^(?:Some|Ok|Err|Box|String|Cow|Borrowed|new|from|vec|to_string|to_owned|into|as_str|as_bytes)$/;

/** The first literal of a value that is written out, in the usual wrappers; a type with one value counts as one. */
function valueIn(tokens: Lexeme[]): Edit[] | null {
  const literals = tokens.filter((token) => otherLiteral(token) !== null);
  const isWritten = tokens.every(({ kind, text }, at) => {
    if (kind === 'number' || kind === 'string' || text === 'true' || text === 'false') return true;
    if (kind === 'mark') return /^(?:[()[\],&!.-]|::)$/.test(text);
    const single = literals.length === 1 && /^[A-Z]/.test(text) && tokens[at + 1]?.text === '(';
    return kind === 'word' && (wrappers.test(text) || single);
  });
  const edit = isWritten && literals[0] ? otherLiteral(literals[0]) : null;
  return edit ? [edit] : null;
}
