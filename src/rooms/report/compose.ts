import { cutOffUsd } from '../../core/money/cut-off.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { tiersFor } from '../../core/task/ladder.ts';
import type { TaskState } from '../../core/task/task-state.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { ReportedTask, ReportedTier, RunReport } from '../../schema/run/report.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { nextCommand, recommendation } from './recommendation.ts';
import { type Diffs, errorsOf, reportTask } from './reported-task.ts';

/** The whole story from the journal alone. */
export function composeReport(state: RunState, end: EventOf<'run.finished'>, diffs: Diffs): RunReport {
  const attempts = state.tasks.flatMap((task) => task.attempts);
  const tasks = state.tasks.map((task) => reportTask(task, state, diffs));
  const last = attempts.findLast(({ finished }) => finished && finished.files.length > 0);
  const attempted = attempts.reduce((sum, { usd }) => sum + usd, 0);
  return {
    run: state.run,
    request: state.request,
    status: end.status === 'failed' ? 'failed_after_all_escalations' : end.status,
    exit_code: end.exit_code,
    reason: end.reason,
    total_attempts: attempts.length,
    max_attempts: state.tasks.reduce(
      (sum, task) => sum + (task.attempts.length > 0 ? allowed(task, state.policy) : 0),
      0,
    ),
    tiers_used: [...new Set(attempts.map((attempt) => attempt.tier))],
    unique_errors: [...new Set(attempts.flatMap(errorsOf))],
    last_diff: last?.finished ? (diffs.get(last.finished.diff_ref) ?? '') : '',
    last_commit: state.commits.at(-1) ?? state.salvaged?.sha ?? null,
    branch: state.branch,
    recommendation: recommendation(state, end),
    next_command: nextCommand(state, end),
    undone: undoneIn(state),
    usd: end.usd,
    usd_by_tier: state.usd_by_tier,
    usd_cut_off: cutOffUsd(end.usd, state.usd),
    usd_besides: Math.max(0, Number((end.usd - attempted).toFixed(9))),
    seconds: end.seconds,
    started_at: new Date(state.started_at).toISOString(),
    base: state.base,
    baseline: state.initialTests,
    tiers: tiersIn(state, tasks),
    tasks,
    recurring_failures: recurring(tasks),
    remarks: state.remarks,
    unread: state.unread.map(({ text }) => text),
    stopped_agents: Object.values(state.outcomes)
      .filter(({ state: how }) => how === 'escalate' || how === 'blocked')
      .map(({ agent, task, attempt, cause, reason }) => ({ agent, task, attempt, cause, reason })),
  };
}

function undoneIn({ landing: { undone } }: RunState): RunReport['undone'] {
  if (undone === null) return null;
  return undone.left.length === 0 ? 'wholly' : 'partly';
}

function allowed({ task }: TaskState, policy: Policy | null): number {
  if (!policy) return 0;
  const ladder = tiersFor(task.kind, policy.tiers).reduce((sum, tier) => sum + tier.attempts, 0);
  return Math.min(ladder, policy.limits.attempts_per_task);
}

/** The ladder, and whoever else was paid. */
function tiersIn({ policy, usd_by_tier }: RunState, tasks: ReportedTask[]): ReportedTier[] {
  const attempts = tasks.flatMap((task) => task.attempts);
  const ladder = policy?.tiers ?? [];
  const others = [...Object.keys(usd_by_tier), ...attempts.map(({ tier }) => tier)];
  const names = new Set([...ladder.map(({ name }) => name), ...others]);
  return [...names].map((name) => {
    const tierAttempts = attempts.filter(({ tier }) => tier === name);
    return {
      tier: name,
      model: ladder.find((tier) => tier.name === name)?.model ?? null,
      attempts: tierAttempts.length,
      passed: tierAttempts.filter(({ status }) => status === 'pass').length,
      usd: Object.hasOwn(usd_by_tier, name) ? (usd_by_tier[name] ?? 0) : 0,
    };
  });
}

function recurring(tasks: ReportedTask[]): RunReport['recurring_failures'] {
  return tasks.flatMap(({ attempts }) => {
    const failed = new Map<string, number>();
    for (const test of attempts.flatMap(({ failed_tests }) => failed_tests))
      failed.set(test, (failed.get(test) ?? 0) + 1);
    const last = attempts.findLast(({ test_results }) => test_results !== null);
    return [...failed]
      .filter(([, occurrences]) => occurrences > 1)
      .map(([test, occurrences]) => ({
        test,
        occurrences,
        resolution: last && !last.failed_tests.includes(test) && last.failing !== null ? 'resolved' : 'pending',
      }));
  });
}
