import type { TestCase, TestError } from '../../../../schema/judge/test-run.ts';
import { placedError, relativePath, writtenError } from '../../../reports/places.ts';
import { maxReportLength, plainError, type Reading, testAt, unfinishedType } from '../../../reports/report.ts';
import { amount, list, parseJson, record, text } from '../../../reports/values.ts';
import type { Running } from '../../../runner.ts';

/** Reads what our reporters for mocha and jasmine write; where the runner died before it reported, what Node said on standard error. */
export function readMocha(report: string | undefined, stderr: string, mount_at: string): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  if (report === undefined || report.length > maxReportLength) {
    const parsed = writtenError(stderr.replace(/^.*(?:ERROR|Exception during run): */gm, ''));
    if (parsed) reading.errors.push(placedError({ ...parsed, stack: stderr.slice(0, 16_000) }, mount_at, nowhere));
    return reading;
  }
  const cases = new Map<unknown, TestCase>();
  const running = new Map<unknown, TestError>();
  let lines = 0;
  let damaged = false;
  for (const source of report.split('\n')) {
    if (source === '') continue;
    const event = record(parseJson(source));
    lines += 1;
    if (reading.complete || (lines === 1) !== (event.e === 'begin')) damaged = true;
    if (event.e === 'begin' || event.e === 'hook' || event.e === 'hooked') continue;
    if (event.e === 'end') {
      reading.complete = event.lines === lines - 1;
      continue;
    }
    const one = caseOf(event, mount_at);
    const name = one.names.join(' > ');
    if (event.e === 'run')
      running.set(event.n, plainError(unfinishedType, `did not finish: ${name}`, one.file || null));
    else if (event.e === 'fail' && event.hook === true) {
      reading.errors.push(...(one.error ? [{ ...one.error, message: `${name}: ${one.error.message}` }] : []));
      running.clear(); // What it was for is not run.
    } else if (event.e === 'pass' || event.e === 'fail' || event.e === 'pending') {
      running.delete(event.n);
      // A test can fail after it has passed.
      if (cases.get(event.n)?.status !== 'failed') cases.set(event.n, one);
    } else damaged = true;
  }
  reading.complete &&= !damaged;
  reading.cases = [...cases.values()];
  reading.errors.push(...running.values());
  return reading;
}

/** What runs, of what the reporter wrote so far; where it has not begun, the file that is loaded. */
export function runningMocha(report: string | undefined, mount_at: string, loads?: string): Running[] {
  const running = new Map<unknown, Running>();
  const hooks = new Map<unknown, Running>();
  for (const line of (report ?? '').slice(0, maxReportLength).split('\n')) {
    const event = record(parseJson(line));
    const { file, names } = caseOf(event, mount_at);
    if (event.e === 'hook' && file !== '') hooks.set(event.n, { file, names: [], line: null });
    else if (event.e === 'hooked') hooks.delete(event.n);
    else if (event.e === 'run') {
      if (file !== '') running.set(event.n, { file, names, line: null });
    } else if (event.e === 'fail' && event.hook === true) {
      running.clear();
      hooks.clear();
    } else running.delete(event.n);
  }
  if (running.size + hooks.size > 0) return [...(running.size > 0 ? running : hooks).values()];
  const last = record(parseJson((loads ?? '').trimEnd().split('\n').at(-1) ?? ''));
  const file = relativePath(text(last.file), mount_at);
  return report === undefined && last.e === 'load' && file !== '' ? [{ file, names: [], line: null }] : [];
}

const nowhere = { file: null, line: null };

function caseOf(event: Record<string, unknown>, mount_at: string): TestCase {
  const names = list(event.titles).map(text);
  const file = relativePath(text(event.file), mount_at);
  const raw = record(event.error);
  const shape = { type: text(raw.type), message: text(raw.message), stack: text(raw.stack) };
  return {
    ...testAt(file, names),
    line: null,
    status: event.e === 'pass' ? 'passed' : event.e === 'fail' ? 'failed' : 'skipped',
    duration_ms: amount(event.ms),
    error: event.e === 'fail' ? placedError(shape, mount_at, { file: file || null, line: null }) : null,
  };
}
