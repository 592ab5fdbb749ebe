/** Source text in which nothing but code is left, every character at its place. */
export interface BareCode {
  /** Comments and the insides of strings are blank; what is computed inside of a string is kept. */
  code: string;
  strings: { at: number; text: string }[];
}

/** How a language writes comments and strings. */
export interface Style {
  /** A comment or a string, from its beginning to its end. */
  pattern: RegExp;
  comment: RegExp;
  /** What a string with such a prefix holds in braces is code. */
  computed?: RegExp;
}

export function bareCode(text: string, { pattern, comment, computed }: Style): BareCode {
  const strings: BareCode['strings'] = [];
  const code = text.replace(pattern, (piece, ...rest: unknown[]) => {
    const at = Number(rest.find((part) => typeof part === 'number'));
    if (comment.test(piece)) return blank(piece);
    const [, prefix = '', body = ''] = /^(\w*)#*(?:"""|'''|["'`])?([\s\S]*?)(?:"""|'''|["'`])?#*$/.exec(piece) ?? [];
    strings.push({ at, text: body });
    if (!computed?.test(prefix)) return quoted(piece);
    return piece.replace(/[^{}\n]+(?=\{|$)|\{\{|\}\}|(?<=\})[^{}\n]+/g, blank);
  });
  return { code, strings };
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Keeps a mark at either end, so that an argument that is a string is still one. */
const quoted = (text: string): string => (text.length < 2 ? blank(text) : `"${blank(text.slice(1, -1))}"`);

/** The line of an offset, counted from 1. */
export function lineAt(text: string, at: number): number {
  let line = 1;
  for (let lineEnd = text.indexOf('\n'); lineEnd !== -1 && lineEnd < at; lineEnd = text.indexOf('\n', lineEnd + 1))
    line += 1;
  return line;
}
