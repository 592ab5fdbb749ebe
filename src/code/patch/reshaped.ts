import { hunkLines, type PatchLine } from './patch-lines.ts';

/** The texts of the changed files, before and after. */
export interface Sides {
  before: Iterable<string>;
  after: Iterable<string>;
}

/**
 * Whether a patch only renames what its own files declare, or moves whole definitions: then nothing that the product does
 * is new. Whatever is not surely so is not.
 */
export function isReshaped(patch: string, isCounted: (path: string) => boolean, { before, after }: Sides): boolean {
  const lines = [...hunkLines(patch)].filter(({ path, text }) => isCounted(path) && !isQuiet.test(text));
  const removed = lines.filter(({ sign }) => sign === '-');
  const added = lines.filter(({ sign }) => sign === '+');
  if (added.length === 0 || removed.length !== added.length) return false;
  return isMoved(removed, added) || isRenamed(removed, added, [...before].join('\n'), [...after].join('\n'));
}

/** Blank, a comment, or nothing but brackets. */
const isQuiet = /^\s*(?:$|\/\/|\/?\*|#(?!include|\[|!\[)|[\])}(;,]+\s*$)/;

const declares =
  /^(?:export\s+)?(?:default\s+)?(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?(?:const|let|var|function\*?|class|def|func|fn|type|struct|enum|trait|impl|interface)\b/;

const tokensOf = (text: string): string[] =>
  text.match(/[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|\S/gu) ?? [];

/** The same lines elsewhere, in blocks that each begin with a definition of the top level. */
function isMoved(removed: PatchLine[], added: PatchLine[]): boolean {
  const plain = (line: PatchLine) => line.text.trim().replace(/\s+/g, ' ');
  const remaining = new Map<string, number>();
  for (const line of removed) remaining.set(plain(line), (remaining.get(plain(line)) ?? 0) + 1);
  for (const line of added) {
    const count = remaining.get(plain(line)) ?? 0;
    if (count === 0) return false;
    remaining.set(plain(line), count - 1);
  }
  const isBlockStart = (line: PatchLine, index: number, all: PatchLine[]) => all[index - 1]?.block !== line.block;
  return [removed, added].every((side) => side.filter(isBlockStart).every(({ text }) => declares.test(text)));
}

/** Line by line the same but for names that the files declare: gone afterwards, and new to them. */
function isRenamed(removed: PatchLine[], added: PatchLine[], before: string, after: string): boolean {
  const names = new Map<string, string>();
  for (const [index, line] of removed.entries()) {
    const [old, now] = [tokensOf(line.text), tokensOf(added[index]?.text ?? '')];
    if (old.length !== now.length) return false;
    for (const [at, token] of old.entries()) {
      const other = now[at] ?? '';
      const newName = names.get(token);
      if (newName !== undefined && newName !== other) return false;
      if (token !== other) names.set(token, other);
    }
  }
  const renamed = [...names];
  return (
    renamed.length > 0 &&
    new Set(names.values()).size === renamed.length &&
    renamed.every(
      ([old, now]) =>
        isName.test(old) && isName.test(now) && isDeclared(old, before) && !has(after, old) && !has(before, now),
    )
  );
}

const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const quoted = (name: string): string => name.replaceAll('$', '\\$');
const has = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}_$])${quoted(name)}(?![\\p{L}\\p{N}_$])`, 'u').test(text);
const isDeclared = (name: string, text: string): boolean =>
  new RegExp(
    `\\b(?:const|let|mut|var|function\\*?|class|def|func|fn|type|struct|enum|trait|interface)\\s+(?:\\([^)]*\\)\\s*)?${quoted(name)}(?![\\p{L}\\p{N}_$])|(?<![\\p{L}\\p{N}_$.])${quoted(name)}\\s*:?=(?![=>])`,
    'u',
  ).test(text);
