import { inputAt, type Parts } from '../parts.ts';

/** What a word of the model turned out to mean. */
export interface Operand {
  /** How it is named to the model. */
  name: string;
  value: unknown;
  /** The path, where it is a file. */
  path?: string;
}

const longestReference = 1_000;
const largestFile = 2 * 1024 * 1024;

/**
 * Resolves an argument: `input.KEY`, the name of a draft and the path of a file give their content; any other text or
 * value stands for itself. A file that is not text gives the reason why it cannot be read.
 */
export async function meantBy(word: unknown, parts: Parts): Promise<Operand | { refused: string }> {
  if (typeof word !== 'string') return { name: 'the value', value: word };
  const itself = { name: `the text itself (${word.length} characters)`, value: word };
  if (word === '' || word.length > longestReference || word.includes('\n')) return itself;
  const inputValue = inputAt(word, parts.input);
  if (inputValue !== undefined) return { name: word, value: inputValue };
  const draft = parts.drafts.get(word);
  if (draft !== undefined) return { name: word, value: draft };
  if (!looksLikePath(word)) return itself;
  const bytes = await parts.workspace.read(word);
  if (!bytes) return itself;
  const decoded = textFrom(bytes);
  return 'refused' in decoded
    ? { refused: `${word} ${decoded.refused}` }
    : { name: word, value: decoded.text, path: word };
}

/** JSON, and what no folder could hold, is never the name of a file. */
const looksLikePath = (word: string): boolean =>
  !/^\s*["{[]|\s$|^\.$/.test(word) &&
  !word.includes('\0') &&
  word.split('/').every((part) => Buffer.byteLength(part) <= 255);

export function textFrom(bytes: Uint8Array): { text: string } | { refused: string } {
  if (bytes.length > largestFile) return { refused: `is over 2 MB (${bytes.length} bytes)` };
  if (bytes.subarray(0, 8000).includes(0)) return { refused: `is binary (${bytes.length} bytes)` };
  return { text: new TextDecoder().decode(bytes) };
}
