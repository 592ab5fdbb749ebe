import { inWords } from '../../schema/judge/criterion.ts';
import { besides } from '../../schema/judge/review.ts';
import type { InitialTests, ReportedAttempt, ReportedTask, RunReport } from '../../schema/run/report.ts';
import {
  atMost,
  briefDuration,
  costWords,
  count,
  cutOffCalls,
  dollars,
  failingWords,
  statusWords,
  taskWords,
  testWords,
  zonedMoment,
} from '../words.ts';
import { loopWords, outcomeOf, sameAs } from './attempt-marks.ts';
import { code, fence, plain, table } from './marks.ts';
import { branchOf, endPhrase, finalDiff, short, stoppedAgents, titleOf } from './text.ts';

const attemptDiff = 3000;
const lastDiff = 20_000;

/** The report as a page for a person. Nothing in it is hidden when the run failed. */
export function markdown(report: RunReport): string {
  const { status, tasks, unique_errors, last_diff } = report;
  const changes = tasks.flatMap((task) => finalDiff(task) ?? []);
  const showsLast = status !== 'completed' && last_diff !== '';
  const placeOf = ({ diff }: ReportedAttempt, task: ReportedTask) => {
    if (diff !== '' && diff === finalDiff(task)) return 'above';
    return showsLast && diff === last_diff ? 'below' : null;
  };
  const lines = [
    `# ${titleOf(report)}: ${plain(report.request)}`,
    '',
    `- Run: ${report.run}, ${zonedMoment(report.started_at)}`,
    `- Status: ${statusWords(report)} (exit ${report.exit_code}): ${plain(report.reason)}`,
    `- Cost: ${costWords(report.usd, report.usd_by_tier, report.usd_cut_off, plain)}`,
    `- Time: ${briefDuration(report.seconds)}, attempts: ${report.total_attempts} of at most ${report.max_attempts}${forImprovements(report)}, tiers: ${report.tiers_used.map((tier) => plain(tier)).join(', ') || 'none'}`,
    `- Branch: ${branchOf(report) ?? 'none'}${report.last_commit ? `, commit ${short(report.last_commit)}` : ', no commit'}`,
    ...(report.baseline
      ? [
          `- Tests before: ${report.baseline.total}, failing ${report.baseline.failed}`,
          ...failingBefore(report.baseline),
        ]
      : []),
    ...report.remarks
      .filter((remark) => !report.unread.includes(remark))
      .map((remark) => `- You said: ${plain(remark, 500)}`),
    ...report.unread.map((remark) => `- Not read by any developer: "${plain(remark, 500)}"; start another run for it`),
    '',
    '## What to do next',
    '',
    plain(report.recommendation, 1500),
    ...(report.next_command ? ['', fence(report.next_command, 'sh', 500)] : []),
    '',
    ...section(
      'The change',
      changes.map((diff) => fence(diff, 'diff', Math.floor(lastDiff / changes.length))),
    ),
    ...history(report),
    ...section('Tiers', tiers(report)),
  ];
  for (const task of tasks) {
    lines.push(`## Task ${plain(task.id)}: ${plain(task.title)} (${taskWords(task.status, status)})`, '');
    if (task.reason) lines.push(plain(task.reason), '');
    lines.push(...planned(task), ...pulled(task), '', ...checklist(task));
    for (const attempt of task.attempts) lines.push(...attemptLines(attempt, placeOf(attempt, task)), '');
  }
  lines.push(
    ...section(
      'Errors met',
      unique_errors.map((error) => `- ${code(error)}`),
    ),
    ...section(
      'Tests that failed again and again',
      report.recurring_failures.map((each) => `- ${code(each.test)}: ${each.occurrences} times, ${each.resolution}`),
    ),
    ...section(
      'Agents that were stopped',
      stoppedAgents(report).map(
        (one) => `- ${plain(one.agent)}${one.attempt ? `, attempt ${one.attempt}` : ''}: ${plain(one.reason)}`,
      ),
    ),
    ...section('Last change', showsLast ? [fence(last_diff, 'diff', lastDiff)] : []),
  );
  return lines.join('\n');
}

const failingBefore = (baseline: InitialTests): string[] => failingWords(baseline).map((line) => `  - ${plain(line)}`);

const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? [`## ${title}`, '', ...lines, ''] : [];

function history({ tasks, run }: RunReport): string[] {
  const several = tasks.length > 1;
  const rows = tasks.flatMap(({ id, attempts }) =>
    attempts.map((attempt) => [
      `${several ? `${plain(id)} · ` : ''}${attempt.attempt}`,
      plain(attempt.tier),
      `${briefDuration(attempt.began_seconds)}`,
      briefDuration(attempt.seconds),
      dollars(attempt.usd),
      outcomeOf(attempt),
      attempt.failing === null ? '–' : String(attempt.failing),
      plain(sameAs(attempt)),
    ]),
  );
  if (rows.length === 0) return [];
  const head = ['attempt', 'tier', 'began', 'took', 'cost', 'verdict', 'failing', 'same as'];
  return ['## Attempts', '', ...table(head, rows), '', `\`pawl log ${run}\` shows each step.`, ''];
}

function tiers({ tiers: all, usd_cut_off }: RunReport): string[] {
  const rows = all.map((one) => [
    plain(one.tier),
    one.model === null ? '–' : code(one.model),
    String(one.attempts),
    String(one.passed),
    dollars(one.usd),
  ]);
  if (usd_cut_off > 0) rows.push([cutOffCalls, '–', '–', '–', atMost(usd_cut_off)]);
  return rows.length > 0 ? table(['tier', 'model', 'attempts', 'passed', 'cost'], rows) : [];
}

const pulled = ({ pull }: ReportedTask): string[] =>
  pull ? [`- Pull request: ${plain(pull.ref)} (${pull.state}), ${plain(pull.url)}`] : [];

const boxes = { yes: '[x]', no: '[ ]', not_applicable: '[-]' };

const checklist = ({ checklist: items }: ReportedTask): string[] =>
  items.length === 0
    ? []
    : [
        'Checklist ([-]: not needed):',
        '',
        ...items.map(({ item, state, evidence }) => `- ${boxes[state]} ${item}: ${plain(evidence, 300)}`),
        '',
      ];

function planned({ kind, criteria, depends_on, effort_hours, usd }: ReportedTask): string[] {
  const after = depends_on.length > 0 ? `, after ${plain(depends_on.join(', '))}` : '';
  return [
    `- Kind: ${kind}, estimated at ${effort_hours} h${after}; cost ${dollars(usd)}`,
    ...criteria.map((criterion) => `- Accepted when: ${plain(inWords(criterion), 500)}`),
  ];
}

function attemptLines(attempt: ReportedAttempt, shown: 'above' | 'below' | null): string[] {
  const lines = [
    `### Attempt ${attempt.attempt}, ${plain(attempt.tier)}: ${outcomeOf(attempt)}`,
    '',
    `- ${endPhrase(attempt.ended)}${attempt.summary ? `: ${plain(attempt.summary)}` : ''}`,
    `- Changed: ${attempt.files.length > 0 ? `${plain(attempt.files.join(', '))} (+${attempt.insertions} −${attempt.deletions})` : 'nothing'}`,
    `- Time: ${zonedMoment(attempt.started_at)}, ${briefDuration(attempt.seconds)}; cost ${dollars(attempt.usd)}`,
  ];
  if (attempt.tests) lines.push(`- Tests: ${attempt.tests}`);
  for (const failure of attempt.failures.slice(0, 5)) lines.push(`- Failure: ${code(failure)}`);
  if (attempt.failures.length > 5) lines.push(`- Failure: ${count(attempt.failures.length - 5, 'other')}`);
  for (const { test, root_cause, fix_strategy, confidence } of attempt.analyses.filter(isKnown))
    lines.push(
      `- Analysis of ${code(testWords(test))}: ${plain(root_cause)}${fix_strategy ? `; fix: ${plain(fix_strategy)}` : ''} (confidence ${confidence})`,
    );
  if (attempt.loop) lines.push(`- Loop: ${plain(loopWords(attempt.loop))}`);
  if (!attempt.loop && attempt.same_tree_as.length > 0)
    lines.push(`- Same files as in attempt ${attempt.same_tree_as.join(', ')}`);
  if (attempt.same_failure_as.length > 0)
    lines.push(`- Same failure as in attempt ${attempt.same_failure_as.join(', ')}`);
  if (attempt.review) lines.push(`- Review: ${attempt.review}`);
  for (const point of attempt.points?.blocking ?? []) lines.push(`- Blocking: ${plain(point)}`);
  for (const point of attempt.points?.feedback ?? []) lines.push(`- Point: ${plain(point)}`);
  for (const line of attempt.points ? besides(attempt.points) : []) lines.push(`- Review: ${plain(line)}`);
  if (shown === 'above') lines.push('- Change: above');
  else if (shown === 'below') lines.push('- Change: below, as the last change');
  else if (attempt.diff) lines.push('', fence(attempt.diff, 'diff', attemptDiff));
  return lines;
}

const isKnown = ({ root_cause }: ReportedAttempt['analyses'][number]): boolean => root_cause !== '';

/** The end of a run counts without them. */
function forImprovements({ tasks }: RunReport): string {
  const count = tasks.flatMap(({ improvement, attempts }) => (improvement ? attempts : [])).length;
  return count === 0 ? '' : ` (${count} for improvements)`;
}
