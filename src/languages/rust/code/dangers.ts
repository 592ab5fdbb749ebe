import type { Pattern } from '../../../code/dangers/lines.ts';
import { type Danger, first, isSql, shells } from '../../../code/dangers/rules.ts';

export const dangers: Danger[] = [
  {
    name: 'SQL put together from text',
    fits: (tree) => tree.text === '!' && first(tree, /^format$/, (text) => isSql(text) && /\{/.test(text?.text ?? '')),
  },
  {
    name: 'a shell in a subprocess',
    fits: (tree) => first(tree, /(?:^|\.)Command\.new$/, (program) => shells.test(program?.text ?? '')),
  },
  {
    name: 'certificate checks switched off',
    fits: (tree) => first(tree, /\.danger_accept_invalid_(?:certs|hostnames)$/, (flag) => flag?.text === 'true'),
  },
  {
    name: 'unsafe code',
    fits: ({ kind, text }) =>
      kind === 'unsafe_block' ||
      (kind === 'fn' && /\bunsafe\b/.test(text)) ||
      (kind === 'compound' && text === 'unsafe impl'),
  },
];

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  {
    name: 'SQL put together from text',
    match: /\bformat!\s*\(\s*r?#*"\s*(?:SELECT\b|INSERT\s+INTO|UPDATE\b|DELETE\s+FROM)[^"]*\{/i,
  },
  { name: 'a shell in a subprocess', match: /\bCommand::new\s*\(\s*"(?:ba|z)?sh"\s*\)/ },
  { name: 'certificate checks switched off', match: /\bdanger_accept_invalid_(?:certs|hostnames)\s*\(\s*true/ },
  { name: 'unsafe code', match: /\bunsafe\s*(?:\{|fn\b|impl\b)/ },
];
