import type { PullStage } from '../../schema/run/events/forge-events.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import type { RunState } from '../run/run-state.ts';
import { branchName, slug } from '../run/slug.ts';
import type { TaskState } from '../task/task-state.ts';

/** The names that the branch of a task's pull request may have, the best first. */
export function pullBranch(
  state: RunState,
  policy: Policy,
  { task, improvement }: TaskState,
  stage: PullStage,
): string[] {
  if (stage === 'unfinished' && state.salvaged) return [state.salvaged.branch];
  const several = improvement || state.tasks.filter((one) => !one.improvement).length > 1;
  const branch = `${branchName(policy.branch_template, state.request)}${several ? `-${slug(task.id)}` : ''}`;
  return [branch, ...Array.from({ length: 19 }, (_, index) => `${branch}-${index + 2}`)];
}

/** A task that builds on another one is shown on top of that one's branch, until that is merged. */
export function pullBase({ tasks }: RunState, task: TaskState, branch: string | null): string | null {
  const below = tasks.find(
    ({ commit, pull }) => commit !== null && commit.sha === task.parent && pull?.state === 'open',
  );
  return below?.pull?.branch ?? branch;
}

/** Whether a stage of a task is still to be shown as its pull request. */
export const isDueForPull = (task: TaskState, policy: Policy, stage: PullStage, attempt: number): boolean =>
  policy.strategy === 'pr' && policy.forge !== undefined && task.pull_shown[stage] !== attempt;
