import { dangers, type Pattern } from '../../../code/dangers/lines.ts';
import { addedLines } from '../../../code/patch/added-lines.ts';
import { secretsIn } from '../../../code/secrets/find.ts';
import type { Parsers } from '../../../schema/code/tree.ts';
import { structureOf } from '../../registry.ts';
import { type DangersRead, dangersOf } from './find.ts';

/** What was found, and where. Never the secret itself. */
export interface Spot {
  name: string;
  path: string;
  line: number;
}

export const placed = ({ name, path, line }: Spot): string => `${name} at ${path}:${line}`;

export interface Findings {
  secrets: Spot[];
  dangers: Spot[];
  smells: Spot[];
  /** Files whose added lines could only be looked at one by one, since they cannot be parsed here. */
  unparsed: string[];
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

/** A patch, and the files that it leaves behind, by their paths. */
export interface Scanned {
  patch: string;
  texts: ReadonlyMap<string, string>;
}

/**
 * Looks at what a patch adds. Dangerous code is told by the structure of its file, and where that is not known by its lines.
 */
export async function scanPatch(
  { patch, texts }: Scanned,
  isTest: (path: string) => boolean,
  parsers: Parsers,
): Promise<Findings> {
  const findings: Findings = { secrets: [], dangers: [], smells: [], unparsed: [] };
  const isLooked = (path: string) => !isTest(path) && !/\.(md|rst|txt|lock)$/.test(path);
  const lines = [...addedLines(patch)];
  const paths = [...new Set(lines.map(({ path }) => path))].filter(
    (path) => isLooked(path) && structureOf(path) !== null,
  );
  const sources = paths.flatMap((path) => {
    const text = texts.get(path);
    return text === undefined ? [] : [{ path, text }];
  });
  const readings = await dangersOf(sources, parsers);
  const dangersByPath = new Map(sources.map(({ path }, at) => [path, readings[at] ?? null]));
  const unparsed = new Set<string>();
  for (const { path, line, text } of lines) {
    const pieces = piecesOf(text);
    const matching = (patterns: Pattern[]) =>
      patterns.flatMap(({ name, match }) => (pieces.some((piece) => match.test(piece)) ? [{ name, path, line }] : []));
    const names = new Set(secretsIn(text, 'review').map(({ name }) => name));
    findings.secrets.push(...[...names].map((name) => ({ name, path, line })));
    if (!isLooked(path)) continue;
    const structure = dangersByPath.get(path) ?? null;
    const isKnown = structure !== null && !structure.isGap(line);
    if (!isKnown && structureOf(path) !== null) unparsed.add(path);
    if (!isKnown) findings.dangers.push(...matching(dangers));
    findings.smells.push(...matching(smells));
  }
  for (const [path, structure] of dangersByPath)
    if (structure) findings.dangers.push(...addedDangers(path, structure, lines));
  findings.unparsed.push(...unparsed);
  return findings;
}

/** How many lines of a dangerous piece of code count as itself: what is inside a long one may be anything. */
const ownLines = 10;

function addedDangers(
  path: string,
  { dangers: candidates }: DangersRead,
  added: { path: string; line: number }[],
): Spot[] {
  const lines = new Set(added.filter((one) => one.path === path).map(({ line }) => line));
  const isAdded = (line: number, last: number) =>
    Array.from({ length: Math.min(last, line + ownLines) - line + 1 }, (_, at) => line + at).some((one) =>
      lines.has(one),
    );
  return candidates.flatMap(({ name, grave, line, last }) =>
    grave && isAdded(line, last) ? [{ name, path, line }] : [],
  );
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
