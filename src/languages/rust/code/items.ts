import { closing, codeOf, type Lexeme, lexemes } from '../../../code/lexemes/lexemes.ts';
import { rustLexemes } from './style.ts';

export interface RustItem {
  /** `mod`, `fn`, `impl`, `use`, `struct`, … or `macro` for a call of one. */
  kind: string;
  /** What it declares; all of its head for `impl` and `use`. */
  name: string;
  /** What stands between the brackets of each of its attributes. */
  attributes: string[];
  /** From its first attribute on; documentation stands before. */
  start: number;
  end: number;
  tokens: Lexeme[];
  /** Behind the brace that opens it, and before the one that closes it. */
  body: { start: number; end: number } | null;
  /** Of modules, implementations and traits that are written out. */
  items: RustItem[];
  /** `#![…]` in it. */
  inner: string[];
}

/** The whole file, as if it were a module. */
export function rustFile(text: string): RustItem {
  const tokens = codeOf(lexemes(text, rustLexemes));
  const whole = { kind: 'file', name: '', attributes: [], start: 0, end: text.length, tokens };
  return { ...whole, body: { start: 0, end: text.length }, ...itemsIn(tokens) };
}

function itemsIn(tokens: Lexeme[]): Pick<RustItem, 'items' | 'inner'> {
  const items: RustItem[] = [];
  const inner: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [hash, mark, open] = tokens.slice(at, at + 3).map(({ text }) => text);
    if (hash === '#' && mark === '!' && open === '[') {
      const close = closing(tokens, at + 2);
      inner.push(joined(tokens.slice(at + 3, close)));
      at = close + 1;
    } else {
      const item = itemAt(tokens, at);
      if (item.kind !== '') items.push(item);
      at += item.tokens.length;
    }
  }
  return { items, inner };
}

const modifiers = /^(?:pub|default|async|unsafe|safe|auto)$/;
const declarations = /^(?:fn|mod|impl|trait|struct|enum|union|use|const|static|type|extern|macro|macro_rules)$/;
const withBlock = /^(?:fn|mod|impl|trait|struct|enum|union|extern|macro|macro_rules)$/;

function itemAt(tokens: Lexeme[], from: number): RustItem {
  const attributes: string[] = [];
  let at = from;
  while (tokens[at]?.text === '#' && tokens[at + 1]?.text === '[') {
    const close = closing(tokens, at + 1);
    attributes.push(joined(tokens.slice(at + 2, close)));
    at = close + 1;
  }
  at = behindModifiers(tokens, at);
  const word = tokens[at]?.text ?? '';
  const isCall = tokens[at]?.kind === 'word' && callEnd(tokens, at) !== null;
  const kind = word !== 'macro_rules' && isCall ? 'macro' : declarations.test(word) ? word : '';
  const open = kind === 'macro' ? (callEnd(tokens, at) ?? at) : blockOf(tokens, at, withBlock.test(kind));
  const isBlock = tokens[open]?.text === '{' && (kind === 'macro' || withBlock.test(kind));
  const last = isBlock ? closing(tokens, open) : endOf(tokens, open);
  const itemTokens = tokens.slice(from, last + 1);
  const body =
    isBlock && tokens[open] ? { start: tokens[open].end, end: tokens[last]?.start ?? tokens[open].end } : null;
  const nested = /^(?:mod|impl|trait)$/.test(kind) && body ? itemsIn(tokens.slice(open + 1, last)) : null;
  return {
    kind,
    name: nameOf(kind, tokens.slice(at, isBlock ? open : last)),
    attributes,
    start: tokens[from]?.start ?? 0,
    end: tokens[last]?.end ?? 0,
    tokens: itemTokens.length > 0 ? itemTokens : tokens.slice(from, from + 1),
    body,
    items: nested?.items ?? [],
    inner: nested?.inner ?? [],
  };
}

function behindModifiers(tokens: Lexeme[], from: number): number {
  let at = from;
  const text = (index: number) => tokens[index]?.text ?? '';
  while (at < tokens.length) {
    const before = at;
    if (modifiers.test(text(at))) at += 1;
    else if (text(at) === 'const' && /^(?:fn|unsafe|async|extern)$/.test(text(at + 1))) at += 1;
    else if (text(at) === 'extern' && (text(at + 1) === 'fn' || text(at + 2) === 'fn'))
      at += text(at + 1) === 'fn' ? 1 : 2;
    if (text(before) === 'pub' && text(at) === '(' && /^(?:crate|self|super|in)$/.test(text(at + 1)))
      at = closing(tokens, at) + 1;
    if (at === before) break;
  }
  return at;
}

/** `path::name! (`: the place of the bracket. */
function callEnd(tokens: Lexeme[], from: number): number | null {
  let at = from;
  while (tokens[at + 1]?.text === '::' && tokens[at + 2]?.kind === 'word') at += 2;
  if (tokens[at + 1]?.text !== '!') return null;
  const open = tokens[at + 2]?.kind === 'word' ? at + 3 : at + 2;
  return /^[({[]$/.test(tokens[open]?.text ?? '') ? open : null;
}

/** The brace of an item that has one, or the semicolon. */
function blockOf(tokens: Lexeme[], from: number, hasBlock: boolean): number {
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Lexeme;
    if (kind !== 'mark') continue;
    if (text === ';' || (text === '{' && hasBlock)) return at;
    if (/^[({[]$/.test(text)) at = closing(tokens, at);
  }
  return tokens.length - 1;
}

function endOf(tokens: Lexeme[], from: number): number {
  return blockOf(tokens, from, false);
}

function nameOf(kind: string, head: Lexeme[]): string {
  const words = head.filter((token) => token.kind === 'word' && token.text !== kind);
  if (kind === 'macro')
    return `${joined(
      head.slice(
        0,
        head.findIndex(({ text }) => text === '!'),
      ),
    )}!`;
  return kind === 'impl' || kind === 'use' || kind === 'extern' ? joined(head.slice(1)) : (words[0]?.text ?? '');
}

/** As one text, with a space only between words. */
export function joined(tokens: Lexeme[]): string {
  return tokens.reduce((text, token, at) => {
    const apart = token.kind !== 'mark' && at > 0 && tokens[at - 1]?.kind !== 'mark';
    return `${text}${apart ? ' ' : ''}${token.text}`;
  }, '');
}

/** `#[test]`, `#[tokio::test(…)]`, `#[rstest]` and the like. */
export function isTestAttribute(attribute: string): boolean {
  const path = /^(?:unsafe\()?([\w:]+)/.exec(attribute)?.[1]?.split('::').at(-1) ?? '';
  return /^(?:test|rstest|quickcheck|bench|\w+_test|test_case|test_log|proptest)$/.test(path);
}

/** Whether it is only there when tests are built: `cfg(test)`, `cfg(all(test, …))`. */
export function isTestOnly(attribute: string): boolean {
  const predicate = /^cfg\((.*)\)$/s.exec(attribute)?.[1];
  return predicate !== undefined && /^(?:all\((?:.*,)?)?test(?:,.*|\))*$/s.test(predicate);
}
