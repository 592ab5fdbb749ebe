import { createHash } from 'node:crypto';
import { normaliseMessage, typed } from './signature.ts';
import { shortText } from './text.ts';

/** What differs from one case of an error to the next: the names and values it happened to meet. */
const particulars: [RegExp, string][] = [
  [/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g, '<text>'],
  [/(?<![\w<])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?n?(?![\w>])/gi, '<number>'],
];

const longest = 240;

/** The kind of an error in a line: its type and its message's first line, without particulars. */
export function patternOf(type: string, message: string): string {
  const [name, whole] = typed({ type, message: firstLine(message) });
  let kind = normaliseMessage(whole);
  for (const [particular, word] of particulars) kind = kind.replace(particular, word);
  return shortText([name, kind.trim()].filter((part) => part !== '').join(': '), longest);
}

/** Equal for errors of one pattern, whatever test and file they appear in. */
export const patternSignature = (pattern: string): string =>
  createHash('sha256').update(pattern).digest('hex').slice(0, 32);

const firstLine = (message: string): string => message.split('\n').find((line) => line.trim() !== '') ?? '';
