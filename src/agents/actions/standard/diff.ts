export type Kind = 'same' | 'removed' | 'added';
export interface Row {
  kind: Kind;
  text: string;
}

const mostEdits = 1_000;

/** The shortest way from one list of lines to another; where that is far, everything between the ends is replaced. */
export function diffLines(a: string[], b: string[]): Row[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle = shortest(left, right) ?? [...rows('removed', left), ...rows('added', right)];
  return [...rows('same', a.slice(0, start)), ...middle, ...rows('same', a.slice(a.length - end))];
}

const rows = (kind: Kind, lines: string[]): Row[] => lines.map((text) => ({ kind, text }));

/** Myers' greedy search: `reach[k]` is how far into `a` the diagonal `k` has come with so many edits. */
function shortest(a: string[], b: string[]): Row[] | null {
  const trace: Int32Array[] = [];
  const middle = mostEdits + 1;
  const reach = new Int32Array(2 * middle + 1);
  for (let edits = 0; edits <= Math.min(mostEdits, a.length + b.length); edits += 1) {
    trace.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(reach, middle + k - 1) < at(reach, middle + k + 1));
      let x = down ? at(reach, middle + k + 1) : at(reach, middle + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, trace);
    }
  }
  return null;
}

function walkBack(a: string[], b: string[], trace: Int32Array[]): Row[] {
  const script: Row[] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const far = (k: number) => at(reach, k + edits + 1);
    const k = x - y;
    const down = k === -edits || (k !== edits && far(k - 1) < far(k + 1));
    const beforeX = edits === 0 ? 0 : down ? far(k + 1) : far(k - 1);
    const beforeY = edits === 0 ? 0 : beforeX - (down ? k + 1 : k - 1);
    while (x > beforeX && y > beforeY) {
      script.push({ kind: 'same', text: a[x - 1] ?? '' });
      x -= 1;
      y -= 1;
    }
    if (edits > 0)
      script.push(down ? { kind: 'added', text: b[y - 1] ?? '' } : { kind: 'removed', text: a[x - 1] ?? '' });
    [x, y] = [beforeX, beforeY];
  }
  return script.reverse();
}

const at = (numbers: Int32Array, index: number): number => numbers[index] ?? 0;

const around = 3;

/** Hunks with three lines around each change. */
export function unified(all: Row[]): string[] {
  const near = new Set<number>();
  for (const [index, { kind }] of all.entries()) {
    if (kind !== 'same') for (let each = index - around; each <= index + around; each += 1) near.add(each);
  }
  const lines: string[] = [];
  let [inA, inB] = [1, 1];
  let gap = true;
  for (const [index, { kind, text }] of all.entries()) {
    if (near.has(index)) {
      if (gap) lines.push(`@@ a:${inA} b:${inB} @@`);
      lines.push(`${kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'}${text}`);
    }
    gap = !near.has(index);
    if (kind !== 'added') inA += 1;
    if (kind !== 'removed') inB += 1;
  }
  return lines;
}
