/** A replacement in a text, in UTF-16 units. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** One replacement. */
export const replace = (from: { start: number; end: number }, text: string): Edit[] => [
  { start: from.start, end: from.end, text },
];

export const insert = (at: number, text: string): Edit[] => [{ start: at, end: at, text }];

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
