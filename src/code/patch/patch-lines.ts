export interface PatchLine {
  path: string;
  sign: '+' | '-';
  text: string;
  /** Lines with the same number stand together in the patch, with no other between them. */
  block: number;
}

/** What a patch removes and adds, line by line. */
export function* hunkLines(patch: string): Generator<PatchLine> {
  let path = '';
  let block = 0;
  let [minus, plus] = [0, 0];
  let last = ' ';
  for (const row of patch.split('\n')) {
    if (minus + plus === 0) {
      const name = /^(?:---|\+\+\+) "?[ab]\/(.*?)"?\t?$/.exec(row)?.[1];
      if (name !== undefined) path = name;
      const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(row);
      if (counts) [minus, plus] = [Number(counts[1] ?? 1), Number(counts[2] ?? 1)];
      last = ' ';
      continue;
    }
    const sign = row[0] ?? ' ';
    if (sign !== last) block += 1;
    last = sign;
    if (sign !== '+' && sign !== '\\') minus -= 1;
    if (sign !== '-' && sign !== '\\') plus -= 1;
    if (sign === '+' || sign === '-') yield { path, sign, text: row.slice(1), block };
  }
}
