import type { RunState } from '../core/run/run-state.ts';
import type { Step, StepOf } from '../core/run/step.ts';
import type { TaskState } from '../core/task/task-state.ts';
import { locksOf } from '../languages/judging/protection/manifests.ts';
import type { Clone, Target } from '../ports/outside/repo.ts';
import type { World } from '../ports/world.ts';
import type { PawlEvent } from '../schema/run/event.ts';
import type { Policy } from '../schema/settings/policy.ts';

export interface Context {
  state: RunState;
  policy: Policy;
  target: Target;
  signal: AbortSignal;
  /** The state as it is by now; absent: as it was when the step began. */
  latest?: () => RunState;
}

/**
 * A room turns state into events. It continues after a `yield` once the event is in the journal. It can reach only the
 * ports that its type names, and throws only errors that a person or a retry must handle.
 */
export type Room<K extends Step['kind'], P extends keyof World> = (
  step: StepOf<K>,
  context: Context,
  world: Pick<World, P>,
) => AsyncGenerator<PawlEvent, void>;

export function taskIn(state: RunState, id: string): TaskState {
  const task = state.tasks.find((candidate) => candidate.task.id === id);
  if (!task) throw new Error(`there is no task ${id}`);
  return task;
}

/** The policy with what a person opened for a task on being asked: manifests, with the lock files that go with them. */
export function withLeave(policy: Policy, { unlocked }: TaskState): Policy {
  if (unlocked.length === 0) return policy;
  return { ...policy, unlock: [...policy.unlock, ...unlocked.flatMap((path) => [path, ...locksOf(path)])] };
}

/** Tasks that are worked on at the same time need work folders of their own. */
export function foldersFor({ task }: TaskState, { parallel }: Policy, clone: Clone): Clone {
  if (parallel === 1) return clone;
  return { ...clone, workspace: (name, tree) => clone.workspace(`${task.id}-${name}`, tree) };
}
