import type { RunHandle } from '../../../app.ts';

/** The runs that this server works on, because they were answered or resumed on the page. */
export interface Works {
  take(handle: RunHandle): void;
  /** Stops them all cleanly; they can be resumed. */
  stop(): Promise<void>;
}

export function createWorks(note: (line: string) => void): Works {
  const running = new Map<RunHandle, Promise<void>>();
  return {
    take(handle) {
      if (handle.elsewhere) return;
      const ended = handle.done
        .then(
          (end) => (end.note === null ? undefined : note(end.note)),
          (error: unknown) => note(`run ${handle.run}: ${error instanceof Error ? error.message : String(error)}`),
        )
        .finally(() => running.delete(handle));
      running.set(handle, ended);
    },
    async stop() {
      for (const handle of running.keys()) handle.stop();
      await Promise.all(running.values());
    },
  };
}
