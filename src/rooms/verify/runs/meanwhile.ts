import type { BareVerdict } from '../../../schema/judge/verdict.ts';
import type { Place } from '../candidate.ts';
import type { TrialResult } from '../stage.ts';
import { signalled } from './beside.ts';

/** What is under way has been started by then, and this process only waits for it. */
const started_ms = 40;

/**
 * Runs tests and reads the changed files at the same time. Objections from reading come first, as if no test had run:
 * if they stop the change, the tests are stopped. Reading occupies this process, so it starts once the tests are
 * running.
 */
export async function meanwhile(
  place: Place,
  read: (place: Place) => Promise<BareVerdict | null>,
  test: (place: Place, underway: () => void) => Promise<TrialResult>,
): Promise<TrialResult> {
  const ended = new AbortController();
  const [underway, isUnderway] = signalled();
  const testing = test({ ...place, signal: AbortSignal.any([place.signal, ended.signal]) }, underway);
  const over = testing.then(underway, underway); // Where no command runs, and where one could not.
  await isUnderway;
  await Promise.race([new Promise((resolve) => setTimeout(resolve, started_ms)), over]);
  try {
    const verdict = await read(place);
    if (verdict === null) return await testing;
    return { verdict, run: null };
  } finally {
    ended.abort();
    await over;
  }
}
