import type { TestCase, TestError } from '../../../../schema/judge/test-run.ts';
import { crash, crashBy, endedIn } from '../../../reports/crash.ts';
import { placedError, writtenError } from '../../../reports/places.ts';
import { maxReportLength, oneLine, plainError, type Reading, testAt, unfinishedType } from '../../../reports/report.ts';
import { amount, list, parseJson, record, text } from '../../../reports/values.ts';
import { lastBegun, type Place, placeOf } from './node-test-watch.ts';

/** Reads what our reporter wrote: its lines, what was running when it was last looked at, and what files began last. */
export function readNodeTest(
  reports: Record<string, string>,
  files: { report: string; running: string; begun: string | null },
  mount_at: string,
): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  const [report, running] = [reports[files.report], reports[files.running]];
  if (report === undefined || report.length > maxReportLength) return reading;
  let { left } = record(parseJson((running ?? '').slice(0, maxReportLength)));
  let notes: TestError[] = [];
  const faults = new Map<string, TestError>();
  let lines = 0;
  let damaged = false;

  for (const source of report.split('\n')) {
    if (source === '') continue;
    const event = record(parseJson(source));
    lines += 1;
    if (reading.complete || (lines === 1) !== (event.e === 'begin')) damaged = true;
    if (event.e === 'note') notes.push(noteError(text(event.message), mount_at));
    else if (event.e === 'pass' || event.e === 'fail') {
      const place = placeOf(event, mount_at);
      if (place.isFile) {
        if (event.e === 'fail' && notes.length > 0 && !crashOf(event)) reading.errors.push(...notes);
        else if (event.e === 'fail') {
          const error = fileError(event, place, mount_at);
          reading.errors.push(error);
          if (error.ends) faults.set(place.file, error);
        }
        notes = [];
      } else if (event.suite === true) reading.errors.push(...suiteErrors(event, place, mount_at));
      else reading.cases.push(caseOf(event, place, mount_at));
    } else if (event.e === 'end') {
      reading.complete = event.lines === lines - 1;
      left = event.unfinished;
    } else if (event.e !== 'begin') damaged = true;
  }
  reading.complete &&= !damaged;
  const places = list(left).map((place) => placeOf(record(place), mount_at));
  reading.errors.push(...notes);
  const ends =
    reading.complete && files.begun !== null
      ? endings(reading.cases, faults, lastBegun(reports[files.begun], mount_at))
      : [];
  const named = new Set(ends.map(({ file }) => file));
  reading.errors = reading.errors.filter(
    (error) => ![...faults].some(([file, one]) => one === error && named.has(file)),
  );
  const others = places.filter(({ file }) => !named.has(file));
  reading.errors.push(...unfinished(others, reading.complete));
  reading.cases.push(...ends);
  return reading;
}

/** Tests that began last in their file and have no result, although all has ended: their process ended with them. */
function endings(cases: TestCase[], faults: Map<string, TestError>, begun: Map<string, string[]>): TestCase[] {
  const ids = new Set(cases.map(({ id }) => id));
  return [...begun].flatMap(([file, names]) => {
    const test = testAt(file, names);
    if (ids.has(test.id)) return [];
    const [fault, ended] = [faults.get(file), endedIn(test, 'file')];
    return [fault?.type === crash ? { ...ended, error: fault } : ended];
  });
}

function caseOf(event: Record<string, unknown>, place: Place, mount_at: string): TestCase {
  const names = [...list(event.inside).map(text), place.name];
  const raw = record(event.error);
  const failure = text(raw.failure);
  const notRun = failure === 'cancelledByParent' || failure === 'hookFailed';
  const failed = event.e === 'fail';
  const skipped = event.skipped === true;
  return {
    ...testAt(place.file, names),
    line: place.line,
    status: skipped ? 'skipped' : !failed ? 'passed' : notRun ? 'error' : 'failed',
    duration_ms: amount(event.ms),
    error: failed && !skipped ? errorOf(raw, place, mount_at) : null,
  };
}

/** What a failed suite adds to its tests' own failures: a hook, or its body. */
function suiteErrors(event: Record<string, unknown>, place: Place, mount_at: string): TestError[] {
  const raw = record(event.error);
  return event.e === 'pass' || raw.failure === 'subtestsFailed' ? [] : [errorOf(raw, place, mount_at)];
}

function errorOf(raw: Record<string, unknown>, place: Place, mount_at: string): TestError {
  const message = raw.failure === 'hookFailed' ? `${text(raw.outer)}: ${text(raw.message)}` : text(raw.message);
  const type = text(raw.type) || text(raw.failure);
  return placedError({ type, message, stack: text(raw.stack) }, mount_at, place);
}

function fileError(event: Record<string, unknown>, place: Place, mount_at: string): TestError {
  const raw = record(event.error);
  const stderr = text(raw.stderr);
  const ended = raw.signal ? `signal ${text(raw.signal)}` : `exit code ${text(raw.exit) || 'unknown'}`;
  const outside = { type: 'Error', message: `the file failed outside its tests: ${ended}` };
  const written = crashOf(event) ? null : writtenError(stderr);
  const parsed = crashOf(event) ?? written ?? outside;
  const placed = placedError({ ...parsed, stack: stderr }, mount_at, { file: place.file, line: null });
  const error: TestError = written ? placed : { ...placed, ends: 'file' };
  return error.file === place.file ? error : { ...error, message: `${place.file}: ${error.message}` };
}

const crashOf = (event: Record<string, unknown>) => crashBy(text(record(event.error).signal));

/** An error that came after its test had ended; Node tells of it in a sentence only. */
function noteError(message: string, mount_at: string): TestError {
  const created = /created the error "([\s\S]*?)" (?:and would|which)/.exec(message)?.[1] ?? message;
  const parsed = writtenError(created) ?? { type: 'Error', message: created };
  const at = / at ([^\s:]+):(\d+):\d+ generated/.exec(message);
  const place = { file: at?.[1] ?? null, line: at ? Number(at[2]) : null };
  return placedError(
    { ...parsed, message: `after the test had ended: ${parsed.message}`, stack: message },
    mount_at,
    place,
  );
}

function unfinished(places: Place[], complete: boolean): TestError[] {
  return [...new Set(places.map((place) => place.file))].flatMap((file) => {
    const tests = places.filter((place) => place.file === file && !place.isFile).map((place) => oneLine(place.name));
    if (complete && tests.length === 0) return [];
    if (complete) return [plainError('EarlyExit', `the file ended before its tests did: ${tests.join(' > ')}`, file)];
    const what = tests.length > 0 ? tests.join(' > ') : 'the file itself';
    return [plainError(unfinishedType, `did not finish: ${what}`, file)];
  });
}
