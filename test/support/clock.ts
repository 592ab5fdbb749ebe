import type { Clock } from '../../src/ports/clock.ts';

/** A clock that stands still until it is set. */
export function handClock(start = Date.UTC(2030, 0, 1)): Clock & { set(ms: number): void; pass(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
    set: (ms) => {
      now = ms;
    },
    pass: (ms) => {
      now += ms;
    },
  };
}
