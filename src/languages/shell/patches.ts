import { lineAt } from '../../code/bare-code.ts';
import type { Sighting } from '../judging/surrounding.ts';

/** What every script relies on, checks first of all. */
const words =
  '\\[\\[?|test|exit|return|trap|alias|set|shift|eval|exec|source|command|builtin|enable|true|false|echo|printf|read|kill|wait|diff|cmp|grep|sed|awk|cat|node|python3?|sh|bash|make';

/** Where a script newly gives such a word another meaning, or decides how whoever sources it ends. */
export async function shellPatches(_path: string, text: string): Promise<Sighting[]> {
  const code = text.replace(/(^|\s)#[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const rules: [RegExp, (match: RegExpMatchArray) => string][] = [
    [new RegExp(`(?:^|[;\\s])(?:function\\s+)?(${words})\\s*\\(\\s*\\)`, 'gm'), ([, name]) => `patches ${name}`],
    [new RegExp(`\\bfunction\\s+(${words})\\s*\\{`, 'gm'), ([, name]) => `patches ${name}`],
    [new RegExp(`\\balias\\s+(?:-\\w+\\s+)*(${words})=`, 'gm'), ([, name]) => `patches ${name}`],
    [/\btrap\b[^\n;]*\b(EXIT|ERR|DEBUG|RETURN|0)\s*$/gm, ([, signal]) => `patches the end of scripts: trap ${signal}`],
    [/\benable\s+-[nf]/g, () => 'patches the words of the shell'],
  ];
  return rules.flatMap(([pattern, what]) =>
    [...code.matchAll(pattern)].map((match) => ({
      line: lineAt(text, match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)),
      what: what(match),
      meddles: true,
    })),
  );
}
