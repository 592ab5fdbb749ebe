import type { BareVerdict } from '../../../schema/judge/verdict.ts';
import type { Place } from '../candidate.ts';
import type { TrialResult } from '../stage.ts';
import { firstCommand } from './beside.ts';

/**
 * Runs tests, and reads while they run. What reading alone tells comes first, as if nothing had run: if it stops the
 * change, the tests are ended. It begins with their first command.
 */
export async function meanwhile(
  place: Place,
  read: (place: Place) => Promise<BareVerdict | null>,
  test: (place: Place) => Promise<TrialResult>,
): Promise<TrialResult> {
  const ended = new AbortController();
  const { sandbox, begun, begin } = firstCommand(place.sandbox);
  const testing = test({ ...place, sandbox, signal: AbortSignal.any([place.signal, ended.signal]) });
  const over = testing.then(begin, begin); // Where no command runs, and where one could not.
  await begun;
  try {
    const verdict = await read(place);
    if (verdict === null) return await testing;
    return { verdict, run: null };
  } finally {
    ended.abort();
    await over;
  }
}
