import { shortText } from '../../code/text.ts';
import { nobodyReviewed } from '../../core/judge/unreviewed.ts';
import { type RunState, usdOf } from '../../core/run/run-state.ts';
import { type AttemptState, failingTests, type TaskState } from '../../core/task/task-state.ts';
import { inShort } from '../../schema/judge/review.ts';
import type { ReportedAttempt, ReportedTask } from '../../schema/run/report.ts';
import { checklistOf } from './checklist.ts';

/** What each change was, by the name of its blob. */
export type Diffs = ReadonlyMap<string, string>;

const diffChars = 100_000;

export function reportTask(
  whole: TaskState,
  { usd_by_task, accepted }: Pick<RunState, 'usd_by_task' | 'accepted'>,
  diffs: Diffs,
): ReportedTask {
  const { task, improvement, status, reason, commit, attempts, pull } = whole;
  const usd = usdOf(usd_by_task, task.id);
  const inTheEnd = accepted?.criteria.filter((criterion) => criterion.task === task.id) ?? [];
  const reviewed = attempts.findLast(({ review }) => review !== null)?.review?.criteria;
  return {
    ...task,
    improvement,
    status,
    reason,
    usd,
    commit: commit?.sha ?? null,
    pull: pull && { ref: pull.ref, url: pull.url, state: pull.state === 'merged' ? 'merged' : 'pending' },
    criteria:
      inTheEnd.length > 0
        ? inTheEnd.map(({ task: _task, ...criterion }) => criterion)
        : (reviewed ?? task.acceptance.map((text) => ({ text, state: 'unproven', why: 'nobody looked' }))),
    checklist: attempts.length === 0 ? [] : checklistOf(whole),
    attempts: attempts.map((attempt, at) => reportAttempt(attempt, attempts.slice(0, at), diffs)),
  };
}

function reportAttempt(attempt: AttemptState, earlier: AttemptState[], diffs: Diffs): ReportedAttempt {
  const { finished, judged, loop } = attempt;
  const tests = judged?.verdict.tests ?? null;
  return {
    attempt: attempt.attempt,
    tier: attempt.tier,
    started_at: new Date(attempt.started_at).toISOString(),
    began_seconds: seconds(attempt.began_ms),
    seconds: seconds(attempt.ended_ms - attempt.began_ms),
    usd: attempt.usd,
    ended: finished?.ended ?? 'cut off',
    summary: finished?.summary ?? '',
    files: finished?.files ?? [],
    insertions: finished?.insertions ?? 0,
    deletions: finished?.deletions ?? 0,
    diff: shortText(finished ? (diffs.get(finished.diff_ref) ?? '') : '', diffChars),
    status: judged?.verdict.status ?? 'not judged',
    tests: tests
      ? `${tests.passed} passed, ${tests.failed + tests.errors} failed, ${tests.fixed} fixed, ${tests.broken} broken`
      : '',
    test_results: tests,
    duration_ms: judged?.verdict.duration_ms ?? 0,
    failing: failingTests(attempt),
    failures: errorsOf(attempt),
    failed_tests: judged?.verdict.test_failures.map(({ test }) => test) ?? [],
    warnings: judged?.verdict.warnings ?? [],
    analyses: attempt.analyses.map(({ type: _type, task: _task, attempt: _attempt, ...analysis }) => analysis),
    suspects: finished?.suspects ?? [],
    loop: loop ? `${loop.kind}: ${loop.evidence}` : null,
    tree: finished?.tree ?? null,
    same_tree_as: twins(earlier, ({ finished: other }) => finished !== null && other?.tree === finished.tree),
    signature: judged?.signature ?? null,
    same_failure_as: twins(
      earlier,
      ({ judged: other }) => typeof judged?.signature === 'string' && other?.signature === judged.signature,
    ),
    ...reviewed(attempt),
  };
}

function reviewed({ review, missing }: AttemptState): Pick<ReportedAttempt, 'review' | 'points'> {
  if (!review) return { review: missing.length > 0 ? nobodyReviewed(missing) : null, points: null };
  const { type: _type, task: _task, attempt: _attempt, ...points } = review;
  return { review: inShort(review), points };
}

/** Everything that kept an attempt from passing, in one line each. */
export function errorsOf({ judged }: AttemptState): string[] {
  const verdict = judged?.verdict;
  if (!verdict || verdict.status === 'pass') return [];
  return [
    ...verdict.integrity.map(({ file, rule }) => `${file} is protected (${rule})`),
    ...verdict.syntax_errors.map((error) => `${error.file}:${error.line}: ${error.message}`),
    ...verdict.import_errors.map((error) => `${error.file}:${error.line}: ${error.message}`),
    ...verdict.test_failures.map((failure) => `${failure.test}: ${failure.error}`),
    ...verdict.runtime_errors.map((error) => error.message),
  ];
}

const twins = (earlier: AttemptState[], same: (attempt: AttemptState) => boolean): number[] =>
  earlier.filter(same).map(({ attempt }) => attempt);
const seconds = (ms: number): number => Math.max(0, ms) / 1000;
