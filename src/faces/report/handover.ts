import type { Original, ReportedAttempt, RunReport } from '../../schema/run/report.ts';

import { briefDuration, dollars, errorWords, failingWords, statusWords, testWords } from '../words.ts';

import { loopWords, outcomeOf } from './attempt-marks.ts';
import { code, fence, plain, table } from './marks.ts';
import { endPhrase, short, stoppedAgents } from './text.ts';

/**
 * How many characters each part may take. With the head they stay under 60,000: forges take comments of 65,536, and
 * redaction may lengthen a text.
 */
const shares = { failures: 7000, analyses: 7000, fixes: 16_000, results: 4000, original: 14_000, memory: 4000 };
const oneFile = 6000;

/** A comment for an issue, with everything that a person needs to continue by hand. */
export function handover(report: RunReport, original: Original): string {
  const attempts = report.tasks.flatMap(({ id, attempts: own }) => own.map((attempt) => ({ task: id, attempt })));
  const named = (task: string, { attempt, tier }: ReportedAttempt) =>
    `${report.tasks.length > 1 ? `${plain(task, 40)}, ` : ''}attempt ${attempt} (${plain(tier, 40)})`;
  const files = [...new Set(attempts.flatMap(({ attempt }) => attempt.files))];

  const oneFix = Math.min(4000, Math.max(300, Math.floor(shares.fixes / Math.max(1, attempts.length)) - 700));

  const failures = report.unique_errors.map((error) => `- ${code(error, 600)}`);
  const analyses = attempts.flatMap(({ task, attempt }) =>
    attempt.analyses
      .filter(({ root_cause }) => root_cause !== '')
      .map(
        (one) =>
          `- ${named(task, attempt)}, ${code(testWords(one.test))}: ${plain(one.root_cause, 600)}${one.fix_strategy ? ` **Fix:** ${plain(one.fix_strategy, 600)}` : ''} (confidence ${one.confidence})`,
      ),
  );
  const fixes = attempts.map(({ task, attempt }) =>
    [
      `**${named(task, attempt)}: ${outcomeOf(attempt)}**, ${briefDuration(attempt.seconds)}, ${dollars(attempt.usd)}. ${endPhrase(attempt.ended)}${attempt.summary ? `: ${plain(attempt.summary)}` : ''}`,
      ...(attempt.loop ? ['', `Loop: ${plain(loopWords(attempt.loop))}`] : []),
      ...(attempt.points
        ? [
            '',
            `Review: ${attempt.points.score}/100; ${plain([...attempt.points.blocking, ...attempt.points.feedback].join('; '), 800)}`,
          ]
        : []),
      ...(attempt.diff ? ['', fence(attempt.diff, 'diff', oneFix)] : []),
      '',
    ].join('\n'),
  );
  // Without a verdict, what failed before is all that there is to go by.
  const before = failures.length > 0 || !report.baseline ? [] : failingWords(report.baseline);
  const isAnyJudged = attempts.some(({ attempt }) => attempt.test_results !== null);
  const results = (isAnyJudged ? attempts : []).map(({ task, attempt }) => {
    const tests = attempt.test_results;
    const counts = tests
      ? [tests.total, tests.passed, tests.failed, tests.errors, tests.skipped]
      : ['–', '–', '–', '–', '–'];
    return [named(task, attempt), outcomeOf(attempt), ...counts.map(String), briefDuration(attempt.duration_ms / 1000)];
  });
  const head = ['attempt', 'verdict', 'total', 'passed', 'failed', 'errors', 'skipped', 'took'];
  const [columns = '', rule = '', ...rows] = table(head, results);

  return [
    '## Execution feedback: a person is needed',
    '',
    `**Request**: ${code(report.request, 500)}`,
    `**File**: ${
      within(
        files.map((file) => code(file, 120)),
        1500,
        ', ',
      ) || 'none was changed'
    }`,
    `**Attempts**: ${attemptsOf(report)}, ${dollars(report.usd)}, ${briefDuration(report.seconds)}`,
    `**Status**: ${statusWords(report)}: ${plain(report.reason)}`,
    `**Run**: ${code(report.run)}${report.branch ? `, branch ${code(report.branch)}` : ''}${report.last_commit ? `, commit ${short(report.last_commit)}` : ''}`,
    '',
    ...part('Failures', failures, shares.failures),
    ...part(
      'Failing tests before any change',
      before.map((line) => `- ${code(line, 600)}`),
      shares.failures,
    ),
    ...part('Analysis', analyses, shares.analyses),
    ...part('Attempted fixes', fixes, shares.fixes),
    ...part('All test results', rows, shares.results, results.length > 0 ? [columns, rule] : []),
    ...part('Original code', shownFiles(original), shares.original),
    ...part('Debug memory summary', memory(report, attempts), shares.memory),
    `**Human review required.** ${plain(report.recommendation, 1500)}`,
    '',
  ].join('\n');
}

const attemptsOf = ({ total_attempts, max_attempts, tiers_used }: RunReport): string =>
  total_attempts === 0
    ? 'none'
    : `${total_attempts} / ${max_attempts}, by ${tiers_used.map((tier) => plain(tier, 40)).join(', ')}`;

/** A part that has nothing to say is left out. */
function part(title: string, items: string[], share: number, before: string[] = []): string[] {
  return items.length === 0 ? [] : [`### ${title}`, '', ...before, within(items, share, '\n'), ''];
}

/** Whole items as long as there is room, and how many are left out. */
function within(items: string[], share: number, between: string): string {
  let used = 0;
  const fitting = items.filter((item, at) => {
    used += item.length + between.length;
    return used <= share || (at === 0 && item.length <= share);
  });
  const remaining = items.length - fitting.length;
  return [...fitting, ...(remaining > 0 ? [`… and ${remaining} more, in the report of the run`] : [])].join(between);
}

function shownFiles({ files, unread }: Original): string[] {
  if (unread !== null) return [`It could not be read: ${plain(unread)}`];
  return files.map(({ path, content }) =>
    content === null ? `${code(path)} is new.\n` : `${code(path)}\n\n${fence(content, '', oneFile)}\n`,
  );
}

/** What came back, and what was made of it. */
function memory(report: RunReport, attempts: { task: string; attempt: ReportedAttempt }[]): string[] {
  const patterns = new Map<string, { frequency: number; fix: string }>();
  for (const { pattern, root_cause, fix_strategy } of attempts.flatMap(({ attempt }) => attempt.analyses)) {
    const kind = pattern ?? root_cause;
    const before = patterns.get(kind);
    if (kind !== '')
      patterns.set(kind, { frequency: (before?.frequency ?? 0) + 1, fix: fix_strategy || (before?.fix ?? '') });
  }
  return [
    ...report.recurring_failures.map(
      ({ test, occurrences, resolution }) => `- Recurring failure ${code(test)}: ${occurrences} times, ${resolution}`,
    ),
    ...[...patterns].map(
      ([pattern, { frequency, fix }]) =>
        `- Pattern, in ${frequency === 1 ? '1 attempt' : `${frequency} attempts`}: ${code(errorWords(pattern), 300)}${fix ? ` Fix: ${plain(fix)}` : ''}`,
    ),
    ...attempts.flatMap(({ attempt: { attempt, files, tree, same_tree_as, signature, same_failure_as } }) => [
      ...(tree && files.length > 0 && same_tree_as.length > 0
        ? [`- Attempt ${attempt} left tree ${short(tree)} again, as attempt ${same_tree_as.join(', ')} did`]
        : []),
      ...(signature && same_failure_as.length > 0
        ? [`- Attempt ${attempt} failed as attempt ${same_failure_as.join(', ')} did (${short(signature)})`]
        : []),
    ]),
    ...stoppedAgents(report).map(({ agent, reason }) => `- ${plain(agent)} was stopped: ${plain(reason)}`),
  ];
}
