import type { Style } from '../../../code/bare-code.ts';
import type { LexemeRules } from '../../../code/lexemes/lexemes.ts';

export const goCode: Style = {
  pattern: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|`[^`]*`?|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  comment: /^(?:\/\/|\/\*)/,
};

export const goLexemes: LexemeRules = {
  string: String.raw`"(?:[^"\\\n]|\\.)*"?|\x60[^\x60]*\x60?`,
  char: String.raw`'(?:[^'\\\n]|\\.[^'\n]*)'`,
  word: String.raw`[\p{L}_][\p{L}\p{N}_]*`,
};
