import type { RunState } from '../../core/run/run-state.ts';
import { PawlError } from '../../ports/errors.ts';
import type { Repo } from '../../ports/outside/repo.ts';
import type { EventOf } from '../../schema/run/event.ts';
import type { Context } from '../room.ts';

/**
 * The number of files and lines that the commits change against base; empty if there are no commits or they cannot be
 * read.
 */
export async function statOf({ state, target }: Context, repo: Repo): Promise<Pick<EventOf<'run.finished'>, 'stat'>> {
  const tip = state.commits.length > 0 ? state.tip : state.salvaged?.sha;
  if (tip === undefined) return {};
  const counted = countedIn(state);
  if (counted) return { stat: counted };
  try {
    const clone = await repo.clone(state.run, target);
    const from = state.commits.length > 0 ? state.landing.merged?.from : undefined;
    const { changes } = await clone.diff(await clone.treeOf(from ?? state.base), await clone.treeOf(tip));
    const sum = (key: 'insertions' | 'deletions') => changes.reduce((total, change) => total + change[key], 0);
    return { stat: { files: changes.length, insertions: sum('insertions'), deletions: sum('deletions') } };
  } catch (error) {
    if (error instanceof PawlError) return {};
    throw error;
  }
}

/** Of one task whose change is known to be what was committed. */
function countedIn({ tasks, commits, landing }: RunState): EventOf<'run.finished'>['stat'] | null {
  const [task, ...others] = tasks.filter(({ commit }) => commit !== null);
  const finished = task?.attempts.find(({ judged }) => judged?.judged_tree === task.commit?.tree)?.finished;
  if (!finished || others.length > 0 || commits.length !== 1 || landing.moves > 0) return null;
  // A long list of files was cut.
  if (finished.tree !== task?.commit?.tree || finished.files.length >= 40) return null;
  return { files: finished.files.length, insertions: finished.insertions, deletions: finished.deletions };
}
