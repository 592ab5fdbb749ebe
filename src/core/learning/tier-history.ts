import { createHash } from 'node:crypto';
import type { Tried } from '../../schema/run/event.ts';
import type { Tier, TierHistory } from '../../schema/settings/policy.ts';
import type { RunState } from '../run/run-state.ts';
import type { AttemptState, TaskState } from '../task/task-state.ts';
import { noRecord, observed } from '../task/tier-choice.ts';

/** Older tries than these are forgotten, so that a tier that is skipped for what it did gets its chance again. */
export const remembered = 120;
const mostInOneRun = 24;

/** The result of each tier on each task that it has finished with. A tier that could not work is left out. */
export function triedIn(state: RunState): Tried[] {
  return state.tasks.flatMap((task) => triedOn(task, state)).slice(-mostInOneRun);
}

function triedOn(taskState: TaskState, state: RunState): Tried[] {
  const { task, status, attempts } = taskState;
  const names = [...new Set(attempts.map(({ tier }) => tier))];
  const finishedTiers =
    status === 'completed' || status === 'failed' || isUsedUp(taskState, state) ? names : names.slice(0, -1);
  let depth = 0;
  return finishedTiers.flatMap((name): Tried[] => {
    const tierAttempts = attempts.filter(({ tier }) => tier === name);
    const tier = state.policy?.tiers.find((candidate) => candidate.name === name);
    if (!tier || tierAttempts.at(-1)?.finished?.ended === 'unavailable') return [];
    const solved = status === 'completed' && name === names.at(-1);
    // It is free and passes most tasks on: that says nothing about them.
    if (tier.developer === 'repair' && !solved) return [];
    const usd = tierAttempts.reduce((sum: number, attempt: AttemptState) => sum + attempt.usd, 0);
    const tried = { kind: task.kind, by: developerOf(tier), depth, solved, usd: Math.round(usd * 1e6) / 1e6 };
    depth += 1;
    return solved || !isPutOff(name) ? [tried] : [];
  });

  /** It only had what those above it had failed at: that is no reason to put it off again. */
  function isPutOff(name: string): boolean {
    const order = state.policy?.tiers.map((tier) => tier.name) ?? [];
    return names.slice(0, names.indexOf(name)).some((earlier) => order.indexOf(earlier) > order.indexOf(name));
  }
}

/** Whether the last attempt used up the task's money or time: it counts as a try that failed, although it was cut off. */
function isUsedUp({ status, active_ms, attempts }: TaskState, { exhausted, tasks, policy }: RunState): boolean {
  const last = attempts.at(-1);
  if (status !== 'active' || !last || !policy || last.judged?.verdict.status === 'pass') return false;
  const taskCapReached = exhausted?.cap === 'task' || (exhausted?.cap === 'run' && tasks.length === 1);
  return (taskCapReached && last.usd > 0) || active_ms >= policy.limits.task_minutes * 60_000;
}

/** Earlier tries, the oldest first, as the records of a ladder's tiers. */
export function historyOf(tries: readonly Tried[], tiers: readonly Tier[]): TierHistory[] {
  const rows = new Map<string, TierHistory>();
  for (const { kind, by, depth, solved, usd } of tries.slice(-remembered)) {
    for (const tier of tiers.filter((candidate) => developerOf(candidate) === by)) {
      const key = JSON.stringify([tier.name, kind]);
      const record = observed(rows.get(key) ?? noRecord(), depth, solved, usd);
      rows.set(key, { ...record, usd: Math.round(record.usd * 1e6) / 1e6, tier: tier.name, kind });
    }
  }
  return [...rows.values()];
}

/**
 * What works in a tier. A model under another tier name keeps its history; a command with other arguments does not. Short, whatever the configuration says, since the last event of a run holds many.
 */
function developerOf({ model, developer, command }: Tier): string {
  const name = model ?? [developer, ...command.slice(0, 1)].join(' ');
  if (command.length <= 1 && /^[ -~]{1,60}$/.test(name)) return name;
  const hash = createHash('sha256')
    .update(JSON.stringify([name, command]))
    .digest('hex');
  return `${name.replaceAll(/[^ -~]/g, '').slice(0, 40)} ${hash.slice(0, 8)}`;
}
