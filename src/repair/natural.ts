import type { Edit } from '../languages/repair/edits.ts';
import { applied } from './candidate.ts';

/** Shorter lines are alike by chance. */
const leastWords = 8;

/** Whether an edit takes a line out of a pattern: another line of the file is like the old one, and none like the new. */
export function breaksPattern(text: string, edits: readonly Edit[]): boolean {
  const [old, now] = [text.split('\n'), applied(text, edits).split('\n')];
  if (old.length !== now.length) return false;
  const changed = old.flatMap((line, at) => (line === now[at] ? [] : [at]));
  const others = new Set(old.flatMap((line, at) => (changed.includes(at) ? [] : (shapeOf(line) ?? []))));
  return changed.some((at) => {
    const shape = shapeOf(old[at] ?? '');
    return shape !== null && others.has(shape) && !others.has(shapeOf(now[at] ?? '') ?? '');
  });
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
