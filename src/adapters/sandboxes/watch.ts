import { privateMemory } from './processes.ts';

export interface Watch {
  /** Aborts once the limit is passed. */
  signal: AbortSignal;
  watch(pid: number): void;
  stop(): void;
}

/** Stands in for a control group's memory limit, where none can be made: looks ten times a second. */
export function watchMemory(limit_mb: number): Watch {
  const passed = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: passed.signal,
    watch: (pid) => {
      timer = setInterval(() => {
        if (privateMemory(pid) > limit_mb * 1024 * 1024) passed.abort();
      }, 100);
    },
    stop: () => clearInterval(timer),
  };
}
