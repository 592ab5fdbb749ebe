export interface AddedLine {
  path: string;
  line: number;
  text: string;
}

/** The lines that git's unified diff adds, with where they stand afterwards. */
export function* addedLines(patch: string): Generator<AddedLine> {
  for (const { removed, ...line } of changedLines(patch)) if (!removed) yield line;
}

/** Whether a change touches a line as it is afterwards: it was added, or something beside it was removed. */
export function touchedBy(patch: string): (path: string, line: number) => boolean {
  const touched = new Set<string>();
  for (const { path, line, removed } of changedLines(patch)) {
    touched.add(`${path}:${line}`);
    if (removed) touched.add(`${path}:${line - 1}`);
  }
  return (path, line) => touched.has(`${path}:${line}`);
}

/** A removed line is named by the place where it stood. */
function* changedLines(patch: string): Generator<AddedLine & { removed: boolean }> {
  let path = '';
  let line = 0;
  let remaining = { old: 0, now: 0 };
  for (const row of patch.split('\n')) {
    if (remaining.old <= 0 && remaining.now <= 0) {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row);
      if (hunk) {
        line = Number(hunk[2]);
        remaining = { old: Number(hunk[1] ?? 1), now: Number(hunk[3] ?? 1) };
      } else if (row.startsWith('+++ ')) path = pathIn(row.slice('+++ '.length));
      continue;
    }
    if (row.startsWith('\\')) continue;
    const removed = row.startsWith('-');
    if (removed || row.startsWith('+')) yield { path, line, text: row.slice(1), removed };
    if (!removed) {
      line += 1;
      remaining.now -= 1;
    }
    if (!row.startsWith('+')) remaining.old -= 1;
  }
}

/** The path in a file's header: `b/path`, with a tab after it where it holds a space, or quoted as C does. */
export function pathIn(text: string): string {
  const quoted = /^"(.*)"\t?$/.exec(text)?.[1];
  return (quoted === undefined ? text.replace(/\t$/, '') : unquoted(quoted)).replace(/^b\//, '');
}

const letters: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Bytes that git does not print as they are: a letter, or three octal digits. */
function unquoted(text: string): string {
  const bytes: number[] = [];
  for (const [part, octal, letter] of text.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined) bytes.push(letters[letter] ?? letter.charCodeAt(0));
    else bytes.push(...new TextEncoder().encode(part));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
