import type { SandboxResult } from '../../ports/outside/sandbox.ts';
import type { TestCase, TestError } from '../../schema/judge/test-run.ts';
import { placedError, writtenError } from '../reports/places.ts';
import { contradiction, maxReportLength, plainError, type Reading, testAt } from '../reports/report.ts';
import type { Running } from '../runner.ts';
import { type Point, summary, TapReader } from './tap-document.ts';

interface TapOptions {
  mount_at: string;
  /** Whether the name of an outermost subtest is the test file that it stands for. */
  isFile?: (name: string) => boolean;
  /** Why the command failed, as far as it said so; null where it did not: then its points must be all there. */
  failure: TestError | null;
}

/**
 * Reads TAP as most producers write it, one document or several: each test point that has no points of its own is a
 * test. Other output between the lines is ignored. Complete where every list of points keeps to its own plan and count:
 * what else wrote into the output shows there.
 */
export function readTap(report: string | undefined, options: TapOptions): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  if (report === undefined || report.length > maxReportLength) return reading;
  const reader = new TapReader();
  for (const line of report.split(/\r?\n/)) reader.read(line);
  const { points, faults, early, documents } = reader.end();
  const failed = points.filter((point) => isFailedFile(point, options));
  reading.cases = points.filter((point) => !failed.includes(point)).map((point) => caseOf(point, options));
  reading.errors = [
    ...faults.map((fault) => (fault.startsWith('Bail out') ? plainError('BailOut', fault) : contradiction(fault))),
    ...failed.map((point) => fileError(point, failed.length === 1 ? options.failure : null)),
  ];
  // A program that died on the way says no more than it got to.
  if (early.length > 0) reading.errors.push(ended(options) ?? contradiction(early[0] ?? ''));
  // One that died in its first test has begun at least.
  else if (documents === 0 && options.failure && options.failure.type !== 'EarlyExit' && runningTap(report).length > 0)
    reading.errors.push({ ...options.failure, ...ended(options), ends: 'run' });
  reading.complete = documents > 0 && faults.length === 0 && (early.length === 0 || options.failure !== null);
  return reading;
}

/** A file that ended before any test of its own: its point tells how its process did. */
function isFailedFile({ names: [name = '', ...rest], ok, skipped, notes }: Point, { isFile }: TapOptions): boolean {
  return !ok && !skipped && rest.length === 0 && isFile?.(name) === true && exitCode.test(notes);
}

const exitCode = /^\s*exitCode:\s*(\S+)/m;

/** `failure` is what the command said, where no other file can have made it say so. */
function fileError({ names: [file = ''], notes }: Point, failure: TestError | null): TestError {
  if (failure && failure.type !== 'EarlyExit') return { ...failure, file, line: null };
  const message = `the file failed outside its tests: exit code ${exitCode.exec(notes)?.[1]}`;
  return { ...plainError('Error', message, file), ends: 'file' };
}

/** What ended the program, of the file that it ran; where it was thrown by a file under test, nobody knows which that is. */
function ended({ failure, isFile }: TapOptions): TestError | null {
  return failure?.file && isFile && !isFile(failure.file) ? { ...failure, file: null, line: null } : failure;
}

/** The test that a document has got to, where it names tests by comments: the last that began. */
export function runningTap(report = ''): Running[] {
  const lines = report.slice(-maxReportLength).split(/\r?\n/);
  const last = lines.findLast((line) => /^\s*# /.test(line))?.trim() ?? '';
  const name = last.replace(/^# (?:Subtest: )?/, '').trim();
  if (name === '' || (summary.test(last.slice(2)) && !last.startsWith('# Subtest: '))) return [];
  return [{ file: '', names: [name], line: null }];
}

/** Test points, and how far it has got; what tests print besides is none. */
export function progressOfTap(report = ''): string {
  const points = report.match(/^ *(?:not )?ok\b/gm) ?? [];
  return `${points.length} ${runningTap(report)[0]?.names.join('') ?? ''}`;
}

/** The tests that a command's output names, where all of it is there and is TAP that agrees with itself; else null. */
export function tapInOutput(result: SandboxResult, options: Omit<TapOptions, 'failure'>): Reading | null {
  if ((result.cut_bytes ?? 0) > 0 || !/^(?:TAP version \d+|1\.\.\d+)/m.test(result.stdout)) return null;
  const reading = readTap(result.stdout, { ...options, failure: tapFailure(result, options.mount_at) });
  return reading.complete && reading.cases.length > 0 ? reading : null;
}

/** How a command failed that should have written TAP: what its engine said on standard error, or its exit code. */
export function tapFailure(
  { exit_code, stderr }: Pick<SandboxResult, 'exit_code' | 'stderr'>,
  mount_at: string,
): TestError | null {
  if (exit_code === 0) return null;
  // An error without a stack is written in brackets.
  const parsed = writtenError(stderr.replace(/^\[(\w*Error\b.*)\]$/gm, '$1'));
  if (!parsed) return plainError('EarlyExit', `the tests ended before their plan, with exit code ${exit_code}`);
  return placedError({ ...parsed, stack: stderr.slice(-16_000) }, mount_at, { file: null, line: null });
}

function caseOf({ names, ok, skipped, notes }: Point, { mount_at, isFile }: TapOptions): TestCase {
  const [first = '', ...rest] = names;
  const file = isFile?.(first) && rest.length > 0 ? first : '';
  const titles = (file === '' ? names : rest).map((name) => (name === '' ? '(unnamed)' : name));
  return {
    ...testAt(file, titles),
    line: null,
    status: skipped ? 'skipped' : ok ? 'passed' : 'failed',
    duration_ms: Number(/^\s*duration_ms:\s*([\d.]+)/m.exec(notes)?.[1] ?? 0),
    error: ok || skipped ? null : errorOf(titles.at(-1) ?? '', notes, mount_at, file || null),
  };
}

function errorOf(title: string, notes: string, mount_at: string, file: string | null): TestError {
  const value = (name: string): string =>
    (
      new RegExp(`^\\s*${name}:[ \\t]*(?:\\|-?|>-?)?[ \\t]*\\n?[ \\t]*(.+(?:\\n(?![ \\t]*[\\w-]+:).+)*)`, 'm').exec(
        notes,
      )?.[1] ?? ''
    )
      .replace(/\s*\n\s*/g, ' ')
      .trim()
      .replace(/^(["'])(.*)\1$/s, '$2');
  const [expected, actual] = [value('expected') || value('wanted'), value('actual') || value('found')];
  const compared = expected === '' && actual === '' ? '' : `expected ${expected}, got ${actual}`;
  const reason = value('message') || value('error');
  const message = [reason === '' ? title : reason, compared].filter((part) => part !== '').join(': ');
  const type = value('name') || value('type') || 'AssertionError';
  return placedError({ type: /^\w+$/.test(type) ? type : 'AssertionError', message, stack: notes }, mount_at, {
    file,
    line: null,
  });
}
