/** Source text in which nothing but code is left, every character at its place. */
export interface BareCode {
  /** Comments and the insides of strings are blank; what Python computes inside an f-string is kept. */
  code: string;
  strings: { at: number; text: string }[];
}

export type Style = 'go' | 'rust' | 'java' | 'python';

const patterns: Record<Style, RegExp> = {
  go: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|`[^`]*`?|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  rust: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bb?r(#*)"[\s\S]*?(?:"\1|$)|b?"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n]+?)'/g,
  java: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  python:
    /#[^\n]*|\b[a-zA-Z]{0,2}("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)|("""|''')(?:\\[\s\S]|(?!\2)[\s\S])*(?:\2|$)|[a-zA-Z]{0,2}(?:"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)/g,
};

export function bareCode(text: string, style: Style): BareCode {
  const strings: BareCode['strings'] = [];
  const code = text.replace(patterns[style], (found, ...rest: unknown[]) => {
    const at = Number(rest.find((part) => typeof part === 'number'));
    if (/^(?:\/\/|\/\*)/.test(found) || (style === 'python' && found.startsWith('#'))) return blank(found);
    const [, prefix = '', body = ''] = /^(\w*)#*(?:"""|'''|["'`])?([\s\S]*?)(?:"""|'''|["'`])?#*$/.exec(found) ?? [];
    strings.push({ at, text: body });
    if (style !== 'python' || !/f/i.test(prefix)) return quoted(found);
    return found.replace(/[^{}\n]+(?=\{|$)|\{\{|\}\}|(?<=\})[^{}\n]+/g, blank);
  });
  return { code, strings };
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Keeps a mark at either end, so that an argument that is a string is still one. */
const quoted = (text: string): string => (text.length < 2 ? blank(text) : `"${blank(text.slice(1, -1))}"`);

/** The line of an offset, counted from 1. */
export function lineAt(text: string, at: number): number {
  let line = 1;
  for (let found = text.indexOf('\n'); found !== -1 && found < at; found = text.indexOf('\n', found + 1)) line += 1;
  return line;
}
