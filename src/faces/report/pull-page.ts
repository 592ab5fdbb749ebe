import type { PullPage } from '../../schema/forge/pull-page.ts';
import { inWords } from '../../schema/judge/criterion.ts';
import { checksOnly } from '../../schema/judge/review.ts';
import { count, dollars } from '../words.ts';
import { code, plain, table } from './marks.ts';

const most = 20;

/** The description of a pull request: plan, evidence, review and cost. */
export function pullPage(page: PullPage): string {
  const { issue, evidence, attempts } = page;
  const rows = attempts.map((one) => [
    String(one.attempt),
    plain(one.tier),
    one.status,
    plain(one.tests),
    dollars(one.usd),
  ]);
  return [
    heads[page.stage],
    '',
    ...(page.reason ? [plain(page.reason, 600), ''] : []),
    `> ${plain(page.request, 600)}`,
    '',
    ...(issue ? [page.stage === 'unfinished' ? `For ${plain(issue.url)}.` : `Closes ${plain(issue.url)}.`, ''] : []),
    '### Plan',
    '',
    `- ${page.kind}, ${page.effort_hours} h`,
    ...few(page.criteria.map((criterion) => `- ${plain(inWords(criterion), 400)}`)),
    '',
    '### Evidence',
    '',
    ...(evidence
      ? [
          `- ${evidence.passed} of ${count(evidence.total, 'test')} pass, ${evidence.fixed} fixed; confidence ${evidence.confidence}`,
        ]
      : ['- No verdict']),
    ...few(page.files.map((file) => `- ${code(file, 200)}`)),
    '',
    ...(rows.length > 0 ? [...table(['attempt', 'tier', 'verdict', 'tests', 'cost'], rows.slice(-most)), ''] : []),
    '### Review',
    '',
    ...reviewLines(page),
    '',
    '### Cost',
    '',
    `${dollars(page.usd)} for this task. Run ${code(page.run)}; \`pawl report ${page.run}\` prints the whole report.`,
    '',
  ].join('\n');
}

/** A comment with what a round of the review asks for. */
export function feedbackComment({ review }: PullPage, round: number): string {
  return [`**Review, round ${round}**`, '', ...reviewLines({ review }), ''].join('\n');
}

const heads: Record<PullPage['stage'], string> = {
  submitted: 'Tested and submitted by Pawl. The review is under way.',
  reviewed: 'Tested by Pawl and reviewed.',
  approved: 'Tested by Pawl, reviewed, and ready to be merged.',
  unfinished: '**Unfinished work**, kept by Pawl for a person to go on with.',
};

function reviewLines({ review }: Pick<PullPage, 'review'>): string[] {
  if (!review) return ['Not reviewed yet.'];
  const advice = review.feedback.filter((point) => !review.blocking.includes(point));
  return [
    `**${review.score}/100**, ${review.approved ? 'approved' : 'changes requested'}${review.by_checks ? ` (${checksOnly})` : ''}`,
    '',
    ...few(review.blocking.map((point) => `- **Blocking:** ${plain(point, 600)}`)),
    ...few(advice.map((point) => `- ${plain(point, 600)}`)),
  ];
}

const few = (lines: string[]): string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most), `- … and ${lines.length - most} more`];
