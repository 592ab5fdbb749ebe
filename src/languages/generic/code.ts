/** Code in languages that have no folder of their own. */
export const otherCode =
  /\.(?:py[wx]|kts|c|cc|cpp|cxx|h|hpp|cs|rb|php|pl|pm|lua|fish|ps1|bat|cmd|r|jl|exs?|erl|hs|ml|swift|mm?|vue|svelte|astro|clj|dart|zig|nim|v|sol|s|asm|css|scss|less)$/i;
