import { canonicalTokens } from '../fingerprint/tokens.ts';
import type { ChangedSource } from './source.ts';

/** The same code in two places. */
export interface Duplicate {
  tokens: number;
  /** What was added, and what it repeats. */
  places: [Place, Place];
}

export interface Place {
  path: string;
  from: number;
  to: number;
}

/** Fewer are alike by chance: a loop, an import list. */
const fewest = 60;
/** Fewer different ones are a table, not a thought. */
const fewestKinds = 12;
const most = 60_000;

/** Code that a change added though the same stands elsewhere in its files, the longest first. Formatting does not count. */
export function duplicatesIn(sources: ChangedSource[]): Duplicate[] {
  const windows = new Map<string, { file: number; at: number }>();
  const files = sources.map(({ path, text }) => canonicalTokens(path, text).filter((token) => token.text !== ';'));
  if (files.reduce((sum, tokens) => sum + tokens.length, 0) > most) return [];
  const duplicates: Duplicate[] = [];
  for (const [file, tokens] of files.entries()) {
    for (let at = 0; at + fewest <= tokens.length; at += 1) {
      const texts = tokens.slice(at, at + fewest).map(({ text }) => text);
      if (new Set(texts).size < fewestKinds) continue;
      const window = texts.join('\0');
      const earlier = windows.get(window);
      if (!earlier) windows.set(window, { file, at });
      else if (earlier.file !== file || earlier.at + fewest <= at) {
        const length = lengthOf(earlier, { file, at });
        const places = [placeOf(file, at, length), placeOf(earlier.file, earlier.at, length)] as [Place, Place];
        const fresh = places.findIndex((place) => isAdded(place));
        if (fresh !== -1) duplicates.push({ tokens: length, places: fresh === 0 ? places : [places[1], places[0]] });
        at += length - 1;
      }
    }
  }
  return duplicates.sort((a, b) => b.tokens - a.tokens);

  function lengthOf(one: { file: number; at: number }, other: { file: number; at: number }): number {
    const [left = [], right = []] = [files[one.file], files[other.file]];
    let length = fewest;
    const apart = one.file === other.file ? other.at - one.at : Number.POSITIVE_INFINITY;
    while (length < apart && left[one.at + length] && left[one.at + length]?.text === right[other.at + length]?.text)
      length += 1;
    return length;
  }

  function placeOf(file: number, at: number, length: number): Place {
    const tokens = files[file] ?? [];
    const line = (index: number): number => (tokens[index]?.line ?? 0) + 1;
    return { path: sources[file]?.path ?? '', from: line(at), to: line(at + length - 1) };
  }

  /** Most of it is the change's own. */
  function isAdded({ path, from, to }: Place): boolean {
    const added = sources.find((source) => source.path === path)?.added ?? new Set();
    const lines = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return lines.filter((line) => added.has(line)).length * 2 > lines.length;
  }
}
