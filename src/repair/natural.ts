import type { Edit } from '../languages/repair/edits.ts';
import { applied } from './candidate.ts';

/** Shorter lines are alike by chance. */
const leastWords = 8;

/**
 * Tells of an edit whether it takes a line out of a pattern: another line of the file is like the old one, and none like
 * the new. The file is read once for all its edits.
 */
export function patternsIn(text: string): (edits: readonly Edit[]) => boolean {
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const shapes = lines.map(shapeOf);
  const counts = new Map<string, number>();
  for (const shape of shapes) if (shape !== null) counts.set(shape, (counts.get(shape) ?? 0) + 1);

  return (edits) => {
    const first = lineAt(starts, Math.min(...edits.map(({ start }) => start)));
    const last = lineAt(starts, Math.max(...edits.map(({ end }) => end)));
    const from = starts[first] ?? 0;
    const own = edits.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from }));
    const now = applied(lines.slice(first, last + 1).join('\n'), own).split('\n');
    if (now.length !== last + 1 - first) return false;
    const changed = now.flatMap((line, at) => (line === lines[first + at] ? [] : [{ at: first + at, line }]));
    const isElsewhere = (shape: string) =>
      (counts.get(shape) ?? 0) > changed.filter(({ at }) => shapes[at] === shape).length;
    return changed.some(({ at, line }) => {
      const [old, shape] = [shapes[at] ?? null, shapeOf(line)];
      return old !== null && isElsewhere(old) && !(shape !== null && isElsewhere(shape));
    });
  };
}

/** The line that a place of the text is in. */
function lineAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A line with its names replaced by their order: those that differ in names alone have the same. */
function shapeOf(line: string): string | null {
  const words = line.match(/[A-Za-z_$][\w$]*|\d[\w.]*|'[^']*'|"[^"]*"|[^\w\s]+/g) ?? [];
  if (words.length < leastWords) return null;
  const names = new Map<string, number>();
  return words
    .map((word) => {
      if (!/^[A-Za-z_$]/.test(word)) return word;
      if (!names.has(word)) names.set(word, names.size);
      return `#${names.get(word)}`;
    })
    .join(' ');
}
