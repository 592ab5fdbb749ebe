import { type Lexeme, lexemes } from '../../../../code/lexemes/lexemes.ts';
import type { Edit } from '../../../../code/lexemes/literals.ts';
import { rustLexemes } from '../../code/style.ts';

/** A piece of code in documentation that is run as a test. */
export interface DocTest {
  owner: string;
  start: number;
  end: number;
  /** Its lines without what makes them comments. */
  code: string;
  /** `///`, `//!`, or nothing inside of a block comment. */
  prefix: string;
}

interface Line {
  start: number;
  end: number;
  content: string;
  prefix: string;
}

/** In the order of the file, without those in `hidden` places. */
export function docTests(text: string, hidden: { start: number; end: number }[]): DocTest[] {
  const tokens = lexemes(text, rustLexemes);
  const examples: DocTest[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const kind = docKind(tokens[at] as Lexeme);
    if (kind === null) continue;
    let end = at;
    while (tokens[end + 1] && docKind(tokens[end + 1] as Lexeme) === kind) end += 1;
    const owner = kind === 'inner' ? '' : ownerOf(tokens.slice(end + 1, end + 60));
    examples.push(...fencesIn(tokens.slice(at, end + 1).flatMap(linesOf), owner));
    at = end;
  }
  return examples.filter(({ start }) => !hidden.some((place) => start >= place.start && start < place.end));
}

function docKind({ kind, text }: Lexeme): 'outer' | 'inner' | null {
  if (kind !== 'comment') return null;
  if (/^\/\/!|^\/\*!/.test(text)) return 'inner';
  return /^\/\/\/(?!\/)|^\/\*\*(?![*/])/.test(text) ? 'outer' : null;
}

function linesOf({ text, start, end }: Lexeme): Line[] {
  const prefix = /^\/\/[/!]/.exec(text)?.[0];
  if (prefix !== undefined) return [{ start, end, content: text.slice(3).trimEnd(), prefix }];
  const lines: Line[] = [];
  let at = start;
  for (const line of text.split('\n')) {
    const content = line.replace(/^\/\*[*!]|\*\/$/g, '').replace(/^\s*\*(?!\/)/, '');
    lines.push({ start: at, end: at + line.length, content: content.trimEnd(), prefix: '' });
    at += line.length + 1;
  }
  return lines;
}

function fencesIn(lines: Line[], owner: string): DocTest[] {
  const docTests: DocTest[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, fence, info = ''] = /^\s*(`{3,}|~{3,})\s*([^`]*)$/.exec(lines[at]?.content ?? '') ?? [];
    if (fence === undefined) continue;
    const last = lines.findIndex((line, index) => index > at && line.content.trim().startsWith(fence));
    const block = lines.slice(at, last === -1 ? undefined : last + 1);
    const [first, end] = [block[0] as Line, block.at(-1) as Line];
    const code = block.map(({ content }) => content.replace(/^ /, '')).join('\n');
    if (isTest(info)) docTests.push({ owner, start: first.start, end: end.end, code, prefix: first.prefix });
    at += block.length - 1;
  }
  return docTests;
}

function isTest(info: string): boolean {
  const words = info.split(/[\s,{}]+/).filter((word) => word !== '');
  return words.every((word) =>
    /^(?:rust|should_panic|no_run|ignore(?:-\S+)?|compile_fail|edition\d+|test_harness|standalone(?:_crate)?|E\d{4})$/.test(
      word,
    ),
  );
}

function ownerOf(tokens: Lexeme[]): string {
  const words = tokens.filter(({ kind }, at) => kind === 'word' && !inAttribute(tokens, at)).map(({ text }) => text);
  const at = words.findIndex((word) =>
    /^(?:fn|mod|struct|enum|trait|union|const|static|type|macro_rules|impl)$/.test(word),
  );
  const first = words.findIndex((word) => !/^(?:pub|crate|async|unsafe|extern|default)$/.test(word));
  return (at !== -1 && at <= first + 1 ? words[at + 1] : words[first]) ?? '';
}

function inAttribute(tokens: Lexeme[], at: number): boolean {
  const open = tokens.slice(0, at).findLastIndex(({ text }) => text === '#');
  if (open === -1) return false;
  let depth = 0;
  for (const { kind, text } of tokens.slice(open + 1, at)) {
    if (kind === 'mark') depth += text === '[' ? 1 : text === ']' ? -1 : 0;
    if (kind === 'mark' && text === ']' && depth === 0) return false;
  }
  return true;
}

/** Each of base's with what it is now, if anything: the same text first, then the same owner. */
export function pairedDocs(base: DocTest[], now: DocTest[]): { pairs: [DocTest, DocTest | null][]; added: DocTest[] } {
  const remaining = new Set(now);
  const take = (is: (one: DocTest) => boolean) => {
    const partner = [...remaining].find(is) ?? null;
    if (partner) remaining.delete(partner);
    return partner;
  };
  const exact = base.map((one) => take((other) => other.code === one.code && other.owner === one.owner));
  const moved = base.map((one, at) => exact[at] ?? take((other) => other.code === one.code));
  const pairs = base.map((one, at): [DocTest, DocTest | null] => [
    one,
    moved[at] ?? take((other) => other.owner === one.owner),
  ]);
  return { pairs, added: [...remaining] };
}

/** The edits of `now` that put base's documentation tests in the place of its own. */
export function restoredDocs(base: DocTest[], now: DocTest[], baseText: string, nowText: string): Edit[] {
  const { pairs, added } = pairedDocs(base, now);
  const removed = added.map(({ start, end, prefix }) => ({ start, end, text: prefix === '' ? '' : `${prefix} …` }));
  const edits = pairs.map(([one, other], at): Edit => {
    const docText = baseText.slice(one.start, one.end);
    if (other && other.prefix === one.prefix) return { start: other.start, end: other.end, text: docText };
    if (one.prefix === '//!') return { start: 0, end: 0, text: `${docText}\n` };
    const place = nowText.length;
    const block = one.prefix === '' ? `/**\n${docText}\n*/` : docText;
    return { start: place, end: place, text: `\n${block}\n#[allow(dead_code)]\nfn documented_${at}() {}\n` };
  });
  return [...removed, ...edits];
}
