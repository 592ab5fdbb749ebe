import { type Changes, changesOf, type Version } from '../../../code/fingerprint/changes.ts';
import type { FilePatch } from '../../../code/patch/patch.ts';
import { type Source, unlessDeep } from '../../../code/structure/shape.ts';
import type { Parsers } from '../../../schema/code/tree.ts';
import { structureOf } from '../../registry.ts';

const mostLines = 10_000;
const mostCharacters = 512 * 1024;

/**
 * What a patch changes in each of its files, by their structure. Null where that is not known: in other files, in very
 * large ones, and where the parser does not understand a changed line.
 */
export async function structuralChanges(
  files: FilePatch[],
  texts: ReadonlyMap<string, string>,
  parsers: Parsers,
): Promise<(Changes | null)[]> {
  const results: (Changes | null)[] = files.map(() => null);
  for (const [rules, indexes] of byLanguage(files)) {
    const sides = indexes.flatMap((at) => sidesOf(files[at] as FilePatch, texts));
    const readings = await rules.read(
      sides.map(({ source }) => source),
      parsers,
    );
    const versions = sides.map(({ lines, hunks }, at) => {
      const reading = readings[at];
      return reading && isKnown(reading.gaps, lines, hunks) ? { ...reading, ranges: rangesOf(lines, hunks) } : null;
    });
    for (const [order, at] of indexes.entries())
      results[at] = compared(versions[2 * order], versions[2 * order + 1], rules.assignmentBinds);
  }
  return results;
}

function compared(old: Version | null | undefined, now: Version | null | undefined, binds: boolean): Changes | null {
  return old && now ? unlessDeep(() => changesOf(old, now, binds)) : null;
}

function byLanguage(files: FilePatch[]) {
  const groups = new Map<NonNullable<ReturnType<typeof structureOf>>, number[]>();
  for (const [at, file] of files.entries()) {
    const rules = isShort(file) ? structureOf(file.name ?? file.path) : null;
    if (rules) groups.set(rules, [...(groups.get(rules) ?? []), at]);
  }
  return groups;
}

function isShort({ hunks }: FilePatch): boolean {
  const lines = hunks.flatMap(({ old, now }) => [...old, ...now]);
  return lines.length < mostLines && lines.reduce((sum, { text }) => sum + text.length, 0) < mostCharacters;
}

/** Lines of a text that a hunk shows, from and to, and which of them are changed. */
interface HunkLines {
  from: number;
  to: number;
  changed: number[];
}

interface Side {
  source: Source;
  lines: string[];
  hunks: HunkLines[];
}

/** The file before and after; where its text is not at hand, what the patch shows of it. */
function sidesOf(file: FilePatch, texts: ReadonlyMap<string, string>): [Side, Side] {
  const text = file.name === null ? undefined : texts.get(file.name);
  const whole = text !== undefined && text.length < mostCharacters ? wholeSides(file, text.split('\n')) : null;
  return whole ?? [shownSide(file, 'old'), shownSide(file, 'now')];
}

/** Null where the text is not the one that the patch was made of. */
function wholeSides({ path, hunks }: FilePatch, now: string[]): [Side, Side] | null {
  const old: string[] = [];
  const ranges: Record<'old' | 'now', HunkLines[]> = { old: [], now: [] };
  let at = 0;
  for (const hunk of hunks) {
    if (hunk.now.some(({ text }, line) => now[hunk.at.now + line] !== text)) return null;
    for (; at < hunk.at.now; at += 1) old.push(now[at] ?? '');
    ranges.old.push(shownBy(hunk.old, old.length));
    ranges.now.push(shownBy(hunk.now, hunk.at.now));
    for (const { text } of hunk.old) old.push(text);
    at = hunk.at.now + hunk.now.length;
  }
  for (; at < now.length; at += 1) old.push(now[at] ?? '');
  return [sideBy(path, old, ranges.old), sideBy(path, now, ranges.now)];
}

function shownSide({ path, hunks }: FilePatch, key: 'old' | 'now'): Side {
  const lines: string[] = [];
  const ranges = hunks.map((hunk) => {
    const one = shownBy(hunk[key], lines.length);
    for (const { text } of hunk[key]) lines.push(text);
    return one;
  });
  return sideBy(path, lines, ranges);
}

const shownBy = (block: { changed: boolean }[], from: number): HunkLines => ({
  from,
  to: from + block.length,
  changed: block.flatMap(({ changed }, at) => (changed ? [from + at] : [])),
});

const sideBy = (path: string, lines: string[], hunks: HunkLines[]): Side => ({
  source: { path: path.slice(path.lastIndexOf('/') + 1), text: lines.join('\n') },
  lines,
  hunks,
});

function rangesOf(lines: string[], hunks: HunkLines[]): [number, number][] {
  const starts = startsOf(lines);
  return hunks.map(({ from, to }) => [starts[from] ?? 0, starts[to] ?? 0]);
}

/** Whether no changed line is one that the parser does not understand. */
function isKnown(gaps: [number, number][], lines: string[], hunks: HunkLines[]): boolean {
  if (gaps.length === 0) return true;
  const starts = startsOf(lines);
  return !hunks.some(({ changed }) =>
    changed.some((line) => {
      const [from, to] = [starts[line] ?? 0, starts[line + 1] ?? 0];
      return gaps.some(([start, end]) => start < to && Math.max(end, start + 1) > from);
    }),
  );
}

/** Where each line begins, and where a line behind the last one would. */
function startsOf(lines: string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return starts;
}
