import type { EventOf } from '../../../schema/run/event.ts';
import type { RunStatus } from '../../../schema/run/lifecycle.ts';
import { clip } from '../../clip.ts';
import { nextCommand } from '../../delivery/landing.ts';
import { triedIn } from '../../learning/tier-history.ts';
import { isRepairOnly } from '../../task/ladder.ts';
import type { RunState } from '../run-state.ts';
import { exitCodes, usageExitCode } from './exit-code.ts';
import { resumeCommand } from './more.ts';
import { isDown, isMendable, isMisnamed, isUntested } from './outage.ts';

/** What to type after such an end; null: nothing. */
export function nextAfter(state: RunState, status: RunStatus): string | null {
  if (isDown(state) || (status === 'unfit' && isMendable(state))) return `pawl resume ${state.run}`;
  if (status === 'unfit' && isUntested(state)) return 'pawl fix';
  const resume = resumeCommand(state, status);
  if (resume !== null) return resume;
  const needsModel = status === 'failed' && state.policy !== null && isRepairOnly(state.policy);
  return nextCommand(state) ?? (needsModel ? 'pawl setup' : null);
}

/** The last event of a run, from what the journal says. */
export function runFinished(
  state: RunState,
  end: { status: RunStatus; reason: string; report: string | null },
): EventOf<'run.finished'> {
  const tasks = state.tasks.filter((task) => !task.improvement);
  const attempts = tasks.flatMap((task) => task.attempts);
  const next = nextAfter(state, end.status);
  return {
    type: 'run.finished',
    status: end.status,
    exit_code: end.status === 'unfit' && isMisnamed(state) ? usageExitCode : exitCodes[end.status],
    reason: end.reason,
    tier: attempts.at(-1)?.tier ?? null,
    attempts: attempts.length,
    usd: state.usd,
    ...(state.before_improving !== null && { improvement_usd: state.usd - state.before_improving }),
    seconds: Math.round(state.active_ms / 100) / 10,
    commits: state.commits,
    branch: state.branch,
    report: end.report,
    ...(next !== null && { next }),
    ...(state.unread.length > 0 && { unread: state.unread.slice(0, 5).map(({ text }) => clip(text, 200)) }),
    tried: triedIn(state),
  };
}
