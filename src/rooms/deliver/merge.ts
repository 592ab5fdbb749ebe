import { clip } from '../../core/clip.ts';
import { type Room, taskIn } from '../room.ts';

/**
 * Moves a change that passed on top of the run's newer commits. The result is judged before it is committed. If both
 * changed the same lines, the task continues from the newer commits, and its developer sees both changes.
 */
export const merge: Room<'merge', 'repo' | 'blobs'> = async function* (step, context, { repo, blobs }) {
  const { state, target } = context;
  const { parent, attempts } = taskIn(state, step.task);
  const judged = attempts.find((candidate) => candidate.attempt === step.attempt)?.judged;
  if (!judged || !parent) throw new Error('nothing to merge');

  const clone = await repo.clone(state.run, target);
  const onto = state.tip;
  const { tree, conflicts } = await clone.merge({ tree: judged.judged_tree, parent }, onto);
  const theirs = tree === null ? await clone.diff(await clone.treeOf(parent), await clone.treeOf(onto)) : null;
  yield {
    type: 'change.merged',
    task: step.task,
    attempt: step.attempt,
    parent,
    onto,
    tree,
    conflicts: conflicts.slice(0, 20).map((path) => clip(path, 200)),
    theirs_ref: theirs && (await blobs.put(theirs.patch)),
  };
};
