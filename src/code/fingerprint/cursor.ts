import type { Language } from './language.ts';
import type { Token } from './lexer.ts';
import type { Node } from './node.ts';

const closerOf: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
/** What may follow a type's parameters. */
const afterTypes = /^(?:[()\]{}:;,.=>[|&?]|=>|\?:|::)$/;
const inTypes = /^(?:[.,|&?[\](){}:;=<>*'#]|=>|>>|::|\?:)$/;

/** What reads what: statements hold expressions, and expressions statements. */
export interface Grammar {
  /** All that is left up to the end. */
  statements(cursor: Cursor): Node[];
  statement(cursor: Cursor): Node[];
  /** With operators that bind at least as tightly as this. */
  expression(cursor: Cursor, tightness: number): Node;
}

/** A place in the tokens, and what a token means there. Nothing is ever skipped: what cannot be read becomes a leaf. */
export class Cursor {
  at = 0;
  end: number;
  /** Inside of round or square brackets: line ends mean nothing. */
  brackets = false;
  /** `:` joins what is left and right of it. */
  colon = false;
  /** `{` starts a value. */
  brace = true;
  readonly tokens: Token[];
  readonly language: Language;
  readonly read: Grammar;
  readonly #closers: Map<number, number>;

  constructor(tokens: Token[], language: Language, read: Grammar) {
    this.tokens = tokens;
    this.end = tokens.length;
    this.language = language;
    this.read = read;
    this.#closers = bracketsOf(tokens, language.generics);
  }

  get token(): Token | undefined {
    return this.at < this.end ? this.tokens[this.at] : undefined;
  }

  peek(by = 1): Token | undefined {
    return this.at + by < this.end ? this.tokens[this.at + by] : undefined;
  }

  is(text: string): boolean {
    const token = this.token;
    return token?.text === text && (token.kind === 'mark' || token.kind === 'name');
  }

  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at += 1;
    return true;
  }

  /** Where the bracket at this place closes; a fragment's end closes all. */
  closer(at = this.at): number | null {
    const found = this.#closers.get(at);
    return found === undefined ? null : Math.min(found, this.end);
  }

  /** Reads what the bracket here encloses, and goes behind it. */
  inside<T>(meaning: Partial<Pick<Cursor, 'brackets' | 'colon' | 'brace'>>, read: () => T): T {
    const { end } = this;
    const close = this.closer() ?? end;
    this.at += 1;
    this.end = close;
    const result = this.with({ brackets: true, colon: true, brace: true, ...meaning }, read);
    this.end = end;
    this.at = Math.min(close + 1, end);
    return result;
  }

  with<T>(meaning: Partial<Pick<Cursor, 'brackets' | 'colon' | 'brace'>>, read: () => T): T {
    const { brackets, colon, brace } = this;
    Object.assign(this, meaning);
    const result = read();
    Object.assign(this, { brackets, colon, brace });
    return result;
  }
}

function bracketsOf(tokens: Token[], generics: boolean): Map<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue;
    if (closerOf[text]) open.push(at);
    else if (text === ')' || text === ']' || text === '}') {
      const opener = open.findLastIndex((index) => closerOf[tokens[index]?.text ?? ''] === text);
      if (opener >= 0) for (const index of open.splice(opener)) closers.set(index, at);
    } else if (generics && text === '<') {
      const close = typesEnd(tokens, at);
      if (close !== null) closers.set(at, close);
    }
  }
  for (const index of open) closers.set(index, tokens.length);
  return closers;
}

/** Where `<` closes as a bracket; null where it compares. */
function typesEnd(tokens: Token[], start: number): number | null {
  if (!tokens[start]?.tight || tokens[start - 1]?.kind !== 'name') return null;
  let [depth, open] = [0, 0];
  for (let at = start; at < Math.min(tokens.length, start + 60); at += 1) {
    const { kind, text } = tokens[at] as Token;
    if (kind === 'mark') {
      if (!inTypes.test(text)) return null;
      if (text === '<') depth += 1;
      if (text === '>') depth -= 1;
      if (closerOf[text]) open += 1;
      if (text === ')' || text === ']' || text === '}') open -= 1;
      if (open < 0 || (text === ';' && open === 0)) return null;
      if (text === '>>') depth -= 2;
    } else if (kind !== 'name' && kind !== 'string') return null;
    if (depth > 0) continue;
    const next = tokens[at + 1];
    return !next || next.first || next.kind === 'name' || (next.kind === 'mark' && afterTypes.test(next.text))
      ? at
      : null;
  }
  return null;
}
