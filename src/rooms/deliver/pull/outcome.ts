import { clip } from '../../../core/clip.ts';
import type { TaskState } from '../../../core/task/task-state.ts';
import { PawlError } from '../../../ports/errors.ts';
import type { Forge } from '../../../ports/outside/forge.ts';
import type { World } from '../../../ports/world.ts';
import type { PawlEvent } from '../../../schema/run/event.ts';
import { type Context, taskIn } from '../../room.ts';

/** What became of a task's pull request by the end of the run: merged, or left for a person. */
export async function* outcome(
  id: string,
  { state, policy }: Context,
  forges: World['forges'],
): AsyncGenerator<PawlEvent, void> {
  const { pull } = taskIn(state, id);
  if (!pull || !policy.forge) throw new Error('there is no pull request to look at');
  const { number, ref, url, draft } = pull;
  const about = { task: id, ref, url };
  try {
    const now = await (await forges.open(policy.forge)).pull(number);
    if (now.state === 'merged') return yield { type: 'pr.merged', ...about };
    const open = draft ? 'it is a draft: its task is not done' : 'nobody asked to merge it';
    yield { type: 'pr.pending', ...about, reason: now.state === 'closed' ? 'it was closed without a merge' : open };
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    const reason = `its forge could not be asked: ${clip(error.message, 300)}`;
    yield { type: 'pr.pending', ...about, reason };
  }
}

/** Where a pull request belongs now: on top of the one that its task builds on, until that is merged. */
export async function* baseNow(
  { pull }: TaskState,
  { state, target }: Context,
  forge: Forge,
): AsyncGenerator<PawlEvent, string | null> {
  if (!pull?.base || target.branch === null) return null;
  const below = state.tasks.find((one) => one.pull?.branch === pull.base);
  if (!below?.pull) return null;
  if (below.pull.state === 'merged') return target.branch;
  const { number, ref, url } = below.pull;
  if ((await forge.pull(number)).state !== 'merged') return null;
  yield { type: 'pr.merged', task: below.task.id, ref, url };
  return target.branch;
}
