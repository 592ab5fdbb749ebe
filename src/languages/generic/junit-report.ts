import type { TestCase, TestError } from '../../schema/judge/test-run.ts';
import { placedError, relativePath } from '../reports/places.ts';
import { contradiction, maxReportLength, oneLine, type Reading, testAt } from '../reports/report.ts';
import { amount, lineNumber, list, record, text } from '../reports/values.ts';
import { parseXml } from '../reports/xml.ts';

interface JunitOptions {
  mount_at: string;
  /** The file of a test class, where the language's names tell it. */
  fileOf?: (classname: string) => string | null;
  /** Where a stack shows the fault, where the usual `path:line` is not how the language writes it. */
  placeOf?: (stack: string) => { file: string; line: number } | null;
}

/** Reads JUnit XML as most tools write it: suites in suites, cases with a class and a name. */
export function readJunitXml(report: string | undefined, options: JunitOptions): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  const root = report === undefined || report.length > maxReportLength ? null : parseXml(report);
  if (!root) return reading;
  const suites = suitesIn(record(root.testsuites ?? root), 0);
  for (const { suite, file } of suites) {
    for (const element of list(suite.testcase).map(record)) {
      const one = caseOf(element, file, options);
      // A case without a name stands for its class: a set-up that failed.
      if (text(element['@name']) === '' && one.error) reading.errors.push(one.error);
      else reading.cases.push(one);
    }
    const bad = amount(suite['@failures']) + amount(suite['@errors']);
    const cases = suitesIn({ testsuite: suite }, 0).flatMap((one) => list(one.suite.testcase).map(record));
    const isBad = (one: Record<string, unknown>) => one.failure !== undefined || one.error !== undefined;
    if (bad > 0 && suite.error === undefined && !cases.some(isBad))
      reading.errors.push(contradiction(`${bad} of ${text(suite['@name'])} failed, and none did`));
    for (const fault of list(suite.error))
      reading.errors.push(errorOf(fault, { file: file || null, line: null }, options));
  }
  reading.complete = suites.length > 0 || root.testsuites !== undefined;
  return reading;
}

interface Suite {
  suite: Record<string, unknown>;
  file: string;
}

function suitesIn(parent: Record<string, unknown>, depth: number, file = ''): Suite[] {
  if (depth > 50) return [];
  return list(parent.testsuite).flatMap((inner) => {
    const suite = record(inner);
    const suiteFile = text(suite['@file']) || file;
    return [{ suite, file: suiteFile }, ...suitesIn(suite, depth + 1, suiteFile)];
  });
}

function caseOf(element: Record<string, unknown>, suiteFile: string, options: JunitOptions): TestCase {
  const classname = text(element['@classname']);
  const named = text(element['@file']) || suiteFile;
  const file = named === '' ? (options.fileOf?.(classname) ?? '') : relativePath(named, options.mount_at);
  const line = lineNumber(element['@line']);
  const place = { file: file || null, line };
  const fault = list(element.error).map((inner) => errorOf(inner, place, options))[0];
  const failure = list(element.failure).map((inner) => errorOf(inner, place, options))[0];
  const names = [classname, text(element['@name'])].filter((name) => name !== '');
  return {
    ...testAt(file, names),
    ...(file === '' && { id: names.map(oneLine).join(' > ') }),
    line,
    status: fault ? 'error' : failure ? 'failed' : element.skipped !== undefined ? 'skipped' : 'passed',
    duration_ms: amount(text(element['@time']).replaceAll(',', '')) * 1000,
    error: fault ?? failure ?? null,
  };
}

function errorOf(
  inner: unknown,
  place: { file: string | null; line: number | null },
  options: JunitOptions,
): TestError {
  const content = record(inner);
  const stack = typeof inner === 'string' ? inner : text(content['#text']);
  const message = text(content['@message']) || (stack.trim().split('\n')[0] ?? '');
  const error = placedError({ type: text(content['@type']), message, stack }, options.mount_at, place);
  return { ...error, ...options.placeOf?.(stack) };
}
