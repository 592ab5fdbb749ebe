import { addedLines } from './added-lines.ts';
import { dangers, type Pattern } from './danger-patterns.ts';
import { secretsIn } from './secrets/find.ts';

export interface Findings {
  secrets: string[];
  dangers: string[];
  smells: string[];
}

const smells: Pattern[] = [
  { name: 'a debugger statement', match: /^\s*(?:debugger\b|breakpoint\(\)|import pdb|pdb\.set_trace)/ },
  { name: 'debug output', match: /^\s*console\.(?:log|debug)\s*\(/ },
  { name: 'an unfinished note', match: /\b(?:TODO|FIXME|XXX|HACK)\b/ },
  { name: 'an empty catch', match: /catch\s*(?:\([^)]{0,200}\))?\s*\{\s*\}|except[^:]{0,200}:\s*pass\b/ },
  {
    name: 'a check switched off',
    match: /@ts-ignore|@ts-nocheck|eslint-disable(?!-next-line\s+\S)|#\s*type:\s*ignore(?!\[)|#\s*noqa(?!:)/,
  },
  { name: 'a line over 200 characters', match: /^.{201,}$/ },
];

/** Looks at what a patch adds; each finding names file, line and what it is, never the secret itself. */
export function scanPatch(patch: string, isTest: (path: string) => boolean): Findings {
  const found: Findings = { secrets: [], dangers: [], smells: [] };
  for (const { path, line, text } of addedLines(patch)) {
    const pieces = piecesOf(text);
    const note = (list: string[], patterns: Pattern[]) => {
      for (const { name, match } of patterns)
        if (pieces.some((piece) => match.test(piece))) list.push(`${name} at ${path}:${line}`);
    };
    const names = new Set(secretsIn(text, 'review').map(({ name }) => name));
    found.secrets.push(...[...names].map((name) => `${name} at ${path}:${line}`));
    if (isTest(path) || /\.(md|rst|txt|lock)$/.test(path)) continue;
    note(found.dangers, dangers);
    note(found.smells, smells);
  }
  return found;
}

const longest = 16 * 1024;
const overlap = 2 * 1024;

/** A line of megabytes is more than an expression can hold: it is looked at in parts, each with the end of the last. */
function piecesOf(text: string): string[] {
  const pieces = [text.slice(0, longest)];
  for (let at = longest; at < text.length; at += longest - overlap)
    pieces.push(text.slice(at - overlap, at - overlap + longest));
  return pieces;
}
