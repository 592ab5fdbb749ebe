import { cut, oneLine, visible } from './text.ts';

/** Words of others as one line of Markdown that means nothing but itself. */
export function plain(text: string, max = 300): string {
  return oneLine(text, max)
    .replaceAll(/[\\`*<>[\]|~&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replaceAll(/(?<=@)(?=[\p{L}\p{N}])/gu, '\u2060');
}

/** One line as code: neither links nor mentions nor markup in it. */
export function code(text: string, max = 300): string {
  const line = oneLine(text, max);
  if (line === '') return '';
  const marks = '`'.repeat(longest(line, 0) + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${marks}${space}${line}${space}${marks}`;
}

/** A fence longer than any in the text, so that what is in it cannot close it. */
export function fence(text: string, language: string, max: number): string {
  // Naming what is not seen makes a text longer.
  const excerpt = cut(visible(cut(text, max)), max + 100).trimEnd();
  const marks = '`'.repeat(longest(excerpt, 2) + 1);
  return `${marks}${language}\n${excerpt}\n${marks}`;
}

export function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

const longest = (text: string, least: number): number =>
  (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), least);
