import { addedLines } from './added-lines.ts';
import { dangers, type Pattern, secrets } from './danger-patterns.ts';

export interface Findings {
  secrets: string[];
  dangers: string[];
  smells: string[];
}

const smells: Pattern[] = [
  { name: 'a debugger statement', match: /^\s*(?:debugger\b|breakpoint\(\)|import pdb|pdb\.set_trace)/ },
  { name: 'debug output', match: /^\s*console\.(?:log|debug)\s*\(/ },
  { name: 'an unfinished note', match: /\b(?:TODO|FIXME|XXX|HACK)\b/ },
  { name: 'an empty catch', match: /catch\s*(?:\([^)]*\))?\s*\{\s*\}|except[^:]*:\s*pass\b/ },
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
    const note = (list: string[], patterns: Pattern[]) => {
      for (const { name, match } of patterns) if (match.test(text)) list.push(`${name} at ${path}:${line}`);
    };
    note(found.secrets, secrets);
    if (isTest(path) || /\.(md|rst|txt|lock)$/.test(path)) continue;
    note(found.dangers, dangers);
    note(found.smells, smells);
  }
  return found;
}
