import type { Reading } from '../../../../ports/outside/reading.ts';
import { linesOf } from './lines.ts';
import { declarations } from './structure.ts';

const texts = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/\/.*$|\/\*.*?\*\//g;

/** Lines, functions, the longest of them, and the deepest nesting; told from braces or from indents. */
export function complexity(name: string, text: string, reading: Reading | null): string {
  const lines = linesOf(text);
  const indented = reading?.indented === true;
  const depths = indented ? indents(lines) : braces(lines);
  const functions = declarations(reading, text).filter(({ kind }) => kind === 'function' || kind === 'method');
  const long = functions
    .map((each) => ({ ...each, length: lengthFrom(each.line - 1, depths, indented) }))
    .reduce<{ name: string; line: number; length: number } | null>(
      (longest, each) => (longest && longest.length >= each.length ? longest : each),
      null,
    );
  const deepest = depths.reduce((most, { inside }) => Math.max(most, inside), 0);
  const longest = long ? `, longest ${long.name} at line ${long.line} (${long.length} lines)` : '';
  return `${name}: ${count(text)} lines, ${functions.length} functions${longest}, nesting ${deepest}`;
}

/** Lines as an editor counts them. */
export const count = (text: string): number => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length);

/** The nesting before a line, and the deepest within it. */
interface Depth {
  before: number;
  inside: number;
  after: number;
  blank: boolean;
}

function braces(lines: string[]): Depth[] {
  let depth = 0;
  return lines.map((line) => {
    const before = depth;
    let inside = depth;
    for (const sign of line.replace(texts, '').replace(/[^{}]/g, '')) {
      depth = Math.max(0, depth + (sign === '{' ? 1 : -1));
      inside = Math.max(inside, depth);
    }
    return { before, inside, after: depth, blank: line.trim() === '' };
  });
}

function indents(lines: string[]): Depth[] {
  const open: number[] = [];
  return lines.map((line) => {
    const blank = /^\s*(?:#|$)/.test(line);
    const indent = /^\s*/.exec(line)?.[0].replaceAll('\t', '        ').length ?? 0;
    if (!blank) while (open.length > 0 && (open.at(-1) ?? 0) >= indent) open.pop();
    const depth = open.length;
    if (!blank) open.push(indent);
    return { before: depth, inside: blank ? 0 : depth, after: depth, blank };
  });
}

/** To the line on which the nesting is back where the function began. */
function lengthFrom(start: number, depths: Depth[], indented: boolean): number {
  const from = depths[start]?.before ?? 0;
  if (indented) {
    const end = depths.findIndex((depth, index) => index > start && !depth.blank && depth.before <= from);
    const last = depths.findLastIndex((depth, index) => !depth.blank && (end < 0 || index < end));
    return Math.max(1, last - start + 1);
  }
  const opened = depths.findIndex((depth, index) => index >= start && depth.inside > from);
  const end = depths.findIndex((depth, index) => index >= opened && index >= start && depth.after <= from);
  return opened < 0 || end < 0 ? 1 : end - start + 1;
}
