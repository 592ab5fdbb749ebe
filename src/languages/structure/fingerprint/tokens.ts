import { otherStyle } from '../../generic/code.ts';
import type { TextStyle } from '../../language.ts';
import { languages } from '../../registry.ts';

interface Token {
  text: string;
  /** Counted from 0. */
  line: number;
}

interface Lexed extends Token {
  /** The line on which the next token must start to be on the same line. */
  endLine: number;
  kind: 'word' | 'string' | 'mark' | 'indent';
}

/** The tokens of a piece of source without formatting: see `changeFingerprint`. */
export function canonicalTokens(path: string, text: string): Token[] {
  const tokens = lex(path, text);
  const { indents } = styleOf(path);
  return tokens.filter((token, at) => {
    const next = tokens.slice(at + 1, at + 8).find((other) => other.kind !== 'indent');
    const endsLine = !next || next.line > token.endLine;
    if (token.kind !== 'mark') return true;
    if (token.text === ';') return !(endsLine || next?.text === '}');
    // Where blocks are told by their indent, one line's trailing comma makes a tuple.
    if (token.text === ',') return !(next && /^[)\]}]$/.test(next.text) && (endsLine || !indents));
    return true;
  });
}

function lex(path: string, text: string): Lexed[] {
  const { comments, indents } = styleOf(path);
  const slash = comments === 'slash';
  const pattern = new RegExp(
    [
      slash
        ? String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))`
        : comments === 'hash'
          ? '(?<comment>#[^\\n]*)'
          : '(?<comment>(?!))',
      String.raw`(?<string>"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|` +
        '`(?:[^`\\\\]|\\\\[\\s\\S])*`)',
      String.raw`(?<word>[\p{L}\p{N}_$]+)`,
      String.raw`(?<space>\n[ \t]*|[^\S\n]+)`,
      String.raw`(?<mark>[\s\S])`,
    ].join('|'),
    'gu',
  );
  const tokens: Lexed[] = [];
  // A side of a hunk may begin inside a comment.
  const closed = slash ? text.indexOf('*/') : -1;
  const opened = slash ? text.indexOf('/*') : -1;
  pattern.lastIndex = closed >= 0 && (opened < 0 || closed < opened) ? closed + 2 : 0;
  let line = count(text.slice(0, pattern.lastIndex));
  let depth = 0;
  let indent = 0;
  let pending: number | null = pattern.lastIndex === 0 ? (/^[ \t]*/.exec(text)?.[0].length ?? 0) : null;

  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { comment, string, word, space, mark } = match.groups ?? {};
    const start = line;
    line += count(match[0]);
    if (space !== undefined) {
      if (space.startsWith('\n')) pending = space.length - 1;
      continue;
    }
    if (comment !== undefined) continue;
    if (indents && pending !== null && depth === 0) {
      // Only deeper or shallower than the line before: the width is formatting.
      if (pending !== indent)
        tokens.push({ text: pending > indent ? '⇥' : '⇤', line: start, endLine: start, kind: 'indent' });
      indent = pending;
    }
    pending = null;
    if (string !== undefined) tokens.push({ text: unquoted(string), line: start, endLine: line, kind: 'string' });
    else if (word !== undefined) tokens.push({ text: word, line: start, endLine: line, kind: 'word' });
    else if (mark !== undefined) {
      if ('([{'.includes(mark)) depth += 1;
      if (')]}'.includes(mark)) depth = Math.max(0, depth - 1);
      tokens.push({ text: mark, line: start, endLine: line, kind: 'mark' });
    }
  }
  return tokens;
}

function styleOf(path: string): TextStyle {
  return languages().find(({ lines }) => lines?.files.test(path))?.lines?.style ?? otherStyle(path);
}

function unquoted(string: string): string {
  const width = /^("""|''')/.test(string) ? 3 : 1;
  const content = string.slice(width, -width);
  if (string.startsWith('`') && content.includes('${')) return string;
  return `"${content.replace(/\\(['"`])/g, '$1')}`;
}

function count(text: string): number {
  return text.split('\n').length - 1;
}
