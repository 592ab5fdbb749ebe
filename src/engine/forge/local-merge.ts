import { writerOf } from '../../core/forge/marker.ts';
import { RepoError } from '../../ports/errors.ts';
import { ForgeError } from '../../ports/outside/forge.ts';
import type { Pull } from '../../schema/forge/pull.ts';
import { loadState } from '../load.ts';
import type { Wiring } from '../wiring.ts';

/** Brings a pull request of this machine into its base, which must be where the work was made on top of it. */
export async function localMerge(
  { head, head_sha, base, body, number }: Pull,
  { repo, target, journal }: Pick<Wiring, 'repo' | 'target' | 'journal'>,
): Promise<void> {
  const place = await target();
  const run = writerOf(body);
  const state = run === null ? null : await loadState(await journal(), run);
  const parent = state?.tasks.find(({ commit }) => commit?.sha === head_sha)?.parent ?? null;
  const tip = await repo.branchTip(place, base);
  if (run === null || parent === null || tip !== parent)
    throw new ForgeError(
      'conflict',
      `${base} or ${head} has moved since pull request ${number} was made: merge it with git merge ${head}`,
    );
  try {
    if (await repo.publish(run, place, base, head_sha, tip)) return;
  } catch (error) {
    if (!(error instanceof RepoError) || error.reason !== 'checked_out') throw error;
    throw new ForgeError('conflict', `${base} is checked out: merge it with git merge ${head}`);
  }
  throw new ForgeError('conflict', `${base} has moved: merge it with git merge ${head}`);
}
