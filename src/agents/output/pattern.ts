import { createRequire } from 'node:module';

/** A regular expression whose time grows with the text's length alone, whatever the expression and the text are. */
export interface Pattern {
  /** Steps that one character may take. */
  size: number;
  test(text: string): boolean;
}

/** Loaded with the first pattern: it would take a sixth of the start of every command, and most meet none. */
const engine = () => createRequire(import.meta.url)('re2js') as typeof import('re2js');

const longest = 1_000;
const largest = 4_000;

/**
 * Patterns that models and agent files bring. JavaScript's syntax is understood, but for references and looking around,
 * since those cannot be bounded. What cannot be used is a reason.
 */
export function pattern(source: string): Pattern | { refused: string } {
  if (source.length > longest) return { refused: `a pattern has at most ${longest} characters` };
  const { RE2JS, RE2JSException } = engine();
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    const size = compiled.programSize();
    if (size > largest) return { refused: 'the pattern repeats too much' };
    return { size, test: (text) => compiled.matcher(text).find() };
  } catch (error) {
    if (error instanceof RE2JSException) return { refused: error.message.replace('error parsing regexp: ', '') };
    throw error;
  }
}
