import { isRecord } from '../parts.ts';

export type Reading = { value: unknown; notes: string[] } | { refused: string };
export type Written = { text: string; notes: string[] } | { refused: string };
type Rows = { rows: string[][] } | { refused: string };

/** The first row names the columns. */
export function records(table: Rows): Reading {
  if ('refused' in table) return table;
  const [head = [], ...body] = table.rows;
  const twice = head.find((name, index) => head.indexOf(name) !== index);
  if (twice !== undefined) return { refused: `two columns are named ${JSON.stringify(twice)}` };
  const odd = body.findIndex((row) => row.length !== head.length);
  if (odd >= 0)
    return { refused: `row ${odd + 1} has ${body[odd]?.length} cells, and there are ${head.length} columns` };
  return {
    value: body.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? '']))),
    notes: [],
  };
}

/** A list of records with single values; a missing key is an empty cell. */
export function table(value: unknown, write: (rows: string[][]) => string): Written {
  if (!Array.isArray(value) || !value.every(isRecord)) return { refused: 'a table is written from a list of records' };
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  for (const [index, row] of value.entries()) {
    const nested = columns.find((name) => typeof row[name] === 'object' && row[name] !== null);
    if (nested !== undefined)
      return { refused: `row ${index + 1}, ${nested}: a cell holds a single value, not a list or a record` };
  }
  const cells = value.map((row) => columns.map((name) => (Object.hasOwn(row, name) ? String(row[name] ?? '') : '')));
  const notes: string[] = [];
  const all = value.flatMap((row) => columns.map((name) => row[name]));
  if (all.some((cell) => cell === null || cell === undefined))
    notes.push('what is missing or null became an empty cell');
  if (all.some((cell) => typeof cell === 'number' || typeof cell === 'boolean'))
    notes.push('cells are text: numbers and booleans come back as text');
  return { text: columns.length === 0 ? '' : write([columns, ...cells]), notes };
}

export function csvRows(text: string): Rows {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quoted(text, at) : bare(text, at);
    if (!cell)
      return {
        refused: `line ${text.slice(0, at).split('\n').length}: a quote is not closed, or not followed by a comma`,
      };
    row.push(cell.text);
    at = cell.end;
    if (text[at] === ',') {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return { rows };
}

function quoted(text: string, start: number): { text: string; end: number } | null {
  let end = start + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end < 0) return null;
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  const next = text[end + 1];
  if (next !== undefined && !',\r\n'.includes(next)) return null;
  return { text: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}

function bare(text: string, start: number): { text: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end), end };
}

export const csvText = (rows: string[][]): string =>
  rows.map((row) => row.map((cell) => csvCell(cell, row.length)).join(',')).join('\n');

/** A lone empty cell is quoted, or its row would be an empty line. */
const csvCell = (cell: string, width: number): string =>
  /[",\r\n]|^\s|\s$/.test(cell) || (cell === '' && width === 1) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** The first table of a Markdown text. */
export function markdownRows(text: string): Rows {
  const lines = text.split(/\r?\n/);
  const rule = lines.findIndex(
    (line, index) => index > 0 && /^\s*\|?[\s:|-]*-[\s:|-]*$/.test(line) && line.includes('|'),
  );
  if (rule < 1) return { refused: 'there is no Markdown table' };
  const end = lines.findIndex((line, index) => index > rule && !line.includes('|'));
  const body = lines.slice(rule + 1, end < 0 ? lines.length : end);
  return { rows: [lines[rule - 1] ?? '', ...body].map(markdownCells) };
}

const markdownCells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .trim()
        .replace(/<br>|\\([\\|])/g, (mark, sign: string | undefined) => (mark === '<br>' ? '\n' : (sign ?? ''))),
    );

export function markdownText([head = [], ...body]: string[][]): string {
  const row = (cells: string[]) => `| ${cells.map(markdownCell).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...body.map(row)].join('\n');
}

const markdownCell = (cell: string): string => cell.replace(/[\\|]/g, '\\$&').replace(/\r?\n/g, '<br>');
