import { wrap, wrappedTable } from '../terminal/layout.ts';
import type { Style } from './style.ts';

/** A Markdown text as a terminal shows it well: headings stand out, tables have columns, lines end between words. */
export function markdownLines(text: string, { paint, columns }: Style): string[] {
  const lines: string[] = [];
  let rows: string[][] = [];
  let isCode = false;
  const endTable = (): void => {
    const [head, ...body] = rows.length > 0 ? wrappedTable(rows, columns) : [];
    if (head !== undefined) lines.push(paint.dim(head), ...body);
    rows = [];
  };
  for (const line of text.split('\n')) {
    const isRow = !isCode && line.startsWith('|');
    if (!isRow) endTable();
    if (line.startsWith('```')) isCode = !isCode;
    else if (isCode) lines.push(diffLine(abbreviated(line), paint));
    else if (isRow) rows.push(...(/^\|[\s|:-]+\|$/.test(line) ? [] : [cellsOf(line)]));
    else if (/^#+ /.test(line)) lines.push(...wrap(spoken(line.replace(/^#+ /, '')), columns).map(paint.bold));
    else lines.push(...wrap(spoken(line), columns));
  }
  endTable();
  return lines;
}

/** A Markdown text with its markup, to be copied: paragraphs end between words, tables and code stay as they are. */
export function markdownSource(text: string, columns: number): string[] {
  let isCode = false;
  return text.split('\n').flatMap((line) => {
    const isFence = line.startsWith('```');
    if (isFence) isCode = !isCode;
    return isCode || isFence || line.startsWith('|') ? [line] : wrap(line, columns);
  });
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => spoken(cell.trim()));

/** Words without their markup. */
const spoken = (text: string): string =>
  text
    .replaceAll(/(?<!\\)\*\*(.+?)(?<!\\)\*\*/g, '$1')
    .replaceAll(/\\([\\`*<>[\]|~&_])|`|\u2060/g, (_, escaped: string | undefined) => escaped ?? '');

/** The names of both versions of a file, which nobody reads whole. */
export const abbreviated = (line: string): string =>
  line.replace(/^index ([0-9a-f]{10})[0-9a-f]{30,54}\.\.([0-9a-f]{10})[0-9a-f]{30,54}/, 'index $1..$2');

/** A line of a patch in the colours that git gives it. */
export function diffLine(line: string, paint: Style['paint']): string {
  if (/^(?:diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity )/.test(line)) return paint.bold(line);
  if (line.startsWith('@@')) return paint.cyan(line);
  if (line.startsWith('+')) return paint.green(line);
  return line.startsWith('-') ? paint.red(line) : line;
}
