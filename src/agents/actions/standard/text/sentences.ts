import { posix } from '../../posix.ts';
import { everywhere } from '../../search.ts';
import { pathsOf } from '../files-meant.ts';
import { brief, inputAt, type Parts } from '../parts.ts';
import { isData, matchingLines } from '../search.ts';
import { textFrom } from './value.ts';

/** What was found about an assertion: true, false, or neither, each with its evidence. */
export interface Judged {
  holds: boolean | null;
  evidence: string[];
}

type Sentence = (words: string[], parts: Parts, signal: AbortSignal) => Promise<Judged>;

/** The sentences that can be judged by looking. */
const sentences: [RegExp, Sentence][] = [
  [/^exists\s+(\S.*)$/s, exists],
  [/^(\S[^\n]*?):(\d{1,9})\s+contains\s+(.+)$/s, contains],
  [/^count\s+(\S.*)\s+in\s+(\S+)\s+(<=|>=|==|!=|<|>|=)\s*(\d{1,9})$/s, counts],
];

export const knownSentences = 'exists PATH · PATH:LINE contains TEXT · count PATTERN in SCOPE OP N · equal';

/** Judges an assertion that is a sentence; null if the sentence is not understood. */
export async function judgeSentence(sentence: string, parts: Parts, signal: AbortSignal): Promise<Judged | null> {
  if (sentence.length > 2_000) return null;
  for (const [match, judge] of sentences) {
    const words = match.exec(sentence);
    if (words) return judge(words.slice(1), parts, signal);
  }
  return null;
}

async function exists([path = '']: string[], parts: Parts): Promise<Judged> {
  const word = unquoted(path.trim());
  if (isData(word, parts)) return { holds: true, evidence: [`${word} is given`] };
  if (inputAt('input', parts.input) !== undefined && word.startsWith('input.'))
    return { holds: false, evidence: [`${brief(word)} is not given`] };
  const paths = await pathsOf(word, parts);
  if (paths.length === 0) return { holds: false, evidence: [`there is no file ${brief(word)}`] };
  return {
    holds: true,
    evidence: [paths.length === 1 ? `${paths[0]} is there` : `${paths.length} files are there, as ${paths[0]}`],
  };
}

async function contains([path = '', number = '', expected = '']: string[], parts: Parts): Promise<Judged> {
  const line = Number(number);
  const content = await contentOf(path.trim(), parts);
  if ('refused' in content) return { holds: content.missing ? false : null, evidence: [content.refused] };
  const lines = content.text.split(/\r?\n/);
  const lineText = lines[line - 1];
  if (lineText === undefined) return { holds: false, evidence: [`${path} has ${lines.length} lines`] };
  const holds = lineText.includes(expected) || lineText.includes(unquoted(expected.trim()));
  return { holds, evidence: [`${path}:${line}: ${brief(lineText, 300)}`] };
}

async function contentOf(
  name: string,
  parts: Parts,
): Promise<{ text: string } | { refused: string; missing: boolean }> {
  const value = parts.drafts.get(name) ?? inputAt(name, parts.input);
  if (typeof value === 'string') return { text: value };
  const bytes = await parts.workspace.read(name);
  if (!bytes) return { refused: `there is no file ${brief(name)}`, missing: true };
  const decoded = textFrom(bytes);
  return 'refused' in decoded ? { refused: `${name} ${decoded.refused}`, missing: false } : decoded;
}

/** Lines are counted. Beyond what a search shows, only what is sure is said. */
async function counts(
  [queryText = '', scope = '', sign = '', number = '']: string[],
  parts: Parts,
  signal: AbortSignal,
): Promise<Judged> {
  const query = unquoted(queryText.trim());
  const expected = Number(number);
  const result = isData(scope, parts) ? await inData(query, scope, parts, signal) : await inFiles(query, scope, parts);
  if ('refused' in result) return { holds: null, evidence: [result.refused] };
  const { lines, more } = result;
  const evidence = [
    `${more ? 'at least ' : ''}${lines.length} lines match ${brief(query)} in ${brief(scope)}`,
    ...lines.slice(0, 20).map((line) => brief(line, 200)),
  ];
  const holds = compared(lines.length, sign, expected);
  // With more lines than were counted, an answer counts only if every larger number gives the same.
  if (more && holds !== compared(Number.POSITIVE_INFINITY, sign, expected)) return { holds: null, evidence };
  if (more && (sign === '=' || sign === '==' || sign === '!=') && lines.length <= expected)
    return { holds: null, evidence };
  return { holds, evidence };
}

interface Counted {
  lines: string[];
  more: boolean;
}

async function inData(
  query: string,
  scope: string,
  parts: Parts,
  signal: AbortSignal,
): Promise<Counted | { refused: string }> {
  const { hits, cut_short, refused } = await matchingLines(query, scope, parts, signal);
  if (refused) return { refused };
  return { lines: hits.map(({ name, line, text }) => `${name}:${line}: ${text}`), more: cut_short };
}

const searchShows = 200;

async function inFiles(query: string, scope: string, { workspace }: Parts): Promise<Counted | { refused: string }> {
  const expression = posix(query);
  if (expression === null || expression.includes('\0'))
    return { refused: 'the pattern is no POSIX extended expression' };
  const rows = await workspace.search(expression, everywhere.has(scope) ? null : scope);
  return { lines: rows.map(({ path, line, text }) => `${path}:${line}: ${text}`), more: rows.length >= searchShows };
}

function compared(count: number, sign: string, expected: number): boolean {
  if (sign === '<') return count < expected;
  if (sign === '<=') return count <= expected;
  if (sign === '>') return count > expected;
  if (sign === '>=') return count >= expected;
  return (count === expected) === (sign !== '!=');
}

/** "text", 'text', `text` and /text/ are the text. */
const unquoted = (word: string): string => /^(["'`/])(.+)\1$/s.exec(word)?.[2] ?? word;
