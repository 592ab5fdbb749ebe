import type { EventOf, PawlEvent } from '../../schema/run/event.ts';
import type { Landing, RunState } from '../run/run-state.ts';
import { onTask } from '../task/fold-task.ts';
import { lastAttempt } from '../task/task-state.ts';

/** What an event says about commits and where they went. */
export function foldDelivery(state: RunState, event: PawlEvent): RunState {
  const { landing } = state;
  const on = (changes: Partial<Landing>): RunState => ({ ...state, landing: { ...landing, ...changes } });
  switch (event.type) {
    case 'commit.created':
      return committed(state, event);
    case 'commit.prepared':
      return on({ prepared: [...landing.prepared, event] });
    case 'backup.kept':
      return on({ backups: [...landing.backups.filter(({ ref }) => ref !== event.ref), event] });
    case 'base.moved':
      return { ...on({ rebased: event, moves: landing.moves + 1 }), accepted: null };
    case 'commits.replaced':
      return replaced(state, event);
    case 'branch.merged':
      return {
        ...on({ merged: event, onto: event.to }),
        branch: state.policy?.strategy === 'direct' ? event.branch : state.branch,
      };
    case 'branch.pushed':
      return on({ pushed: event });
    case 'delivery.refused':
      return on({ refused: event });
    case 'delivery.undone':
      return on({ undone: event });
    default:
      return state;
  }
}

function committed(state: RunState, event: EventOf<'commit.created'>): RunState {
  if (event.partial) {
    const { branch, sha, tree, task, tag = null, attempt = null } = event;
    return { ...state, salvaged: { branch, sha, tree, tag, task, attempt }, branch: state.branch ?? branch };
  }
  const task = state.tasks.find((candidate) => candidate.task.id === event.task);
  const judged = task && lastAttempt(task)?.judged;
  const baseline =
    state.baseline && judged?.run_ref
      ? {
          ...state.baseline,
          tree: event.tree,
          run_ref: judged.run_ref,
          total: judged.verdict.tests.total,
          failed: judged.verdict.tests.preexisting,
        }
      : state.baseline;
  const next = { ...state, tip: event.sha, branch: event.branch, commits: [...state.commits, event.sha], baseline };
  return onTask(next, event.task, (taskState) => ({
    ...taskState,
    commit: { sha: event.sha, branch: event.branch, tree: event.tree },
  }));
}

function replaced(state: RunState, event: EventOf<'commits.replaced'>): RunState {
  const { landing } = state;
  const squash = event.why === 'squash';
  return {
    ...state,
    tip: event.to,
    commits: event.commits,
    landing: {
      ...landing,
      squashed: landing.squashed || squash,
      rebased: squash ? landing.rebased : null,
      onto: squash ? landing.onto : (landing.rebased?.onto ?? landing.onto),
    },
  };
}
