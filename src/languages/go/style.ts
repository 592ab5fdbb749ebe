import type { Style } from '../../code/bare-code.ts';

export const goCode: Style = {
  pattern: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|`[^`]*`?|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  comment: /^(?:\/\/|\/\*)/,
};
