import { parseJson } from '../../reports/values.ts';

/** Names of files, and of fields, that hold what is expected. */
const isExpected = /(?:^|[/._-])(?:expect\w*|golden|want\w*|outputs?|out|results?|answers?|solutions?)(?:[/._-]|$)/i;

/**
 * Data of checks with other expected values, by path: where some of it is called so, that alone. Empty where none is
 * known to hold any: a list of words or a setting may be anything to a check.
 */
export function otherData(texts: ReadonlyMap<string, string>): Map<string, string> {
  const changedTexts = new Map<string, string>();
  for (const [path, text] of texts) {
    const other = path.endsWith('.json')
      ? otherRows(text)
      : /\.(?:jsonl|ya?ml|html?|xml|md)$/.test(path) || !isCase(path, texts)
        ? null
        : otherEnd(text);
    if (other !== null && other !== text) changedTexts.set(path, other);
  }
  const expected = [...changedTexts].filter(([path]) => isExpected.test(path));
  return expected.length > 0 ? new Map(expected) : changedTexts;
}

/** What is called so, or a file of several lines among others of its kind. */
function isCase(path: string, texts: ReadonlyMap<string, string>): boolean {
  const kind = (one: string) => one.replace(/[^/]*?(\.[^./]*)?$/, '$1');
  const alike = [...texts].filter(([one, text]) => kind(one) === kind(path) && text.trim().includes('\n'));
  return isExpected.test(path) || (path.includes('/') && alike.length > 1 && alike.some(([one]) => one === path));
}

/** The last word of a text is another one. */
function otherEnd(text: string): string | null {
  const match = /(\S+)(\s*)$/.exec(text);
  if (!match) return null;
  return `${text.slice(0, match.index)}${otherWord(match[1] ?? '')}${match[2] ?? ''}`;
}

const otherWord = (word: string): string => (/^-?\d+$/.test(word) ? String(Number(word) * 2 + 7) : `${word}7`);

/** In every row of two or more fields, the one that is called expected, or else the last one. */
function otherRows(text: string): string | null {
  const content = parseJson(text);
  let changed = false;
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((row: unknown) => (isRow(row) ? altered(row) : walk(row)));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  const altered = (row: unknown[] | Record<string, unknown>): unknown => {
    changed = true;
    if (Array.isArray(row)) return [...row.slice(0, -1), otherValue(row.at(-1))];
    const keys = Object.keys(row);
    const key = keys.find((one) => isExpected.test(one)) ?? keys.at(-1) ?? '';
    return { ...row, [key]: otherValue(row[key]) };
  };
  const mutated = walk(content);
  return changed ? `${JSON.stringify(mutated, null, 2)}\n` : null;
}

function isRow(row: unknown): row is unknown[] | Record<string, unknown> {
  return typeof row === 'object' && row !== null && Object.keys(row).length > 1;
}

function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return value * 2 + 7;
  if (typeof value === 'string') return otherWord(value);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.length === 0 ? [0] : [otherValue(value[0]), ...value.slice(1)];
  if (typeof value !== 'object' || value === null) return 0;
  const [first] = Object.entries(value);
  return first ? { ...value, [first[0]]: otherValue(first[1]) } : { other: 0 };
}
