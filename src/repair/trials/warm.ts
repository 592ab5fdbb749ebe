import {
  type Outcome,
  type Probes,
  probesFile,
  type Survey,
  surveyFile,
  trialsFile,
  type WarmBatch,
  warmBatchFile,
} from '../../languages/repair/warm.ts';
import { parseJson, record } from '../../languages/reports/values.ts';
import type { RunnerCommand } from '../../languages/runner.ts';
import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { Candidate } from '../candidate.ts';
import type { Trial, TrialTime } from './trial.ts';

type Start = (command: RunnerCommand) => Promise<SandboxResult>;

/** Asks a worker what the tests do on the tree as it is. */
export async function surveyed(command: RunnerCommand, time: TrialTime, start: Start): Promise<Survey | null> {
  const { files } = await start(commandWith(command, { work: 'survey', candidates: [], ...time, more: 0, base: null }));
  const survey = parseJson(files[surveyFile] ?? '');
  return isSurvey(survey) ? survey : null;
}

/** Lets a worker try candidates; null for those that it did not get to or cannot try. */
export async function tried(
  command: RunnerCommand,
  candidates: readonly Candidate[],
  { base, ...time }: TrialTime & { base: Survey; more: number },
  start: Start,
): Promise<(Trial | null)[]> {
  const batch = { candidates: plainly(candidates), ...time, base: base.tests };
  const { files } = await start(commandWith(command, { work: 'try', ...batch }));
  const trials = new Map<number, Trial>();
  for (const line of (files[trialsFile] ?? '').split('\n')) {
    const { at, failing, broken, passed } = record(parseJson(line));
    if (isCount(at) && isCount(failing) && isCount(broken) && isCount(passed))
      trials.set(at, { failing, broken, passed });
  }
  return candidates.map((_, at) => trials.get(at) ?? null);
}

/** Lets a worker compare candidates on inputs that are like those of the tests; null where it can make none. */
export async function probed(
  command: RunnerCommand,
  candidates: readonly Candidate[],
  { base, ...time }: TrialTime & { base: Survey },
  start: Start,
): Promise<Probes | null> {
  const batch = { candidates: plainly(candidates), ...time, more: 0, base: base.tests };
  const { files } = await start(commandWith(command, { work: 'probe', ...batch }));
  const outcomes = new Map<number, Outcome[]>();
  for (const line of (files[probesFile] ?? '').split('\n')) {
    const { at, outcomes: all } = record(parseJson(line));
    if (Number.isSafeInteger(at) && Array.isArray(all) && all.every((one) => typeof one === 'string'))
      outcomes.set(at as number, all);
  }
  const length = outcomes.get(-1)?.length ?? 0;
  if (length === 0) return null;
  const of = (at: number) => (outcomes.get(at)?.length === length ? (outcomes.get(at) ?? null) : null);
  return { base: of(-1), candidates: candidates.map((_, at) => of(at)) };
}

const plainly = (candidates: readonly Candidate[]): WarmBatch['candidates'] =>
  candidates.map(({ path, edits }) => ({ path, edits }));

const commandWith = (command: RunnerCommand, batch: WarmBatch): RunnerCommand => ({
  ...command,
  provide: { ...command.provide, [warmBatchFile]: JSON.stringify(batch) },
});

/** Code under test runs beside the worker: what comes back is believed only in its shape. */
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function isSurvey(value: unknown): value is Survey {
  const { tests, lines, stuck } = record(value);
  return (
    Array.isArray(tests) &&
    typeof lines === 'object' &&
    lines !== null &&
    Array.isArray(stuck) &&
    stuck.every((place) => Array.isArray(place) && typeof place[0] === 'string' && isCount(place[1])) &&
    Object.values(lines).every((file) =>
      Object.values(record(file)).every((counts) => Array.isArray(counts) && counts.every(isCount)),
    )
  );
}
