import type { Point } from '../ports/point.ts';

/** With PAWL_CRASH_AT=N in the environment the process ends itself, as by kill -9, at the Nth durable point. */
export function crashPoint(env: Record<string, string | undefined>): Point {
  let left = Number(env.PAWL_CRASH_AT ?? 0);
  return () => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
}
