import type { Language } from './language.ts';

export interface Token {
  kind: 'name' | 'number' | 'string' | 'template' | 'regex' | 'mark' | 'newline' | 'indent' | 'dedent';
  text: string;
  /** The first token of its line. */
  first: boolean;
  /** Directly behind the token before. */
  tight: boolean;
}

/** Lines and depths: they bear no text. */
export function isLayout({ kind }: Token): boolean {
  return kind === 'newline' || kind === 'indent' || kind === 'dedent';
}

const backtick = '\\x60';
const strings: Record<Language['name'], string> = {
  python: String.raw`[bBrRuUfF]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')`,
  javascript: String.raw`"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'`,
  go: String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|${backtick}[^${backtick}]*${backtick}`,
  rust: String.raw`b?r#*"[\s\S]*?"#*|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\[^'\n]+)'`,
  java: String.raw`"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'`,
};
const number = String.raw`0[xXbBoO][\da-fA-F_]+n?|(?:\d[\d_]*(?:\.(?![.\p{L}_])[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?(?:n\b|j\b|[uif]\d+|[lLfFdD]\b)?`;
const name = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const marks = String.raw`>>>=|\*\*=|\/\/=|>>=|<<=|===|!==|&&=|\|\|=|\?\?=|\.\.\.|\.\.=|=>|->|<-|:=|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\?:|\+\+|--|[-+*/%&|^@]=|\*\*|\/\/|<<|>>|::|\.\.|[^\s]`;
const regex = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** Words after which a value starts. */
const openWords = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'throw', 'await', 'yield']);

/** The tokens of a piece of source, which may begin and end anywhere. Comments are gone. */
export function lex(text: string, language: Language): Token[] {
  const pattern = patternOf(language);
  const tokens: Token[] = [];
  const levels = new Levels(tokens, language.indents);
  let at = language.indents ? 0 : behindComment(text);
  let first = true;
  let end = -1;
  const add = (kind: Token['kind'], value: string) => {
    if (first) levels.enter(indentAt(text, at));
    tokens.push({ kind, text: value, first, tight: end === at });
    first = false;
  };
  while (at < text.length) {
    const found = language.name === 'javascript' ? special(text, at, tokens.at(-1)) : null;
    if (found) {
      add(found.kind, found.text);
      at = end = found.end;
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match?.groups) break;
    const { string, number: digits, name: word, space, mark } = match.groups;
    if (space?.includes('\n') && !levels.inBrackets) first = true;
    else if (string !== undefined) add(...quoted(string, language));
    else if (digits !== undefined) add('number', digits.replaceAll('_', '').toLowerCase());
    else if (word !== undefined) add('name', word);
    else if (mark !== undefined) {
      add('mark', mark);
      levels.count(mark);
    }
    at += match[0].length;
    if (space === undefined && match.groups.comment === undefined) end = at;
  }
  levels.leave();
  return tokens;
}

function patternOf({ name: language, indents }: Language): RegExp {
  const comment = indents ? String.raw`#[^\n]*|\\\n` : String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
  return new RegExp(
    `(?<comment>${comment})|(?<string>${strings[language]})|(?<number>${number})|(?<name>${name})|(?<space>\\s+)|(?<mark>${marks})`,
    'uy',
  );
}

/** Python's lines and depths, as tokens. Their width is formatting. */
class Levels {
  #widths: number[] = [];
  #depth = 0;
  readonly #tokens: Token[];
  readonly #on: boolean;
  constructor(tokens: Token[], on: boolean) {
    this.#tokens = tokens;
    this.#on = on;
  }
  get inBrackets(): boolean {
    return this.#on && this.#depth > 0;
  }
  count(mark: string): void {
    if (mark === '(' || mark === '[' || mark === '{') this.#depth += 1;
    else if (mark === ')' || mark === ']' || mark === '}') this.#depth = Math.max(0, this.#depth - 1);
  }
  enter(width: number): void {
    if (!this.#on) return;
    const last = this.#widths.at(-1);
    if (last === undefined) this.#widths.push(width);
    else {
      this.#push('newline');
      if (width > last) {
        this.#widths.push(width);
        this.#push('indent');
      }
      while (width < (this.#widths.at(-1) ?? 0)) {
        this.#widths.pop();
        this.#push('dedent');
      }
      if (this.#widths.length === 0) this.#widths.push(width);
    }
  }
  leave(): void {
    if (!this.#on) return;
    this.#push('newline');
    for (const _ of this.#widths.slice(1)) this.#push('dedent');
  }
  #push(kind: Token['kind']): void {
    this.#tokens.push({ kind, text: '', first: false, tight: false });
  }
}

function indentAt(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return at - start;
}

/** A side of a hunk may begin inside a comment. */
function behindComment(text: string): number {
  const closed = text.indexOf('*/');
  const opened = text.indexOf('/*');
  return closed >= 0 && (opened < 0 || closed < opened) ? closed + 2 : 0;
}

function quoted(string: string, { name }: Language): [Token['kind'], string] {
  const prefix = /^[a-zA-Z]*/.exec(string)?.[0].toLowerCase() ?? '';
  const quote = /^("""|'''|.)/.exec(string.slice(prefix.length))?.[0] ?? '"';
  const content = string.slice(prefix.length + quote.length, -quote.length).replace(/\\(['"`])/g, '$1');
  if (name === 'python') {
    if (prefix.includes('f')) return ['template', content];
    const raw = prefix.includes('r') && content.includes('\\') ? 'r' : '';
    return ['string', `${prefix.includes('b') ? 'b' : ''}${raw}"${content}`];
  }
  if (name !== 'javascript' && quote === "'") return ['string', `'${content}`];
  return ['string', `${prefix}"${content}`];
}

/** Templates and regular expressions of JavaScript. */
function special(text: string, at: number, before: Token | undefined) {
  if (text[at] === '`') {
    const end = templateEnd(text, at);
    const content = text.slice(at + 1, end - 1);
    return content.includes('${')
      ? { kind: 'template' as const, text: content, end }
      : { kind: 'string' as const, text: `"${content.replace(/\\(['"`])/g, '$1')}`, end };
  }
  if (text[at] !== '/') return null;
  const value =
    before &&
    (before.kind === 'name'
      ? !openWords.has(before.text)
      : before.kind !== 'mark' || before.text === ')' || before.text === ']' || before.text === '}');
  if (value) return null;
  regex.lastIndex = at;
  const found = regex.exec(text)?.[0];
  return found ? { kind: 'regex' as const, text: found, end: at + found.length } : null;
}

function templateEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (depth === 0 && char === '`') return at + 1;
    else if (char === '$' && depth === 0 && text[at + 1] === '{') {
      depth = 1;
      at += 1;
    } else if (depth > 0 && char === '`') at = templateEnd(text, at) - 1;
    else if (depth > 0 && char === '{') depth += 1;
    else if (depth > 0 && char === '}') depth -= 1;
  }
  return text.length + 1;
}
