import type { TestCase, TestError } from '../../../schema/judge/test-run.ts';
import { crash, earlyExit } from '../../reports/crash.ts';
import {
  contradiction,
  hangType,
  maxReportLength,
  oneLine,
  plainError,
  type Reading,
  testAt,
  unfinishedType,
} from '../../reports/report.ts';
import { amount, parseJson, record, text } from '../../reports/values.ts';
import type { Running } from '../../runner.ts';
import { buildErrors } from './compile-errors.ts';
import { errorIn, type Place } from './go-output.ts';
import type { Modules } from './modules.ts';
import { stableName } from './names.ts';

interface GoTree {
  mount_at: string;
  modules: Pick<Modules, 'folderOf' | 'startOf'>;
}

interface Entry {
  package: string;
  name: string;
  status: 'run' | 'pass' | 'fail' | 'skip';
  seconds: number;
  output: string;
  /** Whether it was said to begin. */
  began: boolean;
  /** It waits for its turn beside others. */
  paused: boolean;
}

const fresh = { status: 'run' as const, seconds: 0, output: '', began: false, paused: false };

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
  const earlier: Entry[] = [];
  const packages = new Map<string, Entry>();
  const builds = new Map<string, string>();
  let plain = '';

  for (const source of report.split('\n')) {
    if (source === '') continue;
    const event = record(parseJson(source));
    const [action, name] = [text(event.Action), text(event.Package)];
    if (action === '' && source.startsWith('{"Time":'))
      continue; // It is cut.
    else if (action === '')
      plain += `${source}\n`; // Before Go 1.24 a build's errors are not events.
    else if (action === 'build-output') {
      const unit = text(event.ImportPath);
      builds.set(unit, (builds.get(unit) ?? '') + text(event.Output));
    } else if (name !== '') {
      const test = text(event.Test);
      const entries = test === '' ? packages : tests;
      const key = `${name}\0${test}`;
      let entry = entries.get(key) ?? { package: name, name: test, ...fresh };
      if (action === 'run' && entry.status !== 'run' && !isFunction(entry, places, tree)) {
        // A test of test tools may run several of one name. No function of the package runs twice.
        earlier.push(entry);
        entry = { package: name, name: test, ...fresh };
      }
      entries.set(key, entry);
      const ended = (packages.get(`${name}\0`)?.status ?? 'run') !== 'run';
      if (action === 'run') entry.began = true;
      if (action === 'pause' || action === 'cont') entry.paused = action === 'pause';
      if (test !== '' && ended) reading.errors.push(contradiction(`${test} of ${name} after the end`));
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

  const units = [...builds].map(([unit, output]) => ({ output, of: unit.split(' ')[0] ?? '' }));
  const unbuilt = [...units, ...plain.split(/^(?=# )/m).map((output) => ({ output, of: unitOf(output) }))].flatMap(
    ({ output, of }) => buildErrors(output, tree.mount_at, tree.modules.startOf(of)),
  );
  reading.errors.push(...unbuilt);
  const entries = [...earlier, ...tests.values()];
  const isDeliberate = deliberateIn(entries, packages, places, tree);
  for (const entry of entries) {
    const place = placeOf(entry, places, tree);
    const program = packages.get(`${entry.package}\0`);
    if (entry.status !== 'run')
      reading.cases.push(caseOf(isDeliberate(entry) ? { ...entry, status: 'pass' } : entry, place, tree));
    else if (program === undefined || program.status === 'run')
      reading.errors.push(plainError(unfinishedType, `did not finish: ${displayName(entry)}`, place.file));
    else if (!entry.paused && isInnermost(entry, entries))
      reading.cases.push(endedWith(program, entry, entries, place, tree));
  }
  const explained = new Set(
    entries.filter((entry) => /run|fail/.test(entry.status) && !isDeliberate(entry)).map((test) => test.package),
  );
  for (const { of } of units) explained.add(of);
  for (const [, name = ''] of plain.matchAll(/^(?:# |FAIL\t)(\S+)/gm)) explained.add(name);
  for (const entry of packages.values()) {
    const isExplained = explained.has(entry.package) || /\[(?:build|setup) failed\]/.test(entry.output);
    if (entry.status === 'fail' && !isExplained) reading.errors.push(packageError(entry, tree));
  }
  const named = new Set([...entries, ...packages.values()].map((entry) => entry.package));
  const ended = (name: string) => (packages.get(`${name}\0`)?.status ?? 'run') !== 'run';
  reading.complete = named.size > 0 ? [...named].every(ended) : unbuilt.some(({ file }) => file !== null);
  const output = [...packages.values()].map((entry) => entry.output).join('');
  return { reading, output: plain + [...builds.values()].join('') + output };
}

/** `# example.com/module/folder` heads what a compiler says about a package. */
const unitOf = (output: string): string => /^# (\S+)/.exec(output)?.[1] ?? '';

/** The events but for what tests print. */
export const progressOfGo = (report = ''): string => {
  const events = report.match(/"Action":"(?!output"|build-output")\w/g) ?? [];
  return `${events.length}`;
};

/** What runs, of the events so far; its key is its package and the name that Go knows it by. */
export function runningGo(report: string | undefined, names: string | undefined, tree: GoTree): Running[] {
  const places = placesOf(names ?? '');
  const running = new Map<string, Entry>();
  for (const source of (report ?? '').slice(0, maxReportLength).split('\n')) {
    const event = record(parseJson(source));
    const [action, name, test] = [text(event.Action), text(event.Package), text(event.Test)];
    const key = `${name}\0${test}`;
    if (action === 'run' || action === 'cont') running.set(key, { package: name, name: test, ...fresh });
    else if (/^(?:pass|fail|skip|pause)$/.test(action)) running.delete(key);
  }
  const entries = [...running.values()];
  return entries
    .filter((entry) => isInnermost(entry, entries))
    .map((entry) => {
      const { file, line } = placeOf(entry, places, tree);
      const inner = stableName(entry.name).split('/');
      return { file, names: inner, line: inner.length === 1 ? line : null, key: `${entry.package} ${entry.name}` };
    });
}

/**
 * Tests of test tools run failing tests on purpose: such a failure belongs to a test function that passed, or to none of
 * the package's functions although the package passed or fails by another of them.
 */
function deliberateIn(
  entries: Entry[],
  packages: Map<string, Entry>,
  places: Map<string, Place>,
  tree: GoTree,
): (entry: Entry) => boolean {
  const functions = entries.filter((entry) => !entry.name.includes('/') && isFunction(entry, places, tree));
  const statusOf = new Map(functions.map((entry) => [`${entry.package}\0${entry.name}`, entry.status]));
  const bad = new Set(functions.filter(({ status }) => /run|fail/.test(status)).map((entry) => entry.package));
  return (entry) => {
    if (entry.status !== 'fail' || places.size === 0) return false;
    if (isFunction(entry, places, tree)) return statusOf.get(`${entry.package}\0${rootOf(entry)}`) === 'pass';
    return packages.get(`${entry.package}\0`)?.status === 'pass' || bad.has(entry.package);
  };
}

const rootOf = ({ name }: Entry) => name.split('/')[0] ?? '';

/** Whether a test is or belongs to a function of its package. */
function isFunction(entry: Entry, places: Map<string, Place>, tree: GoTree): boolean {
  return places.has(`${folderOf(entry.package, tree)}\0${rootOf(entry)}`);
}

/** A test that waits for one that did not end has not ended either. */
function isInnermost(entry: Entry, entries: Entry[]): boolean {
  const inner = (other: Entry) => other.status === 'run' && other.name.startsWith(`${entry.name}/`);
  return !entries.some((other) => other.package === entry.package && inner(other));
}

const displayName = (entry: Entry) => oneLine(stableName(entry.name).split('/').join(' > '));

/** A test that was running when its program ended: it took too long, or it or another brought the program down. */
function endedWith(program: Entry, entry: Entry, entries: Entry[], place: Place, tree: GoTree): TestCase {
  const outputs = [program, ...entries.filter((other) => other.package === entry.package)].map(({ output }) => output);
  const limit = outputs.map((output) => /^panic: test timed out after (\S+)/m.exec(output)?.[1]).find(Boolean);
  const fatal = outputs.find((output) => /^(?:panic|fatal error|SIG[A-Z]+): /m.test(output));
  const code = /^exit status \d+$|^signal: .+$/m.exec(program.output)?.[0] ?? 'no word about why';
  const error =
    limit !== undefined
      ? plainError(hangType, `did not end within ${limit}`, place.file)
      : fatal !== undefined
        ? errorIn(fatal, folderOf(entry.package, tree), place, tree.mount_at)
        : plainError(
            code.startsWith('signal') ? crash : earlyExit,
            `the test program ended while this test ran: ${code}`,
            place.file,
          );
  return { ...caseOf({ ...entry, status: 'fail' }, place, tree), error: { ...error, ends: 'folder' } };
}

function caseOf(entry: Entry, { file, line }: Place, tree: GoTree): TestCase {
  const names = stableName(entry.name).split('/');
  const folder = folderOf(entry.package, tree);
  return {
    ...testAt(file, names),
    line: names.length === 1 ? line : null,
    status: entry.status === 'pass' ? 'passed' : entry.status === 'skip' ? 'skipped' : 'failed',
    duration_ms: entry.seconds * 1000,
    error: entry.status === 'fail' ? errorIn(entry.output, folder, { file, line }, tree.mount_at) : null,
  };
}

/** A package that fails although no test of it does: TestMain, an init function, an exit. */
function packageError(entry: Entry, tree: GoTree): TestError {
  const folder = folderOf(entry.package, tree);
  const error = errorIn(entry.output, folder, { file: folder === '' ? '.' : folder, line: null }, tree.mount_at);
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

function placeOf(entry: Entry, places: Map<string, Place>, tree: GoTree): Place {
  const folder = folderOf(entry.package, tree);
  const place = places.get(`${folder}\0${entry.name.split('/')[0]}`);
  return place ?? { file: folder === '' ? '.' : folder, line: null };
}

function folderOf(name: string, { modules, mount_at }: GoTree): string {
  // Outside of modules a package is `_` and its folder, without what no import could name.
  const top = `_${mount_at.replace(/[!"#$%&'()*,:;<=>?[\\\]^{|}`\s]/g, '_')}`;
  if (name === top) return '';
  if (name.startsWith(`${top}/`)) return name.slice(top.length + 1);
  return modules.folderOf(name) ?? name;
}
