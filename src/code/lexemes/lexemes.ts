export interface Lexeme {
  kind: 'word' | 'number' | 'string' | 'char' | 'mark' | 'comment';
  text: string;
  start: number;
  end: number;
  /** Whether a line's end stands before it. */
  first: boolean;
}

const number = String.raw`\d\w*(?:\.\d\w*)?(?:(?<=[eE])[+-]\d\w*)?`;
const marks = String.raw`==|!=|<=|>=|=>|->|::|:=|&&|\|\||\.\.\.|\.\.|[^\s]`;
/** How a language writes its words and values, as sources of expressions. */
export interface LexemeRules {
  string: string;
  char: string;
  word: string;
  /** Comments may stand in comments. */
  nested?: true;
}

/** Every lexeme of a source file, comments too, with its place. Never throws: what is not closed ends with the text. */
export function lexemes(text: string, { string, char, word, nested }: LexemeRules): Lexeme[] {
  const pattern = new RegExp(
    String.raw`(?<comment>\/\/[^\n]*|\/\*)|(?<string>${string})|(?<char>${char})|(?<number>${number})|(?<word>${word})|(?<mark>${marks})`,
    'gu',
  );
  const tokens: Lexeme[] = [];
  let before = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const kind = kinds.find((one) => match?.groups?.[one] !== undefined) ?? 'mark';
    const start = match.index;
    if (match[0] === '/*') pattern.lastIndex = blockEnd(text, start, nested === true);
    const end = pattern.lastIndex;
    tokens.push({ kind, text: text.slice(start, end), start, end, first: text.slice(before, start).includes('\n') });
    before = end;
  }
  return tokens;
}

const kinds = ['comment', 'string', 'char', 'number', 'word'] as const;

function blockEnd(text: string, start: number, nested: boolean): number {
  const pattern = nested ? /\/\*|\*\//g : /\*\//g;
  pattern.lastIndex = start + 2;
  let depth = 1;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return pattern.lastIndex;
  }
  return text.length;
}

const pairs: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** The index of the bracket that closes the one at `open`; the last index where none does. */
export function closing(tokens: Lexeme[], open: number): number {
  const expected: string[] = [];
  for (let at = open; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Lexeme;
    if (kind !== 'mark') continue;
    const close = pairs[text];
    if (close !== undefined) expected.push(close);
    else if (text === expected.at(-1)) {
      expected.pop();
      if (expected.length === 0) return at;
    }
  }
  return tokens.length - 1;
}

/** The parts between the commas of a list, from behind `open` up to `close`. */
export function listed(tokens: Lexeme[], open: number, close: number): Lexeme[][] {
  const parts: Lexeme[][] = [[]];
  for (let at = open + 1; at < close; at += 1) {
    const token = tokens[at] as Lexeme;
    if (token.kind === 'mark' && token.text === ',') parts.push([]);
    else {
      const end = pairs[token.text] !== undefined && token.kind === 'mark' ? closing(tokens, at) : at;
      parts.at(-1)?.push(...tokens.slice(at, end + 1));
      at = end;
    }
  }
  return parts.filter((part) => part.length > 0);
}

/** Without comments. */
export function codeOf(tokens: Lexeme[]): Lexeme[] {
  return tokens.filter(({ kind }) => kind !== 'comment');
}

/** Whether two pieces of source differ in nothing but comments and layout. */
export function sameCode(one: Lexeme[], other: Lexeme[]): boolean {
  const [left, right] = [codeOf(one), codeOf(other)];
  return left.length === right.length && left.every(({ text }, at) => text === right[at]?.text);
}
