import type { Style } from '../../code/bare-code.ts';

export const rustCode: Style = {
  pattern:
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bb?r(#*)"[\s\S]*?(?:"\1|$)|b?"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n]+?)'/g,
  comment: /^(?:\/\/|\/\*)/,
};
