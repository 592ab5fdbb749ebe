import { dangers, type Pattern } from '../../../code/dangers/lines.ts';
import { secretsIn } from '../../../code/secrets/find.ts';
import type { Source } from '../../../code/structure/shape.ts';
import type { Parsers } from '../../../schema/code/tree.ts';
import { languages, structureOf } from '../../registry.ts';
import { dangersOf } from './find.ts';

export interface PatternFound {
  line: number;
  message: string;
  /** The line holds a secret, and must not be shown. */
  secret: boolean;
}

/** Whatever the language. */
const common: Pattern[] = [
  { name: 'eval of a value', match: /(?<![\w.])eval\s*\(\s*(?:"[^"]*"|'[^']*')\s*\+|(?<![\w.])eval\s*\(\s*`[^`]*\$\{/ },
  { name: 'a weak hash', match: /\bcreateHash\s*\(\s*["'`](?:md5|sha1)["'`]|\bhashlib\.(?:md5|sha1)\s*\(/i },
  { name: 'a weak hash', match: /\b(?:md5|sha1)\.(?:New|Sum)\s*\(|MessageDigest\.getInstance\s*\(\s*"(?:MD5|SHA-?1)"/ },
];

/** Longer lines are looked at up to here: no expression above takes more than a moment for this many. */
const longestLine = 2_000;

export interface PatternsFound {
  notes: PatternFound[];
  /** Its language is known, but some of it could not be parsed here and was looked at line by line. */
  unparsed: boolean;
}

/** What looks dangerous in whole files, by their structure; where that is not known, line by line. */
export async function dangerousCode(sources: Source[], parsers: Parsers): Promise<PatternsFound[]> {
  const all = await dangersOf(sources, parsers);
  return sources.map(({ path, text }, at) => {
    const [lines, reading] = [dangerousLines(path, text), all[at]];
    if (!reading) return { notes: lines, unparsed: structureOf(path) !== null };
    const notes = [
      ...lines.filter(({ line, secret }) => secret || reading.isGap(line)),
      ...reading.dangers
        .filter(({ line }) => !reading.isGap(line))
        .map(({ line, name }) => ({ line, message: name, secret: false })),
    ];
    return { notes: notes.sort((a, b) => a.line - b.line), unparsed: reading.broken };
  });
}

/** In a file of no known language, for every language. */
function dangerousLines(path: string, text: string): PatternFound[] {
  const all = languages().flatMap(({ lines }) => lines ?? []);
  const matching = all.filter(({ files }) => files.test(path));
  const patterns = [...dangers, ...common, ...(matching.length > 0 ? matching : all).flatMap((one) => one.dangers)];
  const comment = matching[0]?.comment ?? /^\s*(?:\/\/|\/?\*|#)/;
  return text.split('\n').flatMap((whole, index) => {
    const line = whole.slice(0, longestLine);
    const names = new Set(secretsIn(whole, 'review').map(({ name }) => name));
    const hidden = [...names].map((message) => ({ line: index + 1, message, secret: true }));
    if (comment.test(line)) return hidden;
    return [...hidden, ...namesOf(patterns, line).map((message) => ({ line: index + 1, message, secret: false }))];
  });
}

const namesOf = (patterns: Pattern[], line: string): string[] => [
  ...new Set(patterns.filter(({ match }) => match.test(line)).map(({ name }) => name)),
];
