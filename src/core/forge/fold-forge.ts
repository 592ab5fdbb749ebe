import type { PawlEvent } from '../../schema/run/event.ts';
import type { PullStage } from '../../schema/run/events/forge-events.ts';
import type { RunState } from '../run/run-state.ts';
import { onTask } from '../task/fold-task.ts';
import type { TaskState } from '../task/task-state.ts';

/** What an event says about pull requests and issues. */
export function foldForge(state: RunState, event: PawlEvent): RunState {
  switch (event.type) {
    case 'pr.opened': {
      const { ref, url, branch = null, base = null } = event;
      const number = event.number ?? numberIn(ref);
      if (number === null) return state;
      return onTask(state, event.task, (task) => ({
        ...task,
        pull: { number, ref, url, branch, base, sha: null, draft: true, state: 'open' },
      }));
    }
    case 'pr.updated':
      return onTask(state, event.task, (task) => ({
        ...withStage(task, event.stage, event.attempt),
        pull: task.pull && { ...task.pull, sha: event.sha, draft: event.draft },
      }));
    case 'pr.merged':
      return onTask(state, event.task, (task) => ({ ...task, pull: task.pull && { ...task.pull, state: 'merged' } }));
    case 'pr.pending':
      return onTask(state, event.task, (task) => ({ ...task, pull: task.pull && { ...task.pull, state: 'pending' } }));
    case 'issue.answered':
      return { ...state, answered: true };
    case 'forge.failed': {
      const { action, task, attempt } = event;
      if (action === 'answer') return { ...state, answered: true };
      if (task === null || attempt === null || action === 'merge') return state;
      // The work goes on without it; what comes later is shown with the next stage.
      return onTask(state, task, (taskState) => withStage(taskState, action, attempt));
    }
    default:
      return state;
  }
}

/** Older journals name a pull request by its reference alone: `#7`, `!7`. */
function numberIn(ref: string): number | null {
  const digits = /\d+$/.exec(ref);
  return digits === null ? null : Number(digits[0]);
}

const withStage = (task: TaskState, stage: PullStage, attempt: number): TaskState => ({
  ...task,
  pull_shown: { ...task.pull_shown, [stage]: attempt },
});
