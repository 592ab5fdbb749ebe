import type { Style } from '../../../code/bare-code.ts';
import type { LexemeRules } from '../../../code/lexemes/lexemes.ts';

export const rustCode: Style = {
  pattern:
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bb?r(#*)"[\s\S]*?(?:"\1|$)|b?"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n]+?)'/g,
  comment: /^(?:\/\/|\/\*)/,
};

export const rustLexemes: LexemeRules = {
  string: String.raw`[bc]?r(?<hashes>#*)"[\s\S]*?(?:"\k<hashes>|$)|[bc]?"(?:[^"\\]|\\[\s\S])*"?`,
  char: String.raw`b?'(?:[^'\\\n]|\\(?:u\{[^}]*\}|x[\da-fA-F]{2}|[^\n]))'`,
  // A lifetime is a word as well.
  word: String.raw`(?:r#)?[\p{L}_][\p{L}\p{N}_]*|'[\p{L}_][\p{L}\p{N}_]*`,
  nested: true,
};
