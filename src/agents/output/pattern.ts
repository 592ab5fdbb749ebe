import { createRequire } from 'node:module';

/** A regular expression whose running time is linear in the length of the text, for any expression and text. */
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
 * Compiles a pattern from a model or an agent file. It accepts JavaScript's syntax without backreferences and
 * lookaround, whose time cannot be bounded; otherwise it returns the reason.
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
