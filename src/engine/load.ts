import { resumeCommand } from '../core/run/ending/more.ts';
import { fold } from '../core/run/fold.ts';
import { initialState } from '../core/run/initial-state.ts';
import type { RunState } from '../core/run/run-state.ts';
import { ConfigError, StateDamaged } from '../ports/errors.ts';
import type { Journal, RunSummary } from '../ports/state/journal.ts';

/** The state of a run, from its journal. */
export async function loadState(journal: Journal, run: string): Promise<RunState> {
  let state = initialState;
  for await (const recorded of journal.read(run)) state = fold(state, recorded);
  return state;
}

/** The run that a name or a unique part of one means; without a name, the newest. */
export async function findRun(journal: Journal, name?: string): Promise<RunSummary> {
  const whole = name === undefined ? null : await journal.summary(name);
  if (whole) return whole;
  const runs = (await journal.runs()).filter(({ events }) => events > 0);
  if (name === undefined) {
    const newest = await newestOf(runs, journal);
    if (newest) return newest;
    throw new ConfigError('there are no runs here yet; start one with: pawl run "<request>"', 'unknown_run');
  }
  const matches = ways.map((way) => runs.filter(({ run }) => name !== '' && way(run, name)));
  const nearest = matches.find((candidates) => candidates.length > 0) ?? [];
  const [only, ...more] = nearest;
  if (!only) throw new ConfigError(`there is no run ${name} here: pawl status lists them`, 'unknown_run');
  if (more.length === 0) return only;
  const [first, second, ...rest] = nearest.map(({ run }) => run);
  const others = rest.length > 0 ? ` or ${rest.length} more` : '';
  throw new ConfigError(`${name} could mean ${first} or ${second}${others}`, 'unknown_run');
}

/** A question to one agent is no run that anybody means without its name, unless there are no others. */
async function newestOf(runs: RunSummary[], journal: Journal): Promise<RunSummary | undefined> {
  for (const summary of runs) if (!(await isConsultation(summary.run, journal))) return summary;
  return runs[0];
}

async function isConsultation(run: string, journal: Journal): Promise<boolean> {
  try {
    for await (const first of journal.read(run))
      return first.type === 'run.started' && first.policy.agent !== undefined;
  } catch (error) {
    if (!(error instanceof StateDamaged)) throw error;
  }
  return false;
}

/** From the most exact: a name, the id at its end, its beginning, any part of it. */
const ways: ((run: string, name: string) => boolean)[] = [
  (run, name) => run === name,
  (run, name) => run.endsWith(`-${name}`),
  (run, name) => run.startsWith(name),
  (run, name) => run.includes(name),
];

/** The newest run that has not ended and that nobody works on. */
export async function newestUnfinished(journal: Journal): Promise<RunSummary> {
  const unfinished = (await journal.runs()).filter(({ exit_code, events }) => exit_code === null && events > 0);
  const [first] = unfinished;
  const free = unfinished.find(({ owner }) => owner === null);
  if (free) return free;
  if (!first)
    throw new ConfigError(`there is no unfinished run to resume${await stoppedAtLimit(journal)}`, 'nothing_to_resume');
  const others = unfinished.length > 1 ? `, like ${unfinished.length - 1} more` : '';
  throw new ConfigError(
    `run ${first.run} is already running in ${first.owner}${others}: pawl log ${first.run} --follow shows it`,
    'owned',
  );
}

/** The newest run that a limit has ended, and the command with which it goes on; '' where there is none. */
async function stoppedAtLimit(journal: Journal): Promise<string> {
  const isStopped = ({ status }: RunSummary) => status === 'budget_exhausted' || status === 'timed_out';
  const newest = (await journal.runs()).find(isStopped);
  if (!newest) return '';
  const { run, status } = newest;
  const command = await loadState(journal, run).then(
    (state) => state.finished && resumeCommand(state, state.finished.status),
    (error: unknown) => {
      if (error instanceof StateDamaged) return null;
      throw error;
    },
  );
  return command === null
    ? ''
    : `; run ${run} stopped at its ${status === 'timed_out' ? 'time limit' : 'budget'}: ${command}`;
}
