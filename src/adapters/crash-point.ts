import type { Point } from '../ports/point.ts';

/**
 * With PAWL_CRASH_AT=N in the environment the process ends itself, as by kill -9, at the Nth durable point; with
 * PAWL_CRASH_AT=TEXT#N at the Nth of those with that text in their name.
 */
export function crashPoint(env: Record<string, string | undefined>): Point {
  const [, text = '', number = '0'] = /^(?:(.*)#)?(\d+)$/.exec(env.PAWL_CRASH_AT ?? '') ?? [];
  let remaining = Number(number);
  return (name) => {
    if (!name.includes(text)) return;
    remaining -= 1;
    if (remaining === 0) process.kill(process.pid, 'SIGKILL');
  };
}
