/** The place of a text if white space is ignored, and the file with the new text in its place. */
export type Drifted = { found: 1; content: string } | { found: number };

/**
 * Replaces whole lines that equal `old` but for indentation, trailing blanks and line ends, where they stand in exactly
 * one place. The new lines get the file's own indentation and line ends.
 */
export function replaceDrifted(content: string, old: string, by: string): Drifted {
  const lines = content.split('\n');
  const oldLines = withoutLastEnd(old).split('\n');
  const keys = oldLines.map((line) => line.trim());
  if (keys.join('').length < 3) return { found: 0 };
  const places = placesOf(
    lines.map((line) => line.trim()),
    keys,
  );
  const [at] = places;
  if (at === undefined || places.length > 1) return { found: places.length };
  const there = lines.slice(at, at + oldLines.length);
  const indents = indentsOf(oldLines, there);
  if (indents === null) return { found: 0 };
  const end = there.some((line) => line.endsWith('\r')) ? '\r' : '';
  const newLines = by === '' ? [] : withoutLastEnd(by).split('\n');
  const fresh = newLines.map((line) => (line.trim() === '' ? '' : moved(line.trimEnd(), indents)) + end);
  // The last line of a file may have no end.
  if (at + oldLines.length === lines.length && fresh.length > 0) fresh.push((fresh.pop() ?? '').replace(/\r$/, ''));
  return { found: 1, content: [...lines.slice(0, at), ...fresh, ...lines.slice(at + oldLines.length)].join('\n') };
}

/** The new text with the line ends of a file that has one kind only. */
export function withEndsOf(content: string, by: string): string {
  const crlf = content.includes('\r\n') && !/(?<!\r)\n/.test(content);
  return crlf ? by.replace(/(?<!\r)\n/g, '\r\n') : by;
}

const withoutLastEnd = (text: string): string => text.replace(/\r?\n$/, '');
const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

function placesOf(lines: string[], keys: string[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + keys.length <= lines.length && places.length < 2; at += 1) {
    if (keys.every((key, index) => lines[at + index] === key)) places.push(at);
  }
  return places;
}

/** Which indentation of the old text is which one of the file; null where one would have to be two. */
function indentsOf(oldLines: string[], there: string[]): Map<string, string> | null {
  const indents = new Map<string, string>();
  for (const [index, line] of oldLines.entries()) {
    if (line.trim() === '') continue;
    const [from, to] = [indentOf(line), indentOf(there[index] ?? '')];
    if ((indents.get(from) ?? to) !== to) return null;
    indents.set(from, to);
  }
  return indents;
}

/** A line at the indentation that the file has for it: a known one, or a known one and more. */
function moved(line: string, indents: Map<string, string>): string {
  const indent = indentOf(line);
  const longest = [...indents.keys()].filter((key) => indent.startsWith(key)).sort((a, b) => b.length - a.length)[0];
  if (longest === undefined) return `${shallowest(indents) ?? ''}${line.trimStart()}`;
  return `${indents.get(longest) ?? ''}${stepsOf(indent.slice(longest.length), indents)}${line.trimStart()}`;
}

/** Deeper than anything that was matched: in tabs where the file has tabs for the old text's blanks. */
function stepsOf(rest: string, indents: Map<string, string>): string {
  for (const [from, to] of indents) {
    if (/^ +$/.test(from) && /^\t+$/.test(to)) return '\t'.repeat(Math.round((rest.length * to.length) / from.length));
  }
  return rest;
}

const shallowest = (indents: Map<string, string>): string | undefined =>
  [...indents.values()].sort((a, b) => a.length - b.length)[0];
