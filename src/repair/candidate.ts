/** A replacement in a text, in UTF-16 units. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** One idea of a template: small edits of one file that belong together. */
export interface Proposal {
  /** Where it stands, counted from 1. */
  line: number;
  edits: Edit[];
  template: string;
  /** How likely it is right where its place is: about 0.2 to 2. */
  weight: number;
  /** What it brings in is only reckoned with: an operand, an index, a boundary, never an answer by itself. */
  reckoned?: boolean;
}

export interface Candidate extends Proposal {
  path: string;
  /** Weight and place together; higher is tried earlier. */
  score: number;
}

/** One replacement. */
export const replace = (from: { start: number; end: number }, text: string): Edit[] => [
  { start: from.start, end: from.end, text },
];

export const insert = (at: number, text: string): Edit[] => [{ start: at, end: at, text }];

export function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((before, edit) => before.slice(0, edit.start) + edit.text + before.slice(edit.end), text);
}

/** Words and signs that come and go. */
export function sizeOf(text: string, edits: readonly Edit[]): number {
  return edits.reduce((sum, edit) => sum + difference(text.slice(edit.start, edit.end), edit.text), 0);
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

/** The line of each offset, counted from 1. */
export function linesOf(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
