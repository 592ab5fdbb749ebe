import { type BareCode, lineAt } from '../../code/bare-code.ts';
import { machineFiles, type Sighting } from './surrounding.ts';

export interface SightRule {
  /** Compared with code alone. `$1` in `what` is its first group. */
  pattern: RegExp;
  what: string;
  meddles?: true;
}

/** What rules find in the code of a file, in the order of its lines, each once a line. */
export function byRules(text: string, bare: BareCode, rules: SightRule[]): Sighting[] {
  const sightings: Sighting[] = [];
  for (const { pattern, what, meddles } of rules) {
    for (const match of bare.code.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`)))
      sightings.push({
        line: lineAt(text, match.index),
        what: what.replace('$1', match[1] ?? ''),
        ...(meddles && { meddles }),
      });
  }
  for (const string of bare.strings)
    if (machineFiles.test(string.text))
      sightings.push({ line: lineAt(text, string.at), what: `reads ${string.text.slice(0, 60)}` });
  return inOrder(sightings);
}

/** Reads of the environment, each with the variable that is named in the call. */
export function variablesRead(text: string, bare: BareCode, pattern: RegExp): Sighting[] {
  return [...bare.code.matchAll(pattern)].map((match) => {
    const name = stringAfter(bare, match.index + match[0].length);
    const what = name === null ? 'reads the environment' : `reads the variable ${name.slice(0, 60)}`;
    return { line: lineAt(text, match.index), what };
  });
}

/** The string that stands right behind an offset; null for none. */
export function stringAfter({ code, strings }: BareCode, at: number): string | null {
  const start = at + (/^\s*/.exec(code.slice(at, at + 200))?.[0].length ?? 0);
  return strings.find((string) => string.at === start)?.text ?? null;
}

export function inOrder(sightings: Sighting[]): Sighting[] {
  const keys = new Set<string>();
  return sightings
    .filter(({ line, what }) => keys.size < keys.add(`${line} ${what}`).size)
    .sort((one, other) => one.line - other.line);
}
