import type { Clock } from '../../ports/clock.ts';

/** A longer timer fires at once in Node. */
const longestTimer = 2 ** 31 - 1;

export function systemClock(): Clock {
  return { now: () => Date.now(), sleep };
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let remaining = ms; remaining > 0 && !signal?.aborted; remaining = until - performance.now()) {
    await nap(Math.min(remaining, longestTimer), signal);
  }
}

function nap(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake, { once: true });
  });
}
