import { languageOf } from '../registry.ts';

/**
 * Whether two texts of a file differ in nothing but whole lines of comments, and empty ones. A line that begins with a
 * star may be code as well, so it counts as such.
 */
export function onlyComments(path: string, before: string, after: string): boolean {
  const comment = languageOf(path)?.lines?.comment;
  if (comment === undefined) return false;
  const isSaid = (line: string) => !/^\s*$/.test(line) && (/^\s*\*/.test(line) || !comment.test(line));
  const code = (text: string) => text.split(/\r?\n/).filter(isSaid).join('\n');
  return code(before) === code(after);
}
