import type { Style } from '../../../code/bare-code.ts';

export const pythonCode: Style = {
  pattern:
    /#[^\n]*|\b[a-zA-Z]{0,2}("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)|("""|''')(?:\\[\s\S]|(?!\2)[\s\S])*(?:\2|$)|[a-zA-Z]{0,2}(?:"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)/g,
  comment: /^#/,
  computed: /f/i,
};
