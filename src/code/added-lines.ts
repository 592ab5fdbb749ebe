export interface AddedLine {
  path: string;
  line: number;
  text: string;
}

/** The lines that git's unified diff adds, with where they stand afterwards. */
export function* addedLines(patch: string): Generator<AddedLine> {
  let path = '';
  let line = 0;
  let left = { old: 0, now: 0 };
  for (const row of patch.split('\n')) {
    if (left.old <= 0 && left.now <= 0) {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row);
      if (hunk) {
        line = Number(hunk[2]);
        left = { old: Number(hunk[1] ?? 1), now: Number(hunk[3] ?? 1) };
      } else if (row.startsWith('+++ b/')) path = row.slice('+++ b/'.length).replace(/\t$/, '');
      continue;
    }
    if (row.startsWith('\\')) continue;
    if (row.startsWith('+')) yield { path, line, text: row.slice(1) };
    if (!row.startsWith('-')) {
      line += 1;
      left.now -= 1;
    }
    if (!row.startsWith('+')) left.old -= 1;
  }
}
