import type { RunState } from '../../../core/run/run-state.ts';
import { usdOf } from '../../../core/run/run-state.ts';
import type { AttemptState, TaskState } from '../../../core/task/task-state.ts';
import type { PullPage } from '../../../schema/forge/pull-page.ts';
import { attemptWords } from '../../../schema/judge/review.ts';
import type { PullStage } from '../../../schema/run/events/forge-events.ts';

/** What the journal says about a task, for its pull request. */
export function pageOf(state: RunState, task: TaskState, attempt: AttemptState, stage: PullStage): PullPage {
  const { review, judged } = attempt;
  const tests = judged?.verdict.tests;
  const unproven = task.task.acceptance.map((text) => ({
    text,
    state: 'unproven' as const,
    why: 'nobody has looked yet',
  }));
  const { issue } = state.policy ?? {};
  return {
    run: state.run,
    stage,
    request: state.request,
    issue: issue ? { url: issue.url, number: issue.number } : null,
    kind: task.task.kind,
    effort_hours: task.task.effort_hours,
    criteria: review?.criteria ?? unproven,
    files: attempt.finished?.files ?? [],
    attempts: task.attempts.map((one) => ({
      attempt: one.attempt,
      tier: one.tier,
      status: attemptWords(one.judged?.verdict.status ?? 'not judged', one.review?.decision),
      tests: testsOf(one),
      usd: one.usd,
    })),
    evidence: tests
      ? { passed: tests.passed, total: tests.total, fixed: tests.fixed, confidence: judged.verdict.confidence }
      : null,
    review: review && {
      score: review.score,
      approved: review.decision === 'approve',
      by_checks: review.by === 'checks',
      blocking: review.blocking,
      feedback: review.feedback,
    },
    usd: usdOf(state.usd_by_task, task.task.id),
    reason: stage === 'unfinished' ? task.reason : '',
  };
}

function testsOf({ judged }: AttemptState): string {
  if (!judged) return '';
  const { passed, failed, errors } = judged.verdict.tests;
  return `${passed} passed, ${failed + errors} failed`;
}
