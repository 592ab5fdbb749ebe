import type { Style } from '../../../code/bare-code.ts';

/** Without a look at expressions, which may hold quotes. */
export const scriptCode: Style = {
  pattern: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[^\n])*'?/g,
  comment: /^(?:\/\/|\/\*)/,
};
