import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { TestCase, TestError, TestIdentity, TestRun } from '../../schema/judge/test-run.ts';
import type { Running } from '../runner.ts';
import { type Reading, testAt, unfinishedType } from './report.ts';

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
  const files = errors.filter(({ type }) => type === crash).map(({ file }) => `${file ?? '(runner)'} > (loads)`);
  return new Set([...tests, ...files]);
}

type Ends = NonNullable<TestError['ends']>;

/** A test in which its process ended by itself. */
export const endedIn = (test: TestIdentity, ends: Ends, line: number | null = null): TestCase => {
  const message = 'it ended the test process before it finished';
  const error: TestError = { type: earlyExit, message, stack: '', file: test.file || null, line, ends };
  return { ...test, line, status: 'failed', duration_ms: 0, error };
};

/** Of a runner whose own process runs the tests and ended by itself without a whole report: the tests that ran then ended it. */
export function endedRun(reading: Reading, running: readonly Running[], { ended, exit_code }: SandboxResult): Reading {
  if (reading.complete || running.length === 0 || ended !== 'exit' || exit_code === null) return reading;
  const cases = running.map(({ file, names, line }) => endedIn(testAt(file, names), 'run', line));
  const errors = reading.errors.filter(({ type }) => type !== unfinishedType);
  return { ...reading, cases: [...reading.cases, ...cases], errors };
}

/** The tests that ended the process of all tests. */
export const endsIn = ({ cases }: Pick<TestRun, 'cases'>): TestCase[] =>
  cases.filter(({ error }) => error?.ends === 'run');

/** What ended the process that a test without a result belonged to: another test, or a file; null where nothing did. */
export function endOf({ file }: Pick<TestCase, 'file'>, { cases, errors }: TestRun): string | null {
  const covers = (error: TestError | null, of: string): boolean =>
    error?.ends === 'run' ||
    (error?.ends === 'file' && of === file) ||
    (error?.ends === 'folder' && folderOf(of) === folderOf(file));
  const test = cases.find((one) => covers(one.error, one.file));
  if (test) return test.id;
  const error = errors.find((one) => covers(one, one.file ?? ''));
  return error ? (error.file ?? 'a crash') : null;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
