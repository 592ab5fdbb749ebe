import { ofKind, sentenceOf } from '../../core/judge/findings.ts';
import { placed, type Spot } from '../../languages/checks/dangers/scan.ts';
import type { ReviewPoint } from '../../schema/judge/review.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import type { Gathered } from './evidence.ts';

/** The findings that belong to a place in a file, for SARIF and JSON output. */
export function pointsOf({ scanned, evidence }: Gathered, verdict: Verdict): ReviewPoint[] {
  const at = (rule: ReviewPoint['rule'], spots: Spot[], blocks: boolean): ReviewPoint[] =>
    spots.map((spot) => ({ rule, file: spot.path, line: spot.line, text: placed(spot), blocks }));
  const uncovered = evidence.uncovered.length === 0 ? [] : ofKind(verdict, 'coverage');
  return [
    ...at('secret', scanned.secrets, true),
    ...at('danger', scanned.dangers, true),
    ...at('smell', scanned.smells, false),
    ...uncovered.flatMap((finding): ReviewPoint[] => {
      const { file, line } = finding;
      if (file === undefined || line === undefined) return [];
      return [{ rule: 'coverage', file, line, text: sentenceOf(finding), blocks: evidence.needs_proof }];
    }),
  ];
}
