import type { Edit } from '../languages/repair/edits.ts';
import type { Proposal } from '../languages/repair/shape.ts';

export interface Candidate extends Proposal {
  path: string;
  /** Weight and place together; higher is tried earlier. */
  score: number;
}

export function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((before, edit) => before.slice(0, edit.start) + edit.text + before.slice(edit.end), text);
}

/** What is only moved is long, and still one change. */
const longest = 10;

/** Words and signs that come and go. */
export function sizeOf(text: string, edits: readonly Edit[]): number {
  const all = edits.reduce((sum, edit) => sum + difference(text.slice(edit.start, edit.end), edit.text), 0);
  return Math.min(longest, all);
}

const wordsIn = (text: string): string[] => text.match(/\w+|[^\w\s]+/g) ?? [];

function difference(before: string, after: string): number {
  const [one, other] = [wordsIn(before), wordsIn(after)];
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return one.length + other.length - 2 * (head + tail);
}
