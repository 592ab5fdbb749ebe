import { hunkLines } from './patch/patch-lines.ts';

/**
 * Whether all that a patch does to the counted files is to remove definitions of the top level that nothing names: they
 * stood alone. `before` are the texts of everything that could name them, tests as well.
 */
export function isPruned(patch: string, isCounted: (path: string) => boolean, before: readonly string[]): boolean {
  const blocks = new Map<number, string[]>();
  for (const { path, sign, text, block } of hunkLines(patch)) {
    if (!isCounted(path)) continue;
    if (sign === '+' && text.trim() !== '') return false;
    if (sign === '-') blocks.set(block, [...(blocks.get(block) ?? []), text]);
  }
  const removed = [...blocks.values()].filter((lines) => lines.some((line) => !isQuiet.test(line)));
  return removed.length > 0 && removed.every((lines) => standsAlone(lines, before));
}

/** Blank, or a comment. */
const isQuiet = /^\s*(?:$|\/\/|\/?\*|#(?!include|\[|!\[))/;

const definition =
  /^(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?(?:const|let|var|static|function\*?|class|def|func|fn|type|struct|enum|interface)\s+(?:mut\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/u;

/** What runs or is found by its name alone. */
const special = /^(?:main|init|__\w+__)$/;

function standsAlone(lines: readonly string[], before: readonly string[]): boolean {
  const own = lines.join('\n');
  const starts = lines.filter((line) => !isQuiet.test(line) && /^\S/.test(line) && !/^[\])}]/.test(line));
  return starts.length > 0 && starts.every((line) => isAlone(definition.exec(line)?.[1]));

  function isAlone(name: string | undefined): boolean {
    if (name === undefined || special.test(name)) return false;
    const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${name.replaceAll('$', '\\$')}(?![\\p{L}\\p{N}_$])`, 'gu');
    const count = (text: string) => text.match(word)?.length ?? 0;
    return before.reduce((sum, text) => sum + count(text), 0) === count(own);
  }
}
