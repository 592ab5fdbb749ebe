import {
  type Breakdown,
  besides,
  inShort,
  otherWarnings,
  partsOf,
  type ReviewedChange,
} from '../../../schema/judge/review.ts';
import { dollars, judgedAs } from '../../words.ts';
import { oneLine } from '../terminal/text.ts';
import { row, type Style, sub } from './style.ts';
import { few, standingLines } from './verdict.ts';

/** `code quality 30/30, tests 25/25, …` */
export const scoreParts = (breakdown: Breakdown): string =>
  partsOf(breakdown)
    .map(([name, reached, most]) => `${name} ${reached}/${most}`)
    .join(', ');

/** A reviewed change: the verdict, the score, what keeps it from being approved, and what else was found. */
export function reviewLines(change: ReviewedChange, style: Style): string[] {
  const { verdict, review } = change;
  const { paint } = style;
  const warnings = otherWarnings(change);
  const advice = review.feedback.filter((point) => !review.blocking.includes(point));
  const isApproved = review.decision === 'approve';
  return [
    ...standingLines(verdict, style, 'review', (warning) => !warnings.includes(warning)),
    row('review', `${(isApproved ? paint.yellow : paint.red)(inShort(review, judgedAs(review.kind)))}`),
    ...(review.unasked === undefined ? [] : [sub(`no model was asked: ${oneLine(review.unasked, 300)}`)]),
    ...(review.usd === undefined ? [] : [sub(`the models cost ${dollars(review.usd)}`)]),
    sub(scoreParts(review.breakdown)),
    ...besides(review).map((line) => sub(paint.dim(oneLine(line, 300)))),
    ...few(review.blocking.map((point) => sub(paint.red(`blocking: ${oneLine(point, 300)}`)))),
    ...few(advice.map((point) => sub(`- ${oneLine(point, 300)}`))),
    ...(mayBeRefactoring(change) ? [sub('If the change is a refactoring, say so with --kind refactor.')] : []),
  ];
}

/** Only a person can say so, and the change lacks a test for what it takes for new behaviour. */
const mayBeRefactoring = ({ verdict, review: { decision, kind, kind_by, blocking } }: ReviewedChange): boolean =>
  decision !== 'approve' &&
  verdict.status === 'pass' &&
  kind === 'feature' &&
  kind_by === 'change' &&
  blocking.some((point) => /^(?:tests|coverage): /.test(point));
