import type { TestCase, TestError } from '../../../schema/judge/test-run.ts';
import { crash } from '../../reports/crash.ts';
import { placedError } from '../../reports/places.ts';
import { contradiction, hangType, maxReportLength, type Reading, testAt } from '../../reports/report.ts';
import { stableName } from '../../reports/stable-name.ts';
import { amount, list, record, text } from '../../reports/values.ts';
import { parseXml } from '../../reports/xml.ts';

type Element = Record<string, unknown>;

/**
 * Reads the JUnit reports of ctest and Meson: programs without files or classes, whose output is all that is known of
 * a failure. `words` are what the runner printed about each: only there it says that one took too long or crashed.
 */
export function readNative(report: string | undefined, words: ReadonlyMap<string, string>, mount_at: string): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  const root = report === undefined || report.length > maxReportLength ? null : parseXml(report);
  if (!root) return reading;
  const suites = list(record(root.testsuites ?? root).testsuite).map(record);
  for (const suite of suites) {
    const cases = list(suite.testcase).map((one) => caseOf(record(one), text(suite['@name']), words, mount_at));
    const bad = cases.filter(({ error }) => error !== null).length;
    const counted = amount(suite['@failures']) + amount(suite['@errors']);
    if (counted > bad)
      reading.errors.push(contradiction(`${counted} of ${text(suite['@name'])} failed, and ${bad} did`));
    reading.cases.push(...cases);
  }
  reading.complete = suites.length > 0 || root.testsuites !== undefined;
  return reading;
}

function caseOf(element: Element, suite: string, words: ReadonlyMap<string, string>, mount_at: string): TestCase {
  const name = text(element['@name']);
  const isOwn = suite === '' || suite === '(empty)' || name.includes(':') || text(element['@classname']) === name;
  const names = (isOwn ? [name] : [suite, name]).map(stableName);
  const output = [element['system-out'], element['system-err']].flatMap(list).map(textOf).join('\n').trim();
  const bad = [...list(element.error), ...list(element.failure)][0];
  const skipped = element.skipped !== undefined || text(element['@status']) === 'disabled';
  return {
    ...testAt('', names),
    id: names.join(' > '),
    line: null,
    status: bad !== undefined ? 'failed' : skipped ? 'skipped' : 'passed',
    duration_ms: amount(element['@time']) * 1000,
    error: bad === undefined ? null : errorOf(record(bad), output, words.get(name) ?? '', mount_at),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : text(record(value)['#text']));

function errorOf(bad: Element, output: string, word: string, mount_at: string): TestError {
  const type = /timeout/i.test(word)
    ? hangType
    : /exception|abort|segfault|signal|crash/i.test(word)
      ? crash
      : 'Failure';
  const candidates = [text(bad['@message']), output || textOf(bad['#text']), type === 'Failure' ? '' : word.trim()];
  const message = candidates.find((one) => one !== '') ?? 'the test program failed and printed nothing';
  const place = placeIn(output);
  return placedError({ type, message: failing(message), stack: output }, mount_at, place);
}

/** The lines of an output that tell of the failure, where some do; else its last ones. */
function failing(output: string): string {
  const lines = output.split('\n');
  const telling = lines.filter((line) => /\b(?:fail(?:ed|ure)?|error|assert\w*|expected|mismatch)\b/i.test(line));
  return (telling.length > 0 ? telling.slice(0, 20) : lines.slice(-20)).join('\n');
}

function placeIn(output: string): { file: string | null; line: number | null } {
  const [, file, line] = /(?:^|\s)((?:[\w.-]+\/)*[\w-]+\.(?:c|cc|cpp|cxx|h|hpp)):(\d+)/m.exec(output) ?? [];
  return { file: file ?? null, line: line === undefined ? null : Number(line) };
}
