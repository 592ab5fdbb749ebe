import type { Verdict } from '../../schema/judge/verdict.ts';
import type { EventOf } from '../../schema/run/event.ts';
import { improvementPriority } from './improvement-priority.ts';

type Proposed = EventOf<'improvement.proposed'>;

/** Something that could be better, and what it would take. */
export interface Opportunity extends Pick<Proposed, 'title' | 'category' | 'impact' | 'effort_hours'> {
  acceptance: string[];
  by: NonNullable<Proposed['by']>;
}

export type Ranked = Opportunity & { priority: number };

/** The best first; of two alike the one that was found first. */
export function ranked(opportunities: Opportunity[]): Ranked[] {
  const titles = new Set<string>();
  return opportunities
    .filter(({ title }) => !titles.has(title) && titles.add(title))
    .map((one) => ({ ...one, priority: improvementPriority(one.impact, one.effort_hours) }))
    .sort((a, b) => b.priority - a.priority);
}

/** The one to make: none where even the best is not worth its effort. */
export const worthMaking = ([best]: Ranked[]): Ranked | null => (best && best.priority > 0 ? best : null);

/** Lines of a delivered change that no test executes, a proposal a file. */
export function untestedLines({ findings = [], coverage }: Pick<Verdict, 'findings' | 'coverage'>): Opportunity[] {
  const places = findings.flatMap(({ kind, file, line }) =>
    kind === 'coverage' && file !== undefined ? [{ file, line }] : [],
  );
  const missing = coverage ? coverage.changed_lines - coverage.covered : 0;
  return [...new Set(places.map(({ file }) => file))].map((file): Opportunity => {
    const lines = places.flatMap((place) => (place.file === file && place.line !== undefined ? [place.line] : []));
    const where = `${file}, line ${lines.join(', ')}`;
    return {
      by: 'code',
      category: 'test_coverage',
      title: `Add tests for the untested code in ${file}`,
      impact: missing >= 10 ? 'high' : missing >= 3 ? 'medium' : 'low',
      effort_hours: Math.min(4, 0.5 + missing * 0.05),
      acceptance: [`tests execute the code at ${where} and fail if it is wrong`],
    };
  });
}

/** Tests that a delivered change made slower. */
export const slowTests = ({ slower }: Pick<Verdict, 'slower'>): Opportunity[] =>
  slower.map(({ test, before_ms, after_ms }) => ({
    by: 'code',
    category: 'performance',
    title: `Make the code under ${test} as fast as before`,
    impact: after_ms - before_ms >= 1000 ? 'medium' : 'low',
    effort_hours: 1,
    acceptance: [`${test} takes about ${before_ms} ms again, not ${after_ms} ms`],
  }));
