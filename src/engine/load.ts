import { fold } from '../core/run/fold.ts';
import { initialState, type RunState } from '../core/run/run-state.ts';
import { ConfigError } from '../ports/errors.ts';
import type { Journal, RunSummary } from '../ports/state/journal.ts';

/** The state of a run, from its journal. */
export async function loadState(journal: Journal, run: string): Promise<RunState> {
  let state = initialState;
  for await (const recorded of journal.read(run)) state = fold(state, recorded);
  return state;
}

/** The run that a name or a unique beginning of one means. */
export async function findRun(journal: Journal, name: string): Promise<RunSummary> {
  const runs = await journal.runs();
  const exact = runs.find((summary) => summary.run === name);
  const matches = exact ? [exact] : runs.filter((summary) => name !== '' && summary.run.startsWith(name));
  const [only] = matches;
  if (!only) throw new ConfigError(`there is no run ${name} here: pawl status lists them`, 'unknown_run');
  if (matches.length > 1)
    throw new ConfigError(`${name} could mean ${matches.map((match) => match.run).join(' or ')}`, 'unknown_run');
  return only;
}

/** The newest run that has not ended. */
export async function newestUnfinished(journal: Journal): Promise<RunSummary> {
  const unfinished = (await journal.runs()).find((summary) => summary.exit_code === null && summary.events > 0);
  if (!unfinished) throw new ConfigError('there is no unfinished run to resume', 'nothing_to_resume');
  return unfinished;
}
