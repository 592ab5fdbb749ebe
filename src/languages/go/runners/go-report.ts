import type { TestCase, TestError } from '../../../schema/judge/test-run.ts';
import { contradiction, maxReportLength, oneLine, plainError, type Reading, testAt } from '../../runs/report.ts';
import { amount, parseJson, record, text } from '../../runs/values.ts';
import { buildErrors } from './compile-errors.ts';
import { errorIn, type Place } from './go-output.ts';

interface GoTree {
  mount_at: string;
  /** The module's path, which packages are named by. */
  module: string;
}

interface Entry {
  package: string;
  name: string;
  status: 'run' | 'pass' | 'fail' | 'skip';
  seconds: number;
  output: string;
  /** Whether it was said to begin. */
  began: boolean;
}

const fresh = { status: 'run' as const, seconds: 0, output: '', began: false };

/** Reads the events of `go test -json`, with `path:line:func TestName(` lines that say where functions are. */
export function readGoTest(
  report: string | undefined,
  names: string | undefined,
  tree: GoTree,
): { reading: Reading; output: string } {
  const reading: Reading = { cases: [], errors: [], complete: false };
  if (report === undefined || report.length > maxReportLength) return { reading, output: '' };
  const places = placesOf(names ?? '');
  const tests = new Map<string, Entry>();
  const packages = new Map<string, Entry>();
  const builds = new Map<string, string>();
  let plain = '';

  for (const source of report.split('\n')) {
    if (source === '') continue;
    const event = record(parseJson(source));
    const [action, name] = [text(event.Action), text(event.Package)];
    if (action === '')
      plain += `${source}\n`; // Before Go 1.24 a build's errors are not events.
    else if (action === 'build-output') {
      const unit = text(event.ImportPath);
      builds.set(unit, (builds.get(unit) ?? '') + text(event.Output));
    } else if (name !== '') {
      const test = text(event.Test);
      const entries = test === '' ? packages : tests;
      const key = `${name}\0${test}`;
      const entry = entries.get(key) ?? { package: name, name: test, ...fresh };
      entries.set(key, entry);
      const ended = (packages.get(`${name}\0`)?.status ?? 'run') !== 'run';
      if (action === 'run') entry.began = true;
      if (test !== '' && ended) reading.errors.push(contradiction(`${test} of ${name} behind the end`));
      if (action === 'output') entry.output = (entry.output + text(event.Output)).slice(-32_000);
      else if (action === 'pass' || action === 'fail' || action === 'skip') {
        if (test !== '' && !entry.began) reading.errors.push(contradiction(`a result of ${test}, which never began`));
        else if (entry.status !== 'run' && entry.status !== action)
          reading.errors.push(contradiction(`two results of ${test || name}`));
        // A line that a test prints can look like a result: what failed once has failed.
        if (entry.status !== 'fail') entry.status = action;
        entry.seconds = amount(event.Elapsed);
      }
    }
  }

  const unbuilt = [...builds.values(), plain].flatMap((output) => buildErrors(output, tree.mount_at));
  reading.errors.push(...unbuilt);
  for (const entry of tests.values()) {
    const place = placeOf(entry, places, tree);
    if (entry.status === 'run') reading.errors.push(unfinished(entry, place));
    else reading.cases.push(caseOf(entry, place, tree));
  }
  const explained = new Set(
    [...tests.values()].filter(({ status }) => /run|fail/.test(status)).map((test) => test.package),
  );
  for (const unit of builds.keys()) explained.add(unit.split(' ')[0] ?? '');
  for (const [, name = ''] of plain.matchAll(/^(?:# |FAIL\t)(\S+)/gm)) explained.add(name);
  for (const entry of packages.values()) {
    const isExplained = explained.has(entry.package) || /\[(?:build|setup) failed\]/.test(entry.output);
    if (entry.status === 'fail' && !isExplained) reading.errors.push(packageError(entry, tree));
  }
  const named = new Set([...tests.values(), ...packages.values()].map((entry) => entry.package));
  const ended = (name: string) => (packages.get(`${name}\0`)?.status ?? 'run') !== 'run';
  reading.complete = named.size > 0 ? [...named].every(ended) : unbuilt.some(({ file }) => file !== null);
  const output = [...packages.values()].map((entry) => entry.output).join('');
  return { reading, output: plain + [...builds.values()].join('') + output };
}

function caseOf(entry: Entry, { file, line }: Place, tree: GoTree): TestCase {
  const names = entry.name.split('/');
  const folder = folderOf(entry.package, tree.module);
  return {
    ...testAt(file, names),
    line: names.length === 1 ? line : null,
    status: entry.status === 'pass' ? 'passed' : entry.status === 'skip' ? 'skipped' : 'failed',
    duration_ms: entry.seconds * 1000,
    error: entry.status === 'fail' ? errorIn(entry.output, folder, { file, line }, tree.mount_at) : null,
  };
}

function unfinished(entry: Entry, { file }: Place): TestError {
  const type = /^panic: test timed out after /m.test(entry.output) ? 'Timeout' : 'Unfinished';
  return plainError(type, `did not finish: ${oneLine(entry.name.split('/').join(' > '))}`, file);
}

/** A package that fails although no test of it does: TestMain, an init function, an exit. */
function packageError(entry: Entry, { module, mount_at }: GoTree): TestError {
  const folder = folderOf(entry.package, module);
  const error = errorIn(entry.output, folder, { file: folder === '' ? '.' : folder, line: null }, mount_at);
  return { ...error, message: `${entry.package}: ${error.message}` };
}

/** By folder and function: where each test function is. */
function placesOf(names: string): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const [, path = '', line, name = ''] of names.matchAll(/^(?:\.\/)?(.+_test\.go):(\d+):func (\w+)/gm)) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    places.set(`${folder}\0${name}`, { file: path, line: Number(line) });
  }
  return places;
}

function placeOf(entry: Entry, places: Map<string, Place>, { module }: GoTree): Place {
  const folder = folderOf(entry.package, module);
  const place = places.get(`${folder}\0${entry.name.split('/')[0]}`);
  return place ?? { file: folder === '' ? '.' : folder, line: null };
}

function folderOf(name: string, module: string): string {
  if (module === '' || name === module) return module === '' ? name : '';
  return name.startsWith(`${module}/`) ? name.slice(module.length + 1) : name;
}
