import { type Survey, surveyFile, trialsFile, type WarmBatch, warmBatchFile } from '../../languages/repair/warm.ts';
import { parseJson, record } from '../../languages/reports/values.ts';
import type { RunnerCommand } from '../../languages/runner.ts';
import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { Candidate } from '../candidate.ts';
import type { Trial, TrialTime } from './trial.ts';

type Start = (command: RunnerCommand) => Promise<SandboxResult>;

/** Asks a worker what the tests do on the tree as it is. */
export async function surveyed(command: RunnerCommand, time: TrialTime, start: Start): Promise<Survey | null> {
  const { files } = await start(given(command, { candidates: [], ...time, more: 0, base: null }));
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
  const batch = { candidates: candidates.map(({ path, edits }) => ({ path, edits })), ...time, base: base.tests };
  const { files } = await start(given(command, batch));
  const trials = new Map<number, Trial>();
  for (const line of (files[trialsFile] ?? '').split('\n')) {
    const { at, failing, broken, passed } = record(parseJson(line));
    if (isCount(at) && isCount(failing) && isCount(broken) && isCount(passed))
      trials.set(at, { failing, broken, passed });
  }
  return candidates.map((_, at) => trials.get(at) ?? null);
}

const given = (command: RunnerCommand, batch: WarmBatch): RunnerCommand => ({
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
