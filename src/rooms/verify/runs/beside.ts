import type { Sandbox } from '../../../ports/outside/sandbox.ts';

/** Work that is done while the tests run, because it is needed if they pass. */
export interface Beside<T> {
  result(): Promise<T>;
  /** Ends what nobody waits for any more. */
  stop(): Promise<void>;
}

/** Begins with `begun`, which need never come. */
export function beside<T>(
  signal: AbortSignal,
  begun: Promise<void>,
  work: (signal: AbortSignal) => Promise<T>,
): Beside<T> {
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  const working = Promise.race([begun, abortOf(either)]).then(() => {
    either.throwIfAborted();
    return work(either);
  });
  const ended = working.then(
    () => undefined,
    () => undefined, // Whoever asks for the result gets the fault.
  );
  return {
    result: () => working,
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
}

/** A sandbox that tells when its first command begins: until then nobody waits for anything but us. */
export function firstCommand(sandbox: Sandbox): { sandbox: Sandbox; begun: Promise<void>; begin: () => void } {
  const started = new AbortController();
  const begin = () => started.abort();
  const run: Sandbox['run'] = (command, signal) => {
    const result = sandbox.run(command, signal);
    begin();
    return result;
  };
  return { sandbox: { ...sandbox, run }, begun: abortOf(started.signal), begin };
}

const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
