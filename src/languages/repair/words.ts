/** Names that are taken for each other, in any language. Each is a group: one may stand for any other of it. */
const groups: readonly (readonly string[])[] = [
  ['min', 'max'],
  ['floor', 'ceil', 'round', 'trunc'],
  ['some', 'every'],
  ['any', 'all'],
  ['push', 'unshift'],
  ['pop', 'shift'],
  ['append', 'extend', 'add'],
  ['indexOf', 'lastIndexOf'],
  ['find', 'findLast'],
  ['find', 'rfind'],
  ['index', 'rindex'],
  ['find', 'filter', 'some'],
  ['map', 'forEach', 'flatMap', 'filter'],
  ['startsWith', 'endsWith', 'includes'],
  ['startswith', 'endswith'],
  ['toUpperCase', 'toLowerCase'],
  ['upper', 'lower', 'title', 'capitalize'],
  ['isupper', 'islower'],
  ['trim', 'trimStart', 'trimEnd'],
  ['strip', 'lstrip', 'rstrip'],
  ['split', 'rsplit'],
  ['padStart', 'padEnd'],
  ['ljust', 'rjust'],
  ['keys', 'values', 'entries'],
  ['keys', 'values', 'items'],
  ['slice', 'splice'],
  ['sort', 'toSorted'],
  ['reverse', 'toReversed'],
  ['sort', 'sorted'],
  ['has', 'get'],
  ['add', 'delete'],
  ['replace', 'replaceAll'],
  ['concat', 'push'],
  ['reduce', 'reduceRight'],
  ['all', 'race', 'allSettled'],
  ['isalpha', 'isdigit', 'isalnum'],
  ['union', 'intersection', 'difference'],
];

/** What a language offers by itself: a misspelt name may mean one of these. */
export const builtins = new Set([
  ...groups.flat(),
  ...'length size join test match matchAll exec parse stringify toString toFixed charAt charCodeAt codePointAt at'.split(
    ' ',
  ),
  ...'includes flat fill from isArray assign fromEntries hasOwn repeat clear count copy update setdefault remove'.split(
    ' ',
  ),
  ...'insert encode decode format isspace zfill partition len range sum sorted reversed enumerate zip items pop get'.split(
    ' ',
  ),
  ...'isInteger isNaN parseInt parseFloat abs sqrt pow then catch finally resolve reject discard popitem'.split(' '),
]);

export function twinsOf(name: string): string[] {
  return [...new Set(groups.filter((group) => group.includes(name)).flat())].filter((other) => other !== name);
}

/** The names that a misspelt one may mean, the nearest first. */
export function nearest(wrong: string, names: Iterable<string>, most = 3): string[] {
  const limit = wrong.length < 4 ? 1 : wrong.length < 8 ? 2 : 3;
  return [...new Set(names)]
    .filter((name) => name !== wrong && Math.abs(name.length - wrong.length) <= limit + 4)
    .map((name) => ({ name, apart: apart(wrong, name) }))
    .filter(({ apart: steps }) => steps <= limit)
    .sort((a, b) => a.apart - b.apart || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Letters to change, with two swapped ones counted once; another spelling of the same words is one step. */
function apart(one: string, other: string): number {
  const plain = (name: string) => name.replace(/[_$]/g, '').toLowerCase();
  if (plain(one) === plain(other)) return 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
