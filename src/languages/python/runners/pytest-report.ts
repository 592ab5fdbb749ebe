import type { TestCase, TestError } from '../../../schema/judge/test-run.ts';
import { crash } from '../../reports/crash.ts';
import { placedError, relativePath } from '../../reports/places.ts';
import { maxReportLength, type Reading, testAt } from '../../reports/report.ts';
import { stableName } from '../../reports/stable-name.ts';
import { amount, lineNumber, list, record, text } from '../../reports/values.ts';
import { parseXml } from '../../reports/xml.ts';

/** Reads pytest's JUnit report (family xunit1, which has files and lines). */
export function readJunit(report: string | undefined, mount_at: string): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  const root = report === undefined || report.length > maxReportLength ? null : parseXml(report);
  if (!root) return reading;
  const suites = list(record(root.testsuites ?? root).testsuite).map(record);
  const cases = new Map<string, TestCase>();
  for (const element of suites.flatMap((suite) => list(suite.testcase)).map(record)) {
    const fault = list(element.error).map((inner) => errorOf(inner, element, mount_at))[0];
    if (text(element['@classname']) === '' && fault) {
      reading.errors.push(fault);
      continue;
    }
    const one = caseOf(element, fault ?? null, mount_at);
    // A test whose teardown fails too is listed twice; parameters may differ in white space alone.
    const key = JSON.stringify([one.file, element['@classname'], element['@name']]);
    const twice = cases.get(key);
    cases.set(key, twice ? { ...twice, status: 'error', error: twice.error ?? one.error } : one);
  }
  reading.cases = [...cases.values()];
  reading.complete = suites.length > 0 && suites.every(hasWhatItCounts);
  return reading;
}

/** A report that counts more failures than it has was written by somebody else, or lost some. */
function hasWhatItCounts(suite: Record<string, unknown>): boolean {
  const cases = list(suite.testcase).map(record);
  return ['failure', 'error'].every((kind) => {
    const counted = amount(suite[`@${kind}s`]);
    return counted <= cases.flatMap((element) => list(element[kind])).length;
  });
}

function caseOf(element: Record<string, unknown>, fault: TestError | null, mount_at: string): TestCase {
  const { file, line, classes } = homeOf(text(element['@classname']), placeOf(element, mount_at));
  const failure = list(element.failure).map((inner) => errorOf(inner, element, mount_at))[0] ?? null;
  const names = [...classes, stableName(text(element['@name']))];
  const skipped = element.skipped !== undefined;
  return {
    ...testAt(file, names),
    line,
    status: fault ? 'error' : failure ? 'failed' : skipped ? 'skipped' : 'passed',
    duration_ms: amount(element['@time']) * 1000,
    error: fault ?? failure,
  };
}

/**
 * The file that pytest runs a test from, and its classes there: `tests.test_a.TestFoo` in tests/test_a.py is the class
 * TestFoo. The report has the file of the function, which is another one where a test is inherited or imported.
 */
function homeOf(classname: string, { file, line }: ReturnType<typeof placeOf>) {
  const module = file.replace(/\.py$/, '').split('/');
  const parts = classname.split('.').filter((part) => part !== '');
  for (let from = 0; from < module.length; from += 1) {
    const tail = module.slice(from);
    if (tail.every((part, at) => parts[at] === part)) return { file, line, classes: parts.slice(tail.length) };
  }
  const classAt = parts.findIndex((part) => /^_*[A-Z]/.test(part));
  const home = classAt === -1 ? parts : parts.slice(0, classAt);
  if (home.length === 0 || !file.endsWith('.py')) return { file, line, classes: parts };
  return { file: `${home.join('/')}.py`, line: null, classes: parts.slice(home.length) };
}

function placeOf(element: Record<string, unknown>, mount_at: string): { file: string; line: number | null } {
  const named = text(element['@file']);
  const file = named === '' ? `${text(element['@name']).replaceAll('.', '/')}.py` : relativePath(named, mount_at);
  const line = lineNumber(element['@line']);
  return { file, line: line === null ? null : line + 1 };
}

function errorOf(inner: unknown, element: Record<string, unknown>, mount_at: string): TestError {
  const content = record(inner);
  const long = typeof inner === 'string' ? inner : text(content['#text']);
  const short = text(content['@message']).replace(/^failed on (?:setup|teardown) with "([\s\S]*)"$/, '$1');
  const place = placeOf(element, mount_at);
  const errorLines = [...long.matchAll(/^E {3,}(.*)$/gm)].map((match) => match[1] ?? '');
  const collection = short === 'collection failure';
  const message = collection ? (errorLines.at(-1) ?? long.trim().split('\n').at(-1) ?? short) : short;
  const named = /^([A-Za-z_][\w.]*): ?([\s\S]*)$/.exec(message);
  const raised = raisedIn(long, message);
  const isTyped =
    named?.[1] !== undefined && (named[1] === raised || /(?:Error|Exception|Exit|Interrupt)$/.test(named[1]));
  const fallback = /^assert\b/.test(message) ? 'AssertionError' : /^\[XPASS/.test(message) ? 'XPASS' : 'Error';
  return {
    ...placedError(
      {
        type: deadWorker.test(message) ? crash : isTyped ? (named?.[1] ?? fallback) : (raised ?? fallback),
        message: isTyped ? (named?.[2] ?? '') : message,
        stack: ownFrames(long, mount_at),
      },
      mount_at,
      place,
    ),
    ...(lastFrame(long, mount_at) ?? place),
  };
}

/** What pytest-xdist says of a test that took its process down. */
const deadWorker = /^worker '\w+' crashed while running /;

/** The type of what was raised: behind the last frame, or at the beginning of what Python itself writes below them. */
function raisedIn(long: string, message: string): string | undefined {
  const behind = /:\d+: ([A-Za-z_][\w.]*)\s*$/.exec(long.trimEnd())?.[1];
  const [first = ''] = message.split('\n');
  const below = traceback.test(long) && long.split('\n').includes(first) ? first : '';
  return behind ?? /^[A-Za-z_][\w.]*(?=:|$)/.exec(below)?.[0];
}

const traceback = /^Traceback \(most recent call last\):$/m;

/** A traceback without the frames of others: the runner's come first, and would leave no room for the project's. */
function ownFrames(long: string, mount_at: string): string {
  return long.replace(/^ {2}File "([^"\n]+)", line \d+, in .*\n(?: {4}.*\n)*/gm, (frame, path: string) =>
    isOwn(path, mount_at) ? frame : '',
  );
}

/** pytest writes the frames of the target relative to its root: `tests/test_a.py:26: KeyError`. Python has whole paths. */
function lastFrame(long: string, mount_at: string): { file: string; line: number } | null {
  const own = ([, path = '']: RegExpExecArray) => isOwn(path, mount_at);
  const python = [...long.matchAll(/^(?:E\s+| {2})File "([^"\n]+)", line (\d+)/gm)].filter(own).at(-1);
  const frame = [...long.matchAll(/^([^\s:][^:\n]*\.py):(\d+): /gm)].filter(own).at(-1);
  const [, path, line] = python ?? frame ?? [];
  return path === undefined ? null : { file: relativePath(path, mount_at), line: Number(line) };
}

function isOwn(path: string, mount_at: string): boolean {
  const relative = relativePath(path, mount_at);
  return (
    !relative.startsWith('/') && !relative.startsWith('..') && !/(?:^|\/)(?:site-packages|\.venv)\//.test(relative)
  );
}
