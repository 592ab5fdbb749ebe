import { written } from '../../code/fingerprint/node.ts';
import { unlessDeep } from '../../code/structure/shape.ts';
import type { Parsers } from '../../schema/code/tree.ts';
import { languageOf, structureOf } from '../registry.ts';

/**
 * Whether two texts of a file differ in nothing but whole lines of comments, and empty ones. What looks like a comment
 * may be code all the same: behind a block that ends on its line, inside of a text, or as a word to the compiler. So the
 * lines must say so, and the parser as well; where there is none, nobody knows.
 */
export async function onlyComments(path: string, before: string, after: string, parsers: Parsers): Promise<boolean> {
  const lines = languageOf(path)?.lines;
  const structure = structureOf(path);
  if (!lines || !structure) return false;
  const isObeyed = (text: string) => lines.obeyed?.test(text) ?? false;
  if (isObeyed(before) || isObeyed(after)) return false;
  const isSaid = (line: string) => !/^\s*$/.test(line) && (/^\s*\*/.test(line) || !lines.comment.test(line));
  const code = (text: string) => text.split(/\r?\n/).filter(isSaid).join('\n');
  if (code(before) !== code(after)) return false;
  const readings = await structure.read(
    [before, after].map((text) => ({ path, text })),
    parsers,
  );
  const [old, now] = readings.map((reading) =>
    reading && reading.gaps.length === 0 ? unlessDeep(() => written(reading.root)) : null,
  );
  return old !== null && old !== undefined && old === now;
}
