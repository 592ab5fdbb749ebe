import type { Style } from '../../code/bare-code.ts';

export const javaCode: Style = {
  pattern: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  comment: /^(?:\/\/|\/\*)/,
};
