import type { ReportedAttempt, RunReport } from '../../schema/report.ts';

/** The report as a page for a person. Nothing in it is hidden when the run failed. */
export function markdown(report: RunReport): string {
  const lines = [
    `# ${report.status === 'completed' ? 'Done' : 'Needs a person'}: ${oneLine(report.request)}`,
    '',
    `- Run: ${report.run}`,
    `- Status: ${report.status} (exit ${report.exit_code}): ${oneLine(report.reason)}`,
    `- Cost: $${report.usd.toFixed(4)}${perTier(report.usd_by_tier)}`,
    `- Time: ${report.seconds} s, attempts: ${report.total_attempts}, tiers: ${report.tiers_used.join(', ') || 'none'}`,
    `- Branch: ${report.branch ?? 'none'}${report.last_commit ? `, commit ${report.last_commit.slice(0, 12)}` : ', no commit'}`,
    '',
    '## What to do next',
    '',
    report.recommendation,
    '',
  ];
  for (const task of report.tasks) {
    lines.push(`## Task ${task.id}: ${oneLine(task.title)} (${task.status})`, '');
    if (task.reason) lines.push(oneLine(task.reason), '');
    for (const attempt of task.attempts) lines.push(...attemptLines(attempt), '');
  }
  if (report.unique_errors.length > 0)
    lines.push('## Errors met', '', ...report.unique_errors.map((error) => `- ${oneLine(error)}`), '');
  if (report.status !== 'completed' && report.last_diff) lines.push('## Last change', '', fence(report.last_diff), '');
  return lines.join('\n');
}

function attemptLines(attempt: ReportedAttempt): string[] {
  const lines = [
    `### Attempt ${attempt.attempt}, ${attempt.tier}: ${attempt.status}`,
    '',
    `- Ended: ${attempt.ended}${attempt.summary ? `: ${oneLine(attempt.summary)}` : ''}`,
    `- Changed: ${attempt.files.length > 0 ? `${oneLine(attempt.files.join(', '))} (+${attempt.insertions} −${attempt.deletions})` : 'nothing'}`,
  ];
  if (attempt.tests) lines.push(`- Tests: ${attempt.tests}`);
  for (const failure of attempt.failures.slice(0, 5)) lines.push(`- Failure: ${oneLine(failure)}`);
  if (attempt.loop) lines.push(`- Loop: ${oneLine(attempt.loop)}`);
  if (attempt.review) lines.push(`- Review: ${attempt.review}`);
  return lines;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
const perTier = (usd: Record<string, number>): string => {
  const parts = Object.entries(usd).map(([tier, amount]) => `${tier} $${amount.toFixed(4)}`);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
};

/** A fence longer than any in the text, so that a hostile diff cannot close it. */
function fence(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}diff\n${text.slice(0, 20_000)}\n${marks}`;
}
