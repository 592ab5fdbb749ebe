import type { TestCase, TestError } from '../../../schema/judge/test-run.ts';
import { placedError, relativePath } from '../../reports/places.ts';
import { maxReportLength, oneLine, plainError, type Reading, testAt, unfinishedType } from '../../reports/report.ts';
import { stableName } from '../../reports/stable-name.ts';
import { amount, lineNumber, list, parseJson, record, text } from '../../reports/values.ts';
import type { Running } from '../../runner.ts';

type Event = Record<string, unknown>;

/** Reads what our runner wrote. */
export function readUnittest(report: string | undefined, mount_at: string): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  if (report === undefined || report.length > maxReportLength) return reading;
  let running: TestError | null = null;
  let lines = 0;
  let damaged = false;
  for (const source of report.split('\n')) {
    if (source === '') continue;
    const event: Event = record(parseJson(source));
    lines += 1;
    if (reading.complete || (lines === 1) !== (event.e === 'begin')) damaged = true;
    if (event.e === 'run') {
      const names = list(event.names).map(text).join(' > ');
      running = plainError(unfinishedType, `did not finish: ${oneLine(names)}`, text(event.file) || null);
    } else if (event.e === 'test' || event.e === 'unloaded') running = null;
    if (event.e === 'test') reading.cases.push(caseOf(event, mount_at));
    else if (event.e === 'unloaded') reading.errors.push(unloaded(event, mount_at));
    else if (event.e === 'fault') {
      const error = errorOf(record(event.error), { file: null, line: null }, mount_at);
      reading.errors.push({ ...error, message: `${oneLine(text(event.what))}: ${error.message}` });
    } else if (event.e === 'end') reading.complete = event.lines === lines - 1;
    else if (!/^(?:begin|run|skip|load|loaded)$/.test(text(event.e))) damaged = true;
  }
  reading.complete &&= !damaged;
  if (running) reading.errors.push(running);
  return reading;
}

/** The test that runs, or the module that is loaded; its key is what the runner of ours is told. */
export function runningUnittest(report: string | undefined): Running[] {
  const lines = (report ?? '').slice(-maxReportLength).split('\n');
  const event = record(parseJson(lines.findLast((line) => line !== '') ?? ''));
  if (event.e === 'load') return [{ file: text(event.file), names: [], line: null, key: text(event.file) }];
  if (event.e !== 'run') return [];
  const names = list(event.names).map(text);
  const file = text(event.file);
  return [{ file, names: names.map(stableName), line: lineNumber(event.line), key: [file, ...names].join('\n') }];
}

function caseOf(event: Event, mount_at: string): TestCase {
  const names = list(event.names).map(text).map(stableName);
  const file = text(event.file);
  const line = lineNumber(event.line);
  const errors = list(event.errors).map((raw) => errorOf(record(raw), { file: file || null, line }, mount_at));
  const [first, ...others] = errors;
  const message = [first, ...others].map((error) => error?.message).join('\n');
  const status = event.status === 'passed' || event.status === 'skipped' ? event.status : null;
  return {
    ...testAt(file, names),
    line,
    status: first ? (event.status === 'error' ? 'error' : 'failed') : (status ?? 'error'),
    duration_ms: amount(event.ms),
    error: first
      ? { ...first, message: message.slice(0, 4000) }
      : status
        ? null
        : plainError('Error', 'the test had no result', file),
  };
}

/** The deepest frame that is the target's own. */
function errorOf(raw: Event, fallback: { file: string | null; line: number | null }, mount_at: string): TestError {
  const shape = { type: text(raw.type), message: text(raw.message), stack: text(raw.stack) };
  const frames = list(raw.frames).map((frame) => {
    const [path, line] = list(frame);
    return { file: text(path), line: lineNumber(line) };
  });
  const ownFrame = frames
    .filter(({ file }) => file !== '' && !/^\/|^<|(?:^|\/)(?:site-packages|\.venv|venv)\//.test(file))
    .at(-1);
  return { ...placedError(shape, mount_at, fallback), ...(ownFrame ?? fallback) };
}

/** A module that does not load: unittest keeps the traceback of why as a text. */
function unloaded(event: Event, mount_at: string): TestError {
  const trace = text(event.text);
  const places = [...trace.matchAll(/^\s*File "([^"]+)", line (\d+)/gm)].map(([, path = '', line]) => ({
    file: relativePath(path, mount_at),
    line: Number(line),
  }));
  const ownPlace = places.filter(({ file }) => !/^\/|^<|(?:^|\/)(?:site-packages|\.venv|venv)\//.test(file)).at(-1);
  const last = trace.trim().split('\n').at(-1) ?? '';
  const [, type = 'ImportError', message = last] = /^([A-Za-z_][\w.]*)(?:: (.*))?$/.exec(last) ?? [];
  const module = text(event.module);
  const place = ownPlace ?? { file: `${module.replaceAll('.', '/')}.py`, line: null };
  return placedError({ type, message: `${module}: ${message}`, stack: trace }, mount_at, place);
}
