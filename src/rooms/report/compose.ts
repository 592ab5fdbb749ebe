import type { AttemptState, RunState, TaskState } from '../../core/run-state.ts';
import type { EventOf } from '../../schema/event.ts';
import type { ReportedAttempt, ReportedTask, RunReport } from '../../schema/report.ts';

/** The whole story from the journal alone. */
export function composeReport(state: RunState, end: EventOf<'run.finished'>, lastDiff: string): RunReport {
  const attempts = state.tasks.flatMap((task) => task.attempts);
  return {
    run: state.run,
    request: state.request,
    status: end.status === 'failed' ? 'failed_after_all_escalations' : end.status,
    exit_code: end.exit_code,
    reason: end.reason,
    total_attempts: attempts.length,
    tiers_used: [...new Set(attempts.map((attempt) => attempt.tier))],
    unique_errors: [...new Set(attempts.flatMap(errorsOf))],
    last_diff: lastDiff,
    last_commit: state.commits.at(-1) ?? state.salvaged?.sha ?? null,
    branch: state.branch,
    recommendation: recommendation(state, end),
    usd: end.usd,
    usd_by_tier: state.usd_by_tier,
    seconds: end.seconds,
    tasks: state.tasks.map(reportTask),
  };
}

function reportTask(task: TaskState): ReportedTask {
  return {
    id: task.task.id,
    title: task.task.title,
    status: task.status,
    reason: task.reason,
    attempts: task.attempts.map(reportAttempt),
  };
}

function reportAttempt(attempt: AttemptState): ReportedAttempt {
  const { finished, judged, review, loop } = attempt;
  const tests = judged?.verdict.tests;
  return {
    attempt: attempt.attempt,
    tier: attempt.tier,
    ended: finished?.ended ?? 'cut off',
    summary: finished?.summary ?? '',
    files: finished?.files ?? [],
    insertions: finished?.insertions ?? 0,
    deletions: finished?.deletions ?? 0,
    status: judged?.verdict.status ?? 'not judged',
    tests: tests
      ? `${tests.passed} passed, ${tests.failed + tests.errors} failed, ${tests.fixed} fixed, ${tests.broken} broken`
      : '',
    failures: errorsOf(attempt),
    loop: loop ? `${loop.kind}: ${loop.evidence}` : null,
    review: review ? `${review.score}/100, ${review.decision}` : null,
  };
}

function errorsOf({ judged }: AttemptState): string[] {
  const verdict = judged?.verdict;
  if (!verdict || verdict.status === 'pass') return [];
  return [
    ...verdict.integrity.map(({ file, rule }) => `${file} is protected (${rule})`),
    ...verdict.syntax_errors.map((error) => `${error.file}:${error.line}: ${error.message}`),
    ...verdict.test_failures.map((failure) => `${failure.test}: ${failure.error}`),
    ...verdict.runtime_errors.map((error) => error.message),
  ];
}

function recommendation(state: RunState, end: EventOf<'run.finished'>): string {
  switch (end.status) {
    case 'completed':
      if (state.policy?.agent !== undefined) return `Read its output: pawl log ${state.run} --agent shows it.`;
      return `Read the change (git diff ${state.base.slice(0, 12)}..${state.branch}) and merge it.`;
    case 'budget_exhausted':
      return 'Raise the budget (--budget, limits) or narrow the request, then run it again.';
    case 'timed_out':
      return 'Raise the time (--timeout, limits.task_minutes) or narrow the request, then run it again.';
    case 'cancelled':
      return 'Run it again when you want it done.';
    case 'review_rejected':
      return 'The tests pass, but the review does not: read its points below and finish the change by hand, or say more in the request.';
    case 'unfit':
      return 'Mend the environment (pawl doctor), then run it again.';
    case 'failed':
      if (state.policy?.agent !== undefined) return `Read its steps: pawl log ${state.run} --agent shows them.`;
      return 'A person is needed: read the failures below; the best change so far is in last_diff.';
  }
}
