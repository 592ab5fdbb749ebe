import type { Frame, Repairable, Span } from '../../languages/repair/shape.ts';

const steps = [0.45, 0.3, 0.2];

/** How near a line is to what fails: named by a failing test, used by what is named, on the way of a failure. */
export function nearnessOf(
  sources: readonly Repairable[],
  failing: string,
  frames: readonly Frame[],
): (path: string, line: number) => number {
  const levels = levelsOf(sources, failing);
  const spans = new Map(sources.map(({ path, spans: own }) => [path, own]));
  const around = (path: string, line: number): Span | undefined =>
    (spans.get(path) ?? [])
      .filter(({ from, to }) => from <= line && line <= to)
      .sort((a, b) => a.to - a.from - (b.to - b.from))[0];
  const framed = new Set(frames.map(({ path, line }) => around(path, line)).filter((span) => span !== undefined));
  const lines = new Set(frames.map(({ path, line }) => `${path}:${line}`));
  return (path, line) => {
    const span = around(path, line);
    const named = span ? (steps[levels.get(span.name) ?? steps.length] ?? 0) : 0.25;
    return named + (span && framed.has(span) ? 0.25 : 0) + (lines.has(`${path}:${line}`) ? 0.4 : 0);
  };
}

/** 0 for a function that a failing test names, 1 for one that those use, and so on. */
function levelsOf(sources: readonly Repairable[], failing: string): Map<string, number> {
  const all = sources.flatMap(({ text, spans }) => {
    const lines = text.split('\n');
    return spans.map(({ name, from, to }) => ({ name, words: wordsOf(lines.slice(from - 1, to).join('\n')) }));
  });
  const levels = new Map<string, number>();
  let words = wordsOf(failing);
  for (let level = 0; level < steps.length; level += 1) {
    const matches = all.filter(({ name }) => words.has(name) && !levels.has(name));
    for (const { name } of matches) levels.set(name, level);
    words = new Set(matches.flatMap((one) => [...one.words]));
  }
  return levels;
}

export const wordsOf = (text: string): Set<string> => new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? []);
