import { pathLine, shortText } from '../../code/text.ts';
import { tracedIn } from '../../languages/reading.ts';
import { isForeign } from '../../languages/registry.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import type { TestError, TestRun } from '../../schema/judge/test-run.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import type { Place } from './guidance.ts';

export interface Code {
  /** The failing tests' own lines and those around each place of their stacks, of the judged tree. */
  excerpt: string;
  /** The files that the failures name, from the scope: what the map begins at. */
  files: string[];
}

const testLines = 24;
const around = 3;
const mostTests = 4;
const mostPlaces = 6;
const mostCharacters = 3500;

interface Spot {
  file: string;
  from: number;
  to: number;
  /** The line that it is about. */
  at: number | null;
}

/** What the failures of a run point at. */
export async function codeOf(
  run: TestRun,
  { clone, tree, scope, isHidden, sight }: Place,
  verdict?: Verdict,
): Promise<Code> {
  const { fromTop } = scopeAt(scope);
  const failing = run.cases.filter(({ status }) => status === 'failed' || status === 'error');
  const blamed = new Set(verdict?.test_failures.map(({ test }) => test));
  // What the verdict holds against the change comes first; other tests failed before.
  const cases = failing.toSorted((a, b) => Number(blamed.has(b.id)) - Number(blamed.has(a.id))).slice(0, mostTests);
  const errors = [...cases.map(({ error }) => error), ...run.errors].filter((error) => error !== null);
  const inTests = cases.flatMap(({ file, line }) => (line === null ? [] : [spot(file, line, line + testLines, null)]));
  const places = errors.flatMap(placesIn).slice(0, mostPlaces * 2);
  const inStacks = places.map(({ file, line }) => spot(file, line - around, line + around, line));
  const spots = [...inTests, ...inStacks].filter(({ file }) => !isHidden(file));
  const paths = [...new Set(spots.map(({ file }) => file))];
  const texts = await clone.readMany(tree, paths.map(fromTop));
  const blocks: string[] = [];
  const covered: Spot[] = [];
  let remaining = mostCharacters;
  for (const each of spots) {
    const text = texts.get(fromTop(each.file));
    if (text === undefined || remaining < 200 || covered.some((earlier) => isWithin(each, earlier))) continue;
    const block = shortText(blockOf(each, sight.text(text).split('\n')), remaining);
    covered.push(each);
    blocks.push(block);
    remaining -= block.length;
  }
  const files = [...new Set([...failing.map(({ file }) => file), ...paths])].filter((path) => path !== '');
  return { excerpt: blocks.join('\n'), files: files.slice(0, 50) };
}

const spot = (file: string, from: number, to: number, at: number | null): Spot => ({
  file,
  from: Math.max(1, from),
  to,
  at,
});

const isWithin = (inner: Spot, outer: Spot): boolean =>
  inner.file === outer.file && (inner.at ?? inner.from) >= outer.from && (inner.at ?? inner.from) <= outer.to;

/** The places of the project that an error names: its own, then those of its stack. */
function placesIn({ file, line, stack }: TestError): { file: string; line: number }[] {
  const origin = file !== null && line !== null ? [{ file, line }] : [];
  const frames = [...stack.matchAll(/(?:^|[\s("'])((?:[\w@.-]+\/)*[\w@.-]+\.[A-Za-z]{1,5}):(\d+)/gm)];
  const places = [
    ...frames.map(([, path = '', at = '']) => ({ file: path, line: Number(at) })),
    ...tracedIn(stack).map(({ path, line: at }) => ({ file: path, line: at })),
  ];
  return [...origin, ...places.filter(({ file: path }) => !path.startsWith('/') && !isForeign(path))];
}

function blockOf({ file, from, to, at }: Spot, lines: string[]): string {
  const end = at === null ? endOf(lines, from, to) : to;
  const rows = lines.slice(from - 1, end).map((line, index) => {
    const number = from + index;
    return `${number === at ? '>' : ' '}${number}\t${shortText(line, 200)}`;
  });
  return `${pathLine(file)}:\n${rows.join('\n')}`;
}

/** A test ends where its indentation does: at the first line that stands as far left and closes it, or begins another. */
function endOf(lines: string[], from: number, to: number): number {
  const indent = (line: string): number => line.length - line.trimStart().length;
  const first = indent(lines[from - 1] ?? '');
  for (let number = from + 1; number <= Math.min(to, lines.length); number += 1) {
    const line = lines[number - 1] ?? '';
    if (line.trim() === '' || indent(line) > first) continue;
    return /^\s*[)}\]]/.test(line) ? number : number - 1;
  }
  return Math.min(to, lines.length);
}
