import type { Pattern } from '../../../code/dangers/lines.ts';
import { isFixed } from '../../../code/dangers/made.ts';
import { calls, type Danger, first, is } from '../../../code/dangers/rules.ts';

export const dangers: Danger[] = [
  { name: 'code run from a value', fits: (tree) => first(tree, /^exec$/, (code) => !isFixed(code)) },
  { name: 'a shell in a subprocess', fits: (tree) => calls(tree, /^os\.popen$|^subprocess\.get(?:status)?output$/) },
  { name: 'unpickling', fits: (tree) => calls(tree, /^(?:cPickle|marshal|dill|shelve)\.(?:loads?|open)$/) },
  { name: 'certificate checks switched off', fits: (tree) => is(tree, /^(?:_create_unverified_context|CERT_NONE)$/) },
  { name: 'a temporary name that others can take', fits: (tree) => calls(tree, /^tempfile\.mktemp$/) },
];

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  { name: 'code run from a value', match: /(?<![\w.])exec\s*\(\s*(?![\s"')])/ },
  { name: 'a shell in a subprocess', match: /\bos\.popen\s*\(|\bsubprocess\.get(?:status)?output\s*\(/ },
  { name: 'unpickling', match: /\b(?:cPickle|marshal|dill|shelve)\.(?:loads?|open)\s*\(/ },
  { name: 'certificate checks switched off', match: /\b_create_unverified_context\b|\bCERT_NONE\b/ },
  { name: 'a temporary name that others can take', match: /\btempfile\.mktemp\s*\(/ },
];
