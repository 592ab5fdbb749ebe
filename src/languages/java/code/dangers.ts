import type { Pattern } from '../../../code/dangers/lines.ts';
import { madeOf } from '../../../code/dangers/made.ts';
import { type Danger, first, isSql } from '../../../code/dangers/rules.ts';

export const dangers: Danger[] = [
  {
    name: 'a shell command put together from text',
    fits: (tree) => first(tree, /getRuntime\(\)\.exec$/, (command) => madeOf(command) !== null),
  },
  { name: 'SQL put together from text', fits: (tree) => first(tree, /^String\.format$/, isSql) },
  {
    name: 'objects read from a stream',
    fits: ({ kind, kids }) =>
      kind === 'object_creation_expression' && kids.some(({ text }) => text === 'ObjectInputStream'),
  },
  {
    name: 'certificate checks switched off',
    fits: ({ text }) => /^(?:ALLOW_ALL_HOSTNAME_VERIFIER|NoopHostnameVerifier)$/.test(text),
  },
];

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  { name: 'a shell command put together from text', match: /\bgetRuntime\s*\(\s*\)\s*\.exec\s*\([^)]*"\s*\+/ },
  {
    name: 'SQL put together from text',
    match: /\bString\.format\s*\(\s*"\s*(?:SELECT\b|INSERT\s+INTO|UPDATE\b|DELETE\s+FROM)/i,
  },
  { name: 'objects read from a stream', match: /\bnew\s+ObjectInputStream\s*\(/ },
  { name: 'certificate checks switched off', match: /\bALLOW_ALL_HOSTNAME_VERIFIER\b|\bNoopHostnameVerifier\b/ },
];
