import { closing, codeOf, type Lexeme, listed } from '../../../../code/lexemes/lexemes.ts';
import { type Edit, otherLiteral } from '../../../../code/lexemes/literals.ts';
import type { GoTest } from './functions.ts';

/**
 * The edits after which a test must fail: another literal in the last statement of the test itself that compares with one,
 * since code that ends the program in the middle of a test must get as far. None where the test could end before, or where
 * nothing that is written down is compared.
 */
export function otherValues({ t, body }: GoTest): Edit[] {
  if (t === null) return expectedOutput(body);
  const tokens = codeOf(body);
  let last: Edit[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Lexeme;
    const isStart = at === 0 || token.first || tokens[at - 1]?.text === ';';
    if (leaves(token)) break;
    if (token.text === 'if' && isStart) {
      const open = braceBehind(tokens, at + 1);
      const close = closing(tokens, open);
      const inner = tokens.slice(open, close);
      if (failsWith(inner, t)) take(compared(tokens.slice(at + 1, open)));
      if (inner.some(leaves) || tokens[close + 1]?.text === 'else') break;
      at = close;
    } else if (isStart && token.kind === 'word') take(called(tokens, at, t));
    if (token.kind === 'mark' && /^[({[]$/.test(token.text)) at = closing(tokens, at);
  }
  return last;

  function take(edits: Edit[]): void {
    if (edits.length > 0) last = edits;
  }
}

const leaves = ({ kind, text }: Lexeme): boolean =>
  kind === 'word' && /^(?:return|goto|Skip|Skipf|SkipNow|Goexit|Exit|for|switch|select)$/.test(text);

function braceBehind(tokens: Lexeme[], from: number): number {
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Lexeme;
    if (kind !== 'mark') continue;
    if (text === '{') return at;
    if (text === '(' || text === '[') at = closing(tokens, at);
  }
  return tokens.length - 1;
}

/** `t.Errorf(…)`, `t.Fatal(…)` and so on. */
function failsWith(block: Lexeme[], t: string): boolean {
  return block.some(
    ({ text }, at) =>
      text === t && block[at + 1]?.text === '.' && /^(?:Error|Fatal|Fail)/.test(block[at + 2]?.text ?? ''),
  );
}

/** `!got.Equal(money.Of(3))`: the only literal that is given to what compares. */
function unequal(tokens: Lexeme[]): Edit[] {
  const at = tokens.findIndex(({ text }) => /^(?:Equal|Same|Eq)$/.test(text));
  const others = tokens.some(({ kind, text }) => kind === 'mark' && /^(?:&&|\|\||==|!=|<|>|<=|>=)$/.test(text));
  if (tokens[0]?.text !== '!' || at === -1 || others || tokens[at + 1]?.text !== '(') return [];
  const callArguments = tokens.slice(at + 2, closing(tokens, at + 1));
  const literals = callArguments.filter((token) => otherLiteral(token) !== null);
  const [only, ...more] = literals;
  const edit = only && more.length === 0 ? otherLiteral(only) : null;
  return edit ? [edit] : [];
}

/** The only comparison of a condition, `got := f(); got != 3`. */
function compared(condition: Lexeme[]): Edit[] {
  const from = condition.findLastIndex(({ text }) => text === ';') + 1;
  const tokens = condition.slice(from);
  const unequals = unequal(tokens);
  if (unequals.length > 0) return unequals;
  const at = tokens.findIndex(({ text }) => text === '!=');
  const others = tokens.some(({ kind, text }) => kind === 'mark' && /^(?:&&|\|\||==|<|>|<=|>=|!)$/.test(text));
  if (at === -1 || others || tokens.findLastIndex(({ text }) => text === '!=') !== at) return [];
  return literalIn(tokens.slice(at + 1)) ?? literalIn(tokens.slice(0, at)) ?? [];
}

/** `assert.Equal(t, 3, got)`, `is.Equal(…)`, `checkEqual(t, got, 3)`: whatever is given the test and called so. */
function called(tokens: Lexeme[], at: number, t: string): Edit[] {
  const isMethod = tokens[at + 1]?.text === '.';
  const name = tokens[isMethod ? at + 2 : at];
  const open = isMethod ? at + 3 : at + 1;
  if (!/^(?:\w*[aA]ssert)?(?:\w*Equal|equals?|eq|Eq|Exactly|EqualValues)$/.test(name?.text ?? '')) return [];
  if (/^(?:not|Not)|[a-z]Not[A-Z]/.test(name?.text ?? '') || tokens[open]?.text !== '(') return [];
  const [first, ...rest] = listed(tokens, open, closing(tokens, open));
  if (first?.length !== 1 || first[0]?.text !== t) return [];
  // What comes third is a message.
  const [one = [], other = []] = rest;
  return literalIn(one) ?? literalIn(other) ?? [];
}

/** A literal alone, also with a sign. */
function literalIn(tokens: Lexeme[]): Edit[] | null {
  const [only, ...more] = tokens[0]?.text === '-' ? tokens.slice(1) : tokens;
  const edit = only && more.length === 0 ? otherLiteral(only) : null;
  return edit ? [edit] : null;
}

/** The comment at the end of an example. */
function expectedOutput(body: Lexeme[]): Edit[] {
  const last = body.at(-1);
  const from = body.findLastIndex(({ kind }) => kind !== 'comment') + 1;
  const isExpected = body.slice(from).some(({ text }) => /^\/[/*]\s*(?:unordered )?output:/i.test(text));
  if (!last || !isExpected || !last.text.startsWith('//')) return [];
  return [{ start: last.end, end: last.end, text: ' ~' }];
}
