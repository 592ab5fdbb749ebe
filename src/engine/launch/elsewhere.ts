import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/state/journal.ts';
import type { Recorded } from '../../schema/run/event.ts';
import type { RunEnd } from '../../schema/run/view.ts';
import { loadState } from '../load.ts';
import { endOf, type RunHandle } from '../loop/start.ts';

const pause_ms = 250;

/** A run that another process works on, followed through its journal; nothing is read before the first request. */
export function elsewhere(
  run: string,
  after: number,
  { journal, clock }: { journal: Journal; clock: Clock },
): RunHandle {
  const stop = new AbortController();
  const isWorkedOn = async () => !stop.signal.aborted && (await journal.summary(run))?.owner != null;
  const pause = () => clock.sleep(pause_ms, stop.signal);
  let done: Promise<RunEnd> | null = null;
  return {
    run,
    elsewhere: true,
    events: events(),
    stop: () => stop.abort(),
    get done() {
      done ??= end();
      return done;
    },
  };

  async function* events(): AsyncGenerator<Recorded> {
    let seq = after;
    for (;;) {
      // Looked at before reading: what was written in between is read all the same.
      const goesOn = await isWorkedOn();
      for await (const event of journal.read(run, seq)) {
        seq = event.seq;
        yield event;
      }
      if (!goesOn) return;
      await pause();
    }
  }

  async function end(): Promise<RunEnd> {
    while (await isWorkedOn()) await pause();
    return endOf(await loadState(journal, run), true, false, null);
  }
}
