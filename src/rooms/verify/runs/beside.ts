/** Work that is done while the tests run, because it is needed if they pass. */
export interface Beside<T> {
  result(): Promise<T>;
  /** Ends what nobody waits for any more. */
  stop(): Promise<void>;
}

export function beside<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Beside<T> {
  const stopped = new AbortController();
  const working = work(AbortSignal.any([signal, stopped.signal]));
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
