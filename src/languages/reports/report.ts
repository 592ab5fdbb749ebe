import { redact } from '../../code/redact.ts';
import { shortText, stripEscapes, tail } from '../../code/text.ts';
import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { TestCase, TestError, TestIdentity, TestRun } from '../../schema/judge/test-run.ts';

/** A larger report is not read: it would only be there to be too large. */
export const maxReportLength = 64 * 1024 * 1024;

/** The type of the error of a test, or of a file, that was ended because it did not end by itself. */
export const hangType = 'Hang';
/** The type of the error of what ran when its runner was ended. */
export const unfinishedType = 'Unfinished';

/** The type of the error of a part that reported no test, beside others that did. */
export const silentPart = 'SilentPart';

/** The type of the error of a command that ended without a report. */
export const noReport = 'NoReport';

export interface Reading {
  cases: TestCase[];
  errors: TestError[];
  /** False when the report is missing, cut short or not the runner's. */
  complete: boolean;
}

/** Puts what a report said and how its command ended together. */
export function testRun(
  runner: { id: string; evidence: TestRun['evidence']; goodCodes?: number[] },
  result: SandboxResult,
  reading: Reading,
): TestRun {
  const outcome = outcomeOf(result, reading);
  const errors = [...reading.errors];
  const bad = reading.cases.some((one) => one.status === 'failed' || one.status === 'error');
  const good = (runner.goodCodes ?? [0]).includes(result.exit_code ?? -1);
  if (outcome === 'ok' && !good && !bad && errors.length === 0) {
    errors.push(plainError('ExitCode', `the runner exited with code ${result.exit_code} although no test failed`));
  }
  if (outcome === 'no_report') {
    errors.push(plainError(noReport, `the runner exited with code ${result.exit_code} without a readable report`));
  }
  return {
    runner: runner.id,
    outcome,
    evidence: runner.evidence,
    cases: withUniqueIds(reading.cases),
    errors,
    duration_ms: result.duration_ms,
    exit_code: result.exit_code,
    signal: result.signal,
    output_tail: outputTail(result),
  };
}

/** Which test a report means, its names each on one line; it has the same id in every run. */
export function testAt(file: string, names: string[]): TestIdentity {
  const lines = names.map(oneLine);
  const place = file === '' ? [] : [oneLine(file)];
  return { id: [...place, ...lines.map(stable)].join(' > '), file, names: lines };
}

/** A name without what chance or the clock put into it: such numbers are others in every run. */
const stable = (name: string): string => name.replace(chance, '…');

const chance =
  /\d+\.\d{12,}(?:e[+-]?\d+)?|\b1[6-9]\d{11}\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?|\b\d\d:\d\d:\d\d GMT[+-]\d{4}/g;

/** A name as it can be shown on one line. */
export function oneLine(name: string): string {
  return shortText(stripEscapes(name).replace(/\s+/g, ' ').trim(), 500);
}

export function plainError(type: string, message: string, file: string | null = null): TestError {
  return { type, message, stack: '', file, line: null };
}

/** A report that cannot be true: something besides the runner wrote into it. */
export function contradiction(message: string, file: string | null = null): TestError {
  return plainError('Contradiction', `the report contradicts itself: ${oneLine(message)}`, file);
}

/** The last 4 KB of both streams, without secrets; standard error gets at most half where both are long. */
export function outputTail(result: SandboxResult): string {
  const limit = 4096;
  // A secret cut in two is not known as one: far more is looked at than is kept.
  const [out, err] = [result.stdout, result.stderr].map((stream) =>
    tail(redact(stripEscapes(tail(stream, 16 * limit))), 4 * limit).trimEnd(),
  );
  const stderr = tail(err ?? '', Math.max(limit / 2, limit - (out ?? '').length - 1));
  return tail([out, stderr].filter(Boolean).join('\n'), limit);
}

function outcomeOf(result: SandboxResult, reading: Reading): TestRun['outcome'] {
  if (result.ended !== 'exit') return result.ended;
  if (result.exit_code === null) return 'crash';
  return reading.complete ? 'ok' : 'no_report';
}

function withUniqueIds(cases: TestCase[]): TestCase[] {
  const counts = new Map<string, number>();
  return cases.map((one) => {
    const times = (counts.get(one.id) ?? 0) + 1;
    counts.set(one.id, times);
    return times === 1 ? one : { ...one, id: `${one.id} #${times}` };
  });
}
