import type { Survey } from '../../languages/repair/warm.ts';
import type { Candidate } from '../candidate.ts';
import type { Suspects } from './localise.ts';

export interface Suspicious {
  path: string;
  line: number;
  /** As `Suspects` says. */
  suspicion: number;
  text: string;
}

/** The lines that look most like the fault: where candidates are, or else what failing tests execute. */
export function suspiciousIn(
  { sources, suspicion }: Suspects,
  candidates: readonly Candidate[],
  survey: Survey | null,
): Suspicious[] {
  const executed = Object.entries(survey?.lines ?? {}).flatMap(([path, lines]) =>
    Object.entries(lines).flatMap(([line, [failing]]) => (failing > 0 ? [{ path, line: Number(line) }] : [])),
  );
  const places = new Map(
    [...(candidates.length > 0 ? candidates : executed)].map(({ path, line }) => [`${path}:${line}`, { path, line }]),
  );
  const texts = new Map(sources.map(({ path, text }) => [path, text.split('\n')]));
  return [...places.values()]
    .flatMap(({ path, line }) => {
      const own = suspicion(path, line);
      const text = texts.get(path)?.[line - 1];
      return own === null || text === undefined ? [] : [{ path, line, suspicion: own, text: text.trim() }];
    })
    .sort((a, b) => b.suspicion - a.suspicion || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}
