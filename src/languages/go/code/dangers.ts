import type { Pattern } from '../../../code/dangers/lines.ts';
import { isFixed, sets } from '../../../code/dangers/made.ts';
import { type Danger, first, isSql, shells } from '../../../code/dangers/rules.ts';

export const dangers: Danger[] = [
  { name: 'SQL put together from text', fits: (tree) => first(tree, /(?:^|\.)Sprintf$/, isSql) },
  {
    name: 'a shell in a subprocess',
    fits: (tree) =>
      first(tree, /^exec\.Command(?:Context)?$/, (_, all) =>
        all.some((one, at) => shells.test(one.text) && all[at + 1]?.text === '"-c'),
      ),
  },
  { name: 'certificate checks switched off', fits: (tree) => sets(tree, 'InsecureSkipVerify', 'true') },
  {
    name: 'HTML set from a value',
    fits: (tree) => first(tree, /^template\.(?:HTML|JS|URL)$/, (html) => !isFixed(html)),
  },
];

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  {
    name: 'SQL put together from text',
    match: /\bSprintf\s*\(\s*["`]\s*(?:SELECT\b|INSERT\s+INTO|UPDATE\b|DELETE\s+FROM)/i,
  },
  { name: 'a shell in a subprocess', match: /\bexec\.Command(?:Context)?\s*\([^)]*"(?:ba|z)?sh"\s*,\s*"-c"/ },
  { name: 'certificate checks switched off', match: /\bInsecureSkipVerify\s*:\s*true\b/ },
  { name: 'HTML set from a value', match: /\btemplate\.(?:HTML|JS|URL)\s*\(\s*(?!["`])/ },
];
