import { checksOnly, decisionWords, otherWarnings, partsOf, type ReviewedChange } from '../../schema/judge/review.ts';
import { faultsOf } from '../json/faults.ts';
import { remarksIn } from '../remarks.ts';
import { count, judgedAs } from '../words.ts';
import { code, plain, table } from './marks.ts';

const most = 20;

/** A reviewed change as a comment for its pull request. */
export function reviewComment(change: ReviewedChange): string {
  const { verdict, review } = change;
  const { tests } = verdict;
  const advice = review.feedback.filter((point) => !review.blocking.includes(point));
  const faults = faultsOf(verdict).map(({ name, message, file, line }) => {
    const place = file === null ? '' : ` at ${code(line === null ? file : `${file}:${line}`)}`;
    return `- ${code(name)}${place}: ${plain(message)}`;
  });
  const others = otherWarnings(change);
  const named = verdict.test_failures.slice(0, most).map(({ test }) => test);
  const warnings = remarksIn(verdict, named)
    .filter(({ warning }) => others.includes(warning))
    .map(({ text, decides }) => `- ${decides ? 'Because' : 'Warning'}: ${plain(text)}`);
  const parts = partsOf(review.breakdown).map(([name, reached, of]) => [name, `${reached}/${of}`]);
  return [
    `**Pawl: ${decisionWords[review.decision]}**, ${review.score}/100${review.by === 'checks' ? ` (${checksOnly})` : ''}`,
    '',
    `Verdict: ${verdict.status}, ${tests.passed} of ${count(tests.total, 'test')} passed; ${judgedAs(review.kind)}.`,
    ...(review.unasked === undefined ? [] : ['', `No model was asked: ${plain(review.unasked)}.`]),
    '',
    ...few(review.blocking.map((point) => `- **Blocking:** ${plain(point)}`)),
    ...few(faults),
    ...few(warnings),
    ...few(advice.map((point) => `- ${plain(point)}`)),
    ...(review.feedback.length + faults.length + warnings.length > 0 ? [''] : []),
    ...table(['part', 'points'], parts),
    '',
  ].join('\n');
}

const few = (lines: string[]): string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most), `- … and ${lines.length - most} more`];
