import { languageOf } from '../registry.ts';

/** Of these lines, those that can be executed: engines count types, comments and lone brackets too, either way. */
export async function codeLines(path: string, text: string, lines: number[]): Promise<number[]> {
  const executed = await languageOf(path)?.checks?.codeLines?.(path, text);
  if (executed) return lines.filter((line) => executed.has(line));
  const all = text.split('\n');
  return lines.filter((line) => !silent.test(all[line - 1] ?? ''));
}

/** Nothing, a comment without code behind it, or brackets. A star with a word behind it follows a pointer. */
const silent = /^\s*(?:\/\/|#|\*(?:[\s*/]|$)|\/\*(?:(?!\*\/).)*(?:\*\/\s*)?$|[\])};,]*$)/;
