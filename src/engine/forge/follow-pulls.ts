import { fold } from '../../core/run/fold.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { PawlError } from '../../ports/errors.ts';
import { writeReport } from '../../rooms/report/report.ts';
import type { Wiring } from '../wiring.ts';

interface Followed {
  state: RunState;
  /** Why the forge could not be asked; null: it was, or did not need to be. */
  unasked: string | null;
}

/**
 * What became of the pull requests of a run that has ended: one that was merged since is written down, in the journal
 * and in the report. One that is merged stays so, and is not asked again.
 */
export async function followPulls(
  { journal, forges, reports, blobs, pages }: Wiring,
  state: RunState,
): Promise<Followed> {
  const { run, finished, policy } = state;
  const openTasks = state.tasks.filter(({ pull }) => pull !== null && pull.state !== 'merged');
  if (finished === null || policy?.forge === undefined || openTasks.length === 0) return { state, unasked: null };
  let next = state;
  try {
    const forge = await forges.open(policy.forge);
    for (const { task, pull } of openTasks) {
      if (!pull || (await forge.pull(pull.number)).state !== 'merged') continue;
      const lease = await (await journal()).claim(run);
      try {
        const event = { type: 'pr.merged' as const, task: task.id, ref: pull.ref, url: pull.url };
        next = fold(next, await lease.append(event));
      } finally {
        await lease.release();
      }
    }
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    return { state: next, unasked: error.message };
  }
  if (next !== state) await writeReport(next, finished, { reports: await reports(), blobs: await blobs(), pages });
  return { state: next, unasked: null };
}
