import { initialState } from '../../core/run/initial-state.ts';
import type { RunState } from '../../core/run/run-state.ts';
import { StateDamaged } from '../../ports/errors.ts';
import type { Journal, RunSummary } from '../../ports/state/journal.ts';
import { isPlanned, type RunBrief, type RunView } from '../../schema/run/view.ts';
import { loadState } from '../load.ts';
import { viewOf } from './view.ts';

type Charged = (run: string) => Promise<number>;

/** What a run is charged with that nobody works on and that has not ended: no event says what its last calls cost. */
export const chargedOf = async (state: RunState, alive: boolean, charged: Charged): Promise<number> =>
  alive || state.finished ? state.usd : charged(state.run);

/** Marks a damaged run as damaged, so that it does not hide the others. */
export async function readable(journal: Journal, summary: RunSummary, charged: Charged): Promise<RunView> {
  const { run, request, owner, created_at } = summary;
  try {
    const state = await loadState(journal, run);
    return viewOf(state, owner !== null, { charged: await chargedOf(state, owner !== null, charged) });
  } catch (error) {
    if (!(error instanceof StateDamaged)) throw error;
    const started_at = Date.parse(created_at);
    return { ...viewOf({ ...initialState, run, request, started_at }, false), status: 'damaged' };
  }
}

/** Reads an ended run that no process works on from its last event, and any other run from all its events. */
export async function briefOf(journal: Journal, summary: RunSummary, charged: Charged): Promise<RunBrief> {
  const { run, request, created_at: started_at, last_at, events, exit_code, status, end, owner } = summary;
  const about = { run, request, started_at, last_at, events };
  if (end && status !== null && owner === null) {
    return { ...about, ...end, status, exit_code, question: null, commits: end.commits.length, planned: false };
  }
  const view = await readable(journal, summary, charged);
  return {
    ...about,
    ...{ status: view.status, exit_code: view.exit_code, question: view.question },
    ...{ usd: view.usd, seconds: view.seconds, branch: view.branch, commits: view.commits.length },
    undone: view.undone,
    planned: isPlanned(view),
    attempts: view.tasks.reduce((sum, task) => sum + task.attempts.length, 0),
    tier: view.tasks.findLast((task) => task.tier !== null)?.tier ?? null,
  };
}
