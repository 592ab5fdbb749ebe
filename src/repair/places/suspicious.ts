import { shortText } from '../../code/text.ts';
import type { Survey } from '../../languages/repair/warm.ts';
import type { Suspect } from '../../schema/run/suspect.ts';
import type { Candidate } from '../candidate.ts';
import type { Suspects } from './localise.ts';

/** The lines that look most like the fault: where candidates are, or else what failing tests execute, or functions begin. */
export function suspiciousIn(
  { sources, suspicion }: Suspects,
  candidates: readonly Candidate[],
  survey: Survey | null,
): Suspect[] {
  const executed = Object.entries(survey?.lines ?? {}).flatMap(([path, lines]) =>
    Object.entries(lines).flatMap(([line, [failing]]) => (failing > 0 ? [{ path, line: Number(line) }] : [])),
  );
  const begun = sources.flatMap(({ path, spans }) => spans.map(({ from }) => ({ path, line: from })));
  const all = candidates.length > 0 ? candidates : executed.length > 0 ? executed : begun;
  const places = new Map(all.map(({ path, line }) => [`${path}:${line}`, { path, line }]));
  const texts = new Map(sources.map(({ path, text }) => [path, text.split('\n')]));
  const lines = [...places.values()]
    .flatMap(({ path, line }) => {
      const own = suspicion(path, line);
      const text = texts.get(path)?.[line - 1];
      return own === null || text === undefined
        ? []
        : [{ file: path, line, suspicion: own, text: shortText(text.trim(), 120) }];
    })
    .sort((a, b) => b.suspicion - a.suspicion || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  const most = Math.max(0.01, lines[0]?.suspicion ?? 0);
  return lines.map((one) => ({ ...one, suspicion: Math.max(0, Math.round((100 * one.suspicion) / most) / 100) }));
}
