const tooMany = 4_000_000;

/** The pairs of places at which two lists are alike, in order: as many as there can be, or for long lists nearly so. */
export function matching(old: string[], now: string[]): [number, number][] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [a, b] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const middle = a.length * b.length > tooMany ? greedy(a, b) : longest(a, b);
  return [
    ...Array.from({ length: start }, (_, at): [number, number] => [at, at]),
    ...middle.map(([i, j]): [number, number] => [i + start, j + start]),
    ...Array.from({ length: end }, (_, at): [number, number] => [old.length - end + at, now.length - end + at]),
  ];
}

function longest(a: string[], b: string[]): [number, number][] {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Each takes the first that is left behind the last one taken. */
function greedy(a: string[], b: string[]): [number, number][] {
  const places = new Map<string, number[]>();
  for (const [j, text] of b.entries()) places.set(text, [...(places.get(text) ?? []), j]);
  const pairs: [number, number][] = [];
  let last = -1;
  for (const [i, text] of a.entries()) {
    const j = places.get(text)?.find((place) => place > last);
    if (j === undefined) continue;
    pairs.push([i, j]);
    last = j;
  }
  return pairs;
}
