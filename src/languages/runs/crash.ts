import type { TestRun } from '../../schema/judge/test-run.ts';

/** The type of the error of a test, or of a file of tests, whose process a signal ended. */
export const crash = 'Crash';
/** The same where the process ended by itself, with an exit code. */
export const earlyExit = 'EarlyExit';

/** By their numbers on Linux. */
const signals = new Map([
  [4, 'SIGILL'],
  [6, 'SIGABRT'],
  [7, 'SIGBUS'],
  [8, 'SIGFPE'],
  [9, 'SIGKILL'],
  [11, 'SIGSEGV'],
  [31, 'SIGSYS'],
]);

/** The signal behind the 128+n of a shell; null where the exit code stands for itself. */
export const signalOf = (code: number): string | null => signals.get(code - 128) ?? null;

/** The error of a process that a signal ended; null for signals that only ask it to end. */
export const crashBy = (signal: string): { type: string; message: string } | null =>
  [...signals.values()].includes(signal) ? { type: crash, message: `its process was ended by ${signal}` } : null;

/** Whether tests crash that did not on base, or those of a file, or the runner itself. */
export function crashesAnew(run: TestRun, base: TestRun): boolean {
  if (run.outcome === 'crash' || run.outcome === 'memory') return true;
  const before = crashesIn(base);
  return [...crashesIn(run)].some((place) => !before.has(place));
}

function crashesIn({ cases, errors }: TestRun): Set<string> {
  const tests = cases.filter(({ error }) => error?.type === crash).map(({ id }) => id);
  const files = errors.filter(({ type }) => type === crash).map(({ file }) => `${file ?? ''} > (loads)`);
  return new Set([...tests, ...files]);
}
