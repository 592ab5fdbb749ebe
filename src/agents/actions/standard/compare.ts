import { isDeepStrictEqual } from 'node:util';
import { type Action, text, tool } from '../../action.ts';
import { cut, guarded } from '../observing.ts';
import { diffLines, unified } from './diff.ts';
import { count } from './focus/complexity.ts';
import { brief, isRecord, type Parts, textOf } from './parts.ts';
import { readAs } from './text/formats.ts';
import { meantBy, type Operand } from './text/value.ts';

type Compare = (a: Operand, b: Operand) => string;

const ways: Record<string, Compare> = { lines, json, set, size, equal };

/** Two things side by side. Each side is named as what it was taken for. */
export function compareAction(parts: Parts): Action {
  return {
    spec: tool('compare', 'Compare two paths, drafts, input.KEYs or values.', {
      a: {},
      b: {},
      criteria: { type: 'string', enum: Object.keys(ways) },
    }),
    run: (input) =>
      guarded(async () => {
        const way = ways[text(input, 'criteria')];
        const [a, b] = [await meantBy(input.a, parts), await meantBy(input.b, parts)];
        if ('refused' in a) return { observation: `Refused: a: ${a.refused}` };
        if ('refused' in b) return { observation: `Refused: b: ${b.refused}` };
        if (!way) return { observation: `Compare by one of: ${Object.keys(ways).join(', ')}.` };
        return { observation: `a: ${brief(a.name, 200)}\nb: ${brief(b.name, 200)}\n${cut(way(a, b))}` };
      }),
  };
}

function lines(a: Operand, b: Operand): string {
  const rows = diffLines(textOf(a.value).split('\n'), textOf(b.value).split('\n'));
  const changed = (kind: string) => rows.filter((row) => row.kind === kind).length;
  if (changed('same') === rows.length) return 'The lines are the same.';
  return [`${changed('removed')} lines only in a, ${changed('added')} only in b.`, ...unified(rows)].join('\n');
}

function json(a: Operand, b: Operand): string {
  const [left, right] = [dataOf(a), dataOf(b)];
  if ('refused' in left) return `a is no data: ${left.refused}`;
  if ('refused' in right) return `b is no data: ${right.refused}`;
  const lines: string[] = [];
  differences(left.value, right.value, '', lines);
  return lines.length > 0
    ? [`${lines.length}${lines.length === most ? ' or more' : ''} differences:`, ...lines].join('\n')
    : 'The data is the same.';
}

const most = 500;

function differences(a: unknown, b: unknown, path: string, lines: string[]): void {
  if (lines.length >= most) return;
  const place = path || 'the whole';
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let index = 0; index < Math.max(a.length, b.length); index += 1) part(a, b, index, `${path}[${index}]`, lines);
  } else if (isRecord(a) && isRecord(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      part(a, b, key, path ? `${path}.${key}` : key, lines);
  } else if (!isDeepStrictEqual(a, b)) lines.push(`${place}: ${short(a)} -> ${short(b)}`);
}

function part(a: object, b: object, key: string | number, path: string, lines: string[]): void {
  if (lines.length >= most) return;
  const [left, right] = [a as Record<string | number, unknown>, b as Record<string | number, unknown>];
  if (!Object.hasOwn(a, key)) lines.push(`${path}: only in b: ${short(right[key])}`);
  else if (!Object.hasOwn(b, key)) lines.push(`${path}: only in a: ${short(left[key])}`);
  else differences(left[key], right[key], path, lines);
}

const short = (value: unknown): string => brief(JSON.stringify(value) ?? 'undefined', 100);

/** Lists by their items, records by their keys, texts by their lines. */
function set(a: Operand, b: Operand): string {
  const [left, right] = [itemsOf(a), itemsOf(b)];
  const group = (name: string, items: string[]) => [
    `${name} (${items.length}):`,
    ...items.map((item) => `  ${brief(item)}`),
  ];
  return [
    ...group(
      'only in a',
      [...left].filter((item) => !right.has(item)),
    ),
    ...group(
      'only in b',
      [...right].filter((item) => !left.has(item)),
    ),
    ...group(
      'in both',
      [...left].filter((item) => right.has(item)),
    ),
  ].join('\n');
}

function itemsOf(operand: Operand): Set<string> {
  const parsed = dataOf(operand);
  const value = 'value' in parsed ? parsed.value : operand.value;
  if (Array.isArray(value))
    return new Set(value.map((item) => (typeof item === 'string' ? item : (JSON.stringify(item) ?? ''))));
  if (isRecord(value)) return new Set(Object.keys(value));
  return new Set(
    textOf(operand.value)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
}

function size(a: Operand, b: Operand): string {
  const of = ({ value }: Operand) => {
    const whole = textOf(value);
    const items = Array.isArray(value)
      ? `, ${value.length} items`
      : isRecord(value)
        ? `, ${Object.keys(value).length} keys`
        : '';
    return {
      text: `${count(whole)} lines, ${whole.length} characters, ${Buffer.byteLength(whole)} bytes${items}`,
      bytes: Buffer.byteLength(whole),
    };
  };
  const [left, right] = [of(a), of(b)];
  return `a has ${left.text}\nb has ${right.text}\nb - a: ${right.bytes - left.bytes} bytes`;
}

function equal(a: Operand, b: Operand): string {
  if (isDeepStrictEqual(a.value, b.value)) return 'true: they are the same.';
  const [left, right] = [textOf(a.value).split('\n'), textOf(b.value).split('\n')];
  const line = left.findIndex((each, index) => each !== right[index]);
  const first = line < 0 ? left.length : line;
  if (first >= left.length && first >= right.length)
    return 'false: they read the same, and one is text and the other data.';
  return `false: they differ from line ${first + 1} on: ${short(left[first] ?? null)} against ${short(right[first] ?? null)}.`;
}

/** Data as it is, or what a text says as JSON or YAML (by its file's name). */
function dataOf({ value, path }: Operand): { value: unknown } | { refused: string } {
  if (typeof value !== 'string') return { value };
  return readAs(path && /\.ya?ml$/.test(path) ? 'yaml' : 'json', value);
}
