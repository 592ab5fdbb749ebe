import { cutOffUsd } from '../../core/money/cut-off.ts';
import { nextAfter } from '../../core/run/ending/run-finished.ts';
import { type RunState, usdOf } from '../../core/run/run-state.ts';
import { type AttemptState, failingTests } from '../../core/task/task-state.ts';
import type { Change, RunView } from '../../schema/run/view.ts';

/** A run as a face shows it. `charged`: what the ledger knows of it, also of calls that were cut off. */
export function viewOf(
  state: RunState,
  alive: boolean,
  { unasked = null, charged = state.usd }: { unasked?: string | null; charged?: number } = {},
): RunView {
  const usd = state.finished?.usd ?? Math.max(state.usd, charged);
  return {
    run: state.run,
    request: state.request,
    agent: state.policy?.agent ?? null,
    phase: state.phase,
    status: state.finished?.status ?? (alive ? 'running' : state.waiting ? 'waiting' : 'interrupted'),
    exit_code: state.finished?.exit_code ?? null,
    question: state.waiting?.question ?? null,
    about: state.waiting?.about ?? null,
    base: state.base,
    branch: state.branch,
    commits: state.commits,
    merged_into: state.landing.merged?.branch ?? null,
    pushed_to: state.landing.pushed ? `${state.landing.pushed.remote} ${state.landing.pushed.branch}` : null,
    undone: state.landing.undone !== null,
    left: state.landing.undone?.left ?? [],
    next: state.finished && state.landing.undone === null ? nextAfter(state, state.finished.status) : null,
    pulls: state.tasks.flatMap(({ task, pull }) =>
      pull
        ? [{ task: task.id, ref: pull.ref, url: pull.url, state: pull.state === 'merged' ? 'merged' : 'pending' }]
        : [],
    ),
    unasked,
    baseline: state.initialTests,
    started_at: new Date(state.started_at).toISOString(),
    seconds: state.finished?.seconds ?? Math.round(state.active_ms / 100) / 10,
    usd,
    usd_by_tier: state.usd_by_tier,
    usd_cut_off: cutOffUsd(usd, state.usd),
    usd_by_role: state.usd_by_role,
    tasks: state.tasks.map((task) => ({
      task: task.task,
      status: task.status,
      tier: task.tier,
      usd: usdOf(state.usd_by_task, task.task.id),
      attempts: task.attempts.map((attempt) => ({
        attempt: attempt.attempt,
        tier: attempt.tier,
        status: attempt.judged?.verdict.status ?? attempt.finished?.ended ?? 'working',
        failing: failingTests(attempt),
        score: attempt.review?.score ?? null,
        reviewed_by: attempt.review ? (attempt.review.by ?? 'models') : null,
      })),
    })),
  };
}

/** The attempts that were committed; without a commit, the newest that changed anything. */
export function changeIn({ tasks }: RunState): Pick<Change, 'task' | 'attempt'> & { attempts: AttemptState[] } {
  const committed = tasks.filter((task) => task.commit !== null).flatMap((task) => task.attempts.slice(-1));
  if (committed.length > 0) return { task: null, attempt: null, attempts: committed };
  const all = tasks.flatMap(({ task, attempts }) => attempts.map((attempt) => ({ task: task.id, attempt })));
  const newest = all.findLast(({ attempt }) => (attempt.finished?.files.length ?? 0) > 0);
  if (!newest) return { task: null, attempt: null, attempts: [] };
  return { task: newest.task, attempt: newest.attempt.attempt, attempts: [newest.attempt] };
}
