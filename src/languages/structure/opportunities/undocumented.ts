import { readingOf } from '../../reading.ts';
import { languages } from '../../registry.ts';
import type { ChangedSource } from './source.ts';

export interface Undocumented {
  path: string;
  line: number;
  name: string;
}

/**
 * What a change offers to other files without a word about it. Only where others of its files do better: a project that
 * documents nothing is not told to begin with this.
 */
export function undocumentedIn(sources: ChangedSource[]): Undocumented[] {
  const offers = sources.flatMap(offered);
  if (!offers.some(({ documented }) => documented)) return [];
  return offers.flatMap(({ documented, added, path, line, name }) =>
    documented || !added ? [] : [{ path, line, name }],
  );
}

function offered({ path, text, added }: ChangedSource) {
  const { offers } = readingOf(path, text) ?? {};
  const style = languages().find(({ lines }) => lines?.files.test(path))?.lines;
  if (!offers || !style) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const name = offers.exec(line)?.[1];
    if (name === undefined) return [];
    const above = lines.slice(0, index).findLast((before) => !/^\s*(?:@|#\[)/.test(before)) ?? '';
    const below = style.style.indents ? lines.slice(bodyOf(lines, index)).find((after) => after.trim() !== '') : '';
    const documented =
      style.comment.test(above) || /\*\/\s*$/.test(above) || /^\s*[rRuU]?["']{3}|^\s*["']/.test(below ?? '');
    return [{ path, line: index + 1, name, documented, added: added.has(index + 1) }];
  });
}

/** The line behind the one that ends the head. */
function bodyOf(lines: string[], head: number): number {
  const end = lines.findIndex((line, index) => index >= head && /:\s*(?:#.*)?$/.test(line));
  return (end === -1 ? head : end) + 1;
}
