import { closing, type Lexeme, listed } from '../../../../code/lexemes/lexemes.ts';
import { type Edit, otherLiteral } from '../../../../code/lexemes/literals.ts';

/**
 * The edits after which the last assertion of the test itself must fail: code that ends the program in the middle of a test
 * must get as far. None behind a way out, and none inside of blocks.
 */
export function otherValues(body: Lexeme[]): Edit[] {
  let last: Edit[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const { kind, text } = body[at] as Lexeme;
    if (kind === 'word' && /^(?:return|break|try|assume\w*|exit)$/.test(text)) break;
    if (at === 0 || /^[;{}]$/.test(body[at - 1]?.text ?? '')) take(asserted(body, at));
    if (kind === 'mark' && /^[({[]$/.test(text)) {
      const close = closing(body, at);
      if (body.slice(at, close).some((token) => token.kind === 'word' && token.text === 'return')) break;
      at = close;
    }
  }
  return last;

  function take(edits: Edit[]): void {
    if (edits.length > 0) last = edits;
  }
}

/** `assertEquals(3, f())`, `Assertions.assertEquals(…)`, `assertThat(f()).isEqualTo(3);`. */
function asserted(body: Lexeme[], from: number): Edit[] {
  const isMember = body[from + 1]?.text === '.' && /Assert|Assertions$/.test(body[from]?.text ?? '');
  const at = isMember ? from + 2 : from;
  const name = body[at]?.text ?? '';
  if (body[at + 1]?.text !== '(') return [];
  const close = closing(body, at + 1);
  const parts = listed(body, at + 1, close);
  if (name === 'assertEquals' && body[close + 1]?.text === ';') return expected(parts);
  if (name !== 'assertThat' || body[close + 1]?.text !== '.' || body[close + 2]?.text !== 'isEqualTo') return [];
  const end = closing(body, close + 3);
  return body[end + 1]?.text === ';' ? (literalIn(listed(body, close + 3, end)[0] ?? []) ?? []) : [];
}

/** A third argument is a message, first or last, or how far two numbers may be apart. */
function expected(parts: Lexeme[][]): Edit[] {
  const isText = (part: Lexeme[] | undefined) => part?.length === 1 && part[0]?.kind === 'string';
  if (parts.length === 2) return literalIn(parts[0] ?? []) ?? literalIn(parts[1] ?? []) ?? [];
  if (parts.length !== 3 || isText(parts[0]) === isText(parts[2])) return [];
  const [one = [], other = []] = isText(parts[0]) ? parts.slice(1) : parts;
  return literalIn(one) ?? literalIn(other) ?? [];
}

/** A literal, also with a sign, or the only one of a value that is made of it: `new Cents(85)`, `List.of("a")`. */
function literalIn(tokens: Lexeme[]): Edit[] | null {
  const literals = tokens.filter((token) => otherLiteral(token) !== null);
  const [only, ...more] = literals;
  const isWritten = tokens.every(({ kind, text }) => {
    if (kind === 'mark') return /^[()[\]{}<>,.-]$/.test(text);
    return kind !== 'word' || literals.some((one) => one.text === text) || makers.test(text);
  });
  const edit = only && more.length === 0 && isWritten ? otherLiteral(only) : null;
  return edit ? [edit] : null;
}

const makers = /^(?:new|[A-Z]\w*|of|valueOf|from|ofNullable|asList|singletonList|singleton|int|long|double|char)$/;
