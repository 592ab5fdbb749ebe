import type { TextStyle } from '../language.ts';

/** Code in languages that have no folder of their own. */
export const otherCode =
  /\.(?:pyx|kts|c|cc|cpp|cxx|h|hpp|cs|rb|php|pl|pm|lua|fish|ps1|bat|cmd|r|jl|exs?|erl|hs|ml|swift|mm?|vue|svelte|astro|clj|dart|zig|nim|v|sol|s|asm|css|scss|less)$/i;

const hashComments = /\.(?:rb|sh|bash|yaml|yml|toml|pl|r|exs?)$/i;
const slashComments = /\.(?:c|cc|cpp|h|hpp|cs|swift|kts|php|dart|css|scss|less|vue|svelte)$/i;

/** How such code, and data, is written. */
export function otherStyle(path: string): TextStyle {
  const comments = hashComments.test(path) ? 'hash' : slashComments.test(path) ? 'slash' : 'none';
  return { comments, indents: /\.ya?ml$/i.test(path) };
}
