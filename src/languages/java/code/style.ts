import type { Style } from '../../../code/bare-code.ts';
import type { LexemeRules } from '../../../code/lexemes/lexemes.ts';

export const javaCode: Style = {
  pattern: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  comment: /^(?:\/\/|\/\*)/,
};

export const javaLexemes: LexemeRules = {
  string: String.raw`"""(?:[^\\]|\\[\s\S])*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?`,
  char: String.raw`'(?:[^'\\\n]|\\.[^'\n]*)'`,
  word: String.raw`[\p{L}_$][\p{L}\p{N}_$]*`,
};
