import type { Sandbox } from '../../../ports/outside/sandbox.ts';
import type { Place } from '../candidate.ts';

/** Work that is done while the tests run, because it is needed if they pass. */
export interface Beside<T> {
  result(): Promise<T>;
  /** Its first command begins, or it is over. */
  underway: Promise<void>;
  /** Ends what nobody waits for any more. */
  stop(): Promise<void>;
}

/** Begins with `begun`, which need never come. */
export function beside<T>(place: Place, begun: Promise<void>, work: (place: Place) => Promise<T>): Beside<T> {
  const stopped = new AbortController();
  const signal = AbortSignal.any([place.signal, stopped.signal]);
  const own = firstCommand(place.sandbox);
  const working = Promise.race([begun, abortOf(signal)]).then(() => {
    signal.throwIfAborted();
    return work({ ...place, sandbox: own.sandbox, signal });
  });
  const ended = working.then(
    () => undefined,
    () => undefined, // Whoever asks for the result gets the fault.
  );
  return {
    result: () => working,
    underway: Promise.race([own.begun, ended]),
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
}

/** A sandbox that reports when its first command starts; before that, work in this process delays everything. */
export function firstCommand(sandbox: Sandbox): { sandbox: Sandbox; begun: Promise<void>; begin: () => void } {
  const [begin, begun] = signalled();
  const run: Sandbox['run'] = (command, signal) => {
    const result = sandbox.run(command, signal);
    begin();
    return result;
  };
  return { sandbox: { ...sandbox, run }, begun, begin };
}

/** What says that something has happened, and what waits for it. */
export function signalled(): [say: () => void, said: Promise<void>] {
  const happened = new AbortController();
  return [() => happened.abort(), abortOf(happened.signal)];
}

const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
