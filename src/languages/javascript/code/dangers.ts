import type { Pattern } from '../../../code/dangers/lines.ts';
import { dotted, isFixed, madeOf, sets } from '../../../code/dangers/made.ts';
import { calls, type Danger, first } from '../../../code/dangers/rules.ts';
import { some } from '../../../code/fingerprint/node.ts';

export const dangers: Danger[] = [
  { name: 'eval of a value', fits: (tree) => first(tree, /^(?:window|globalThis|global|self)\.eval$/, () => true) },
  {
    name: 'a function made from text',
    fits: (tree) => first(tree, /^Function$/, (code) => isFixed(code) || madeOf(code) !== null),
  },
  {
    name: 'code in a timer as text',
    fits: (tree) => first(tree, /(?:^|\.)set(?:Timeout|Interval)$/, (code) => isFixed(code) || madeOf(code) !== null),
  },
  {
    name: 'HTML set from a value',
    fits: (tree) => first(tree, /\.insertAdjacentHTML$/, (_, [, html]) => !isFixed(html)),
  },
  { name: 'HTML set from a value', fits: ({ text }) => /(?:^|=)dangerouslySetInnerHTML$/.test(text) },
  {
    name: 'HTML written into the document',
    fits: (tree) => first(tree, /^document\.write(?:ln)?$/, (html) => !isFixed(html)),
  },
  {
    name: 'a shell command put together from text',
    fits: (tree) =>
      first(tree, /(?:^|\.)(?:exec|spawn)(?:Sync)?$/, (_, all) => all.some((one) => madeOf(one) !== null)),
  },
  { name: 'a shell in a subprocess', fits: (tree) => sets(tree, 'shell', 'true') },
  {
    name: 'chance that can be guessed',
    fits: ({ kind, text, kids: [target, value] }) => {
      const name = kind === 'key' ? text : kind === 'decl' || kind === 'assign' ? dotted(target) : '';
      const operand = kind === 'key' ? target : value;
      return (
        /token|secret|password|session/i.test(name) &&
        operand !== undefined &&
        some(operand, (tree) => calls(tree, /^Math\.random$/))
      );
    },
  },
];

/** The same by lines, for what cannot be parsed. */
export const dangerLines: Pattern[] = [
  { name: 'eval of a value', match: /\b(?:window|globalThis|global|self)\.eval\s*\(\s*[^\s)]/ },
  { name: 'a function made from text', match: /(?<!new )(?<![\w.])Function\s*\(\s*["'`]/ },
  { name: 'code in a timer as text', match: /\bset(?:Timeout|Interval)\s*\(\s*["'`]/ },
  { name: 'HTML set from a value', match: /\binsertAdjacentHTML\s*\([^,]*,\s*(?!["'`][^"'`$]*["'`]\s*\))/ },
  { name: 'HTML set from a value', match: /\bdangerouslySetInnerHTML\b/ },
  { name: 'HTML written into the document', match: /\bdocument\.write(?:ln)?\s*\(\s*(?!["'][^"']*["']\s*\))/ },
  {
    name: 'a shell command put together from text',
    match: /\b(?:exec|execSync|spawn|spawnSync)\s*\([^)]*(?:`[^`]*\$\{|["']\s*\+)/,
  },
  { name: 'a shell in a subprocess', match: /\bshell\s*:\s*true\b/ },
  { name: 'chance that can be guessed', match: /(?:token|secret|password|session)\w*\s*[:=].*\bMath\.random\s*\(/i },
];
