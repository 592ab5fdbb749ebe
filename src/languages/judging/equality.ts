import { bareCode, lineAt } from '../../code/bare-code.ts';
import { languageOf } from '../registry.ts';

/** The first line of each method by which a file newly or otherwise says what something equals. */
export function newEqualities(path: string, base: string | null, now: string): number[] {
  if (base === now) return [];
  const before = new Set(base === null ? [] : equalitiesIn(path, base).map(({ text }) => text));
  return equalitiesIn(path, now)
    .filter(({ text }) => !before.has(text))
    .map(({ line }) => line);
}

function equalitiesIn(path: string, text: string): { line: number; text: string }[] {
  const equality = languageOf(path)?.judging?.equality;
  if (!equality) return [];
  const { code } = bareCode(text, equality.code);
  return equality
    .says(text)
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map(({ index }) => ({
      line: lineAt(text, index + (/^\s*/.exec(code.slice(index))?.[0].length ?? 0)),
      text: text
        .slice(index, equality.indented ? indentedEnd(text, index) : bracedEnd(code, index))
        .replace(/\s+/g, ' '),
    }));
}

/** Behind the braces that open next; a method without any ends with its line. */
function bracedEnd(code: string, from: number): number {
  const open = code.slice(from).search(/\{|;\s*$|=>/m);
  if (open === -1 || code[from + open] !== '{') return endOfLine(code, from);
  let depth = 0;
  for (let at = from + open; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
}

function indentedEnd(text: string, from: number): number {
  const indent = /^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0;
  let end = endOfLine(text, from);
  while (end < text.length) {
    const line = text.slice(end + 1, endOfLine(text, end + 1));
    if (line.trim() !== '' && line.search(/\S/) <= indent) break;
    end = endOfLine(text, end + 1);
  }
  return end;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
