import { stripEscapes } from '../../../../code/text.ts';
import type { TestCase, TestError } from '../../../../schema/judge/test-run.ts';
import { crash, crashBy, earlyExit } from '../../../reports/crash.ts';
import { placedError, relativePath, writtenError } from '../../../reports/places.ts';
import { maxReportLength, type Reading, testAt } from '../../../reports/report.ts';
import { amount, lineNumber, list, parseJson, record, text } from '../../../reports/values.ts';
import { progressIn } from '../../../runs/progress.ts';

/**
 * Reads the JSON report of jest, which vitest writes too, and the faults outside tests that our reporter wrote. Without
 * a report, the tests that ended before their runner was.
 */
export function readJestReport(
  reports: Record<string, string>,
  files: { report: string; faults: string; progress: string },
  mount_at: string,
): Reading {
  const [report, faults] = [reports[files.report], reports[files.faults]];
  const reading = readReport(report, faults, mount_at);
  return report === undefined ? { ...reading, cases: endedIn(reports[files.progress], mount_at) } : reading;
}

function endedIn(progress: string | undefined, mount_at: string): TestCase[] {
  return progressIn(progress, mount_at)
    .filter(({ e }) => e === 'end')
    .map(({ file, names, raw: { status, ms, messages } }) => {
      const [ancestorTitles, title] = [names.slice(0, -1), names.at(-1)];
      return caseOf({ ancestorTitles, title, status, duration: ms, failureMessages: messages }, file, mount_at);
    });
}

function readReport(report: string | undefined, faults: string | undefined, mount_at: string): Reading {
  const content = record(report === undefined || report.length > maxReportLength ? null : parseJson(report));
  const files = Array.isArray(content.testResults) ? content.testResults.map(record) : null;
  const faultList = record(parseJson((faults ?? '').slice(0, maxReportLength))).faults;
  const errors = list(faultList).map((fault) => faultOf(record(fault), mount_at));
  if (!files) return { cases: [], errors, complete: false };

  const cases: TestCase[] = [];
  for (const file of files) {
    const path = relativePath(text(file.name), mount_at);
    const fileCases = list(file.assertionResults).map((result) => caseOf(record(result), path, mount_at));
    cases.push(...fileCases);
    const explained = fileCases.some((one) => one.error) || errors.some((error) => error.file === path);
    if (file.status === 'failed' && !explained && !Array.isArray(faultList))
      errors.push(fileError(file, path, mount_at));
  }
  return { cases, errors, complete: true };
}

function caseOf(result: Record<string, unknown>, file: string, mount_at: string): TestCase {
  const names = [...list(result.ancestorTitles), result.title].map(text);
  const status = result.status === 'passed' || result.status === 'failed' ? result.status : 'skipped';
  const line = lineNumber(record(result.location).line);
  return {
    ...testAt(file, names),
    line,
    status,
    duration_ms: amount(result.duration),
    error: status === 'failed' ? failureOf(list(result.failureMessages).map(text), { file, line }, mount_at) : null,
  };
}

/** A failure message is the error's stack: `TypeError: text`, then frames. */
function failureOf(messages: string[], place: { file: string; line: number | null }, mount_at: string): TestError {
  const stack = messages.join('\n');
  const plain = stripEscapes(stack);
  const head = plain.split(/\n {4}at /)[0] ?? '';
  const parsed = writtenError(head.split('\n')[0] ?? '');
  const message = parsed ? head.slice(head.indexOf(':') + 1).trim() : head.trim();
  return placedError({ type: parsed?.type ?? 'Error', message, stack }, mount_at, place);
}

function faultOf(fault: Record<string, unknown>, mount_at: string): TestError {
  const file = fault.file === null ? null : relativePath(text(fault.file), mount_at);
  const stack = text(fault.stack);
  const dead = deadWorker(fault);
  const raw = { ...(dead ?? { type: text(fault.type), message: text(fault.message) }), stack };
  const placed = placedError(raw, mount_at, { file, line: null });
  const error: TestError = dead ? { ...placed, file, ends: file === null ? 'run' : 'file' } : placed;
  // A file that does not load is named, wherever the fault in it is.
  return file === null || error.file === file ? error : { ...error, message: `${file}: ${error.message}` };
}

/** A worker that is gone; vitest says so without its signal. */
function deadWorker(fault: Record<string, unknown>): { type: string; message: string } | null {
  const [, signal] = /^A jest worker process .*was terminated.*: signal=(SIG\w+)/.exec(text(fault.message)) ?? [];
  if (signal !== undefined) return crashBy(signal);
  const [, code] =
    /^A jest worker process .* crashed for an unknown reason: exitCode=(\d+)/.exec(text(fault.message)) ?? [];
  if (code !== undefined) return { type: earlyExit, message: `its process ended by itself, with exit code ${code}` };
  const isGone = [fault.message, fault.cause].some((part) => /^Worker exited unexpectedly/.test(text(part)));
  return isGone ? { type: crash, message: 'the process that ran some test files ended unexpectedly' } : null;
}

function fileError(file: Record<string, unknown>, path: string, mount_at: string): TestError {
  const message = text(file.message) || 'the file failed outside its tests';
  return placedError({ type: writtenError(message)?.type ?? 'Error', message, stack: '' }, mount_at, {
    file: path,
    line: null,
  });
}
