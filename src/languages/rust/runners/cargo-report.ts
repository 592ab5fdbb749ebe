import type { TestCase, TestError } from '../../../schema/judge/test-run.ts';
import { crash, earlyExit, signalOf } from '../../reports/crash.ts';
import { placedError, relativePath } from '../../reports/places.ts';
import { contradiction, hangType, maxReportLength, plainError, type Reading, testAt } from '../../reports/report.ts';
import { parseJson, record, text } from '../../reports/values.ts';
import { compileErrors, distinct } from './compile-errors.ts';
import { type Harness, type RustTest, readHarness } from './harness.ts';
import { hungCode } from './scripts.ts';

interface RustTree {
  mount_at: string;
  paths: string[];
}

interface Target {
  name: string;
  /** The file that it is built from. */
  source: string;
}

/** Reads cargo's messages (what was built, what does not compile, documentation tests) and the test programs' results. */
export function readCargo(cargo: string | undefined, report: string | undefined, tree: RustTree): Reading {
  const reading: Reading = { cases: [], errors: [], complete: false };
  if (cargo === undefined || cargo.length > maxReportLength || (report?.length ?? 0) > maxReportLength) return reading;
  const targets = new Map<string, Target>();
  let built: boolean | null = null;
  for (const source of cargo.split('\n')) {
    if (!source.startsWith('{"reason":')) continue;
    const event = record(parseJson(source));
    if (event.reason === 'compiler-artifact' && typeof event.executable === 'string') {
      const target = record(event.target);
      targets.set(event.executable, {
        name: text(target.name),
        source: relativePath(text(target.src_path), tree.mount_at),
      });
    } else if (event.reason === 'compiler-message')
      reading.errors.push(...compileErrors(record(event.message), tree.mount_at));
    else if (event.reason === 'build-finished') built = event.success === true;
  }
  reading.errors = distinct(reading.errors);
  if (built !== true) return { ...reading, complete: built === false && reading.errors.length > 0 };

  const documentation = readHarness(cargo);
  add(reading, documentation, null, tree);
  // Those of one item are told apart by their order alone.
  reading.cases.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  reading.complete = documentation.complete;
  reading.errors.push(...documentation.contradictions.map((what) => contradiction(what)));
  const ran = new Set<string>();
  for (const part of (report ?? '').split('\u001ebegin ').slice(1)) {
    const [head = '', ...rest] = part.split('\n');
    const [output = '', end, ...more] = rest.join('\n').split('\n\u001eend ');
    if (ran.has(head) || more.length > 0) reading.errors.push(contradiction(`two ends of ${head}`));
    ran.add(head);
    const harness = readHarness(output);
    const target = targets.get(head) ?? {
      name: head.slice(head.lastIndexOf('/') + 1).replace(/-[0-9a-f]{16}$/, ''),
      source: '',
    };
    const code = end === undefined ? null : Number.parseInt(end, 10);
    if (harness.suites === 0 && code !== null) reading.cases.push(ownHarness(target, code, output));
    else add(reading, harness, target, tree);
    reading.errors.push(...harness.contradictions.map((what) => contradiction(what, target.source || null)));
    if (code === null) reading.complete = false;
    else if (!harness.complete && harness.suites > 0) {
      const { cases, errors } = died(target, harness, code, tree);
      reading.cases.push(...cases);
      reading.errors.push(...errors);
    }
  }
  return reading;
}

function add(reading: Reading, { tests }: Harness, target: Target | null, tree: RustTree): void {
  for (const test of tests)
    if (test.event !== 'started') reading.cases.push(target ? caseOf(test, target, tree) : docCase(test, tree));
}

function caseOf(test: RustTest, target: Target, tree: RustTree): TestCase {
  const names = test.name.split('::');
  const file = moduleFile(names, target, tree.paths);
  return { ...caseWith(test, file, null, tree), ...testAt(file, names) };
}

/** `src/lib.rs - module::name (line 12)`: the line is left out of the name, since any change above moves it. */
function docCase(test: RustTest, tree: RustTree): TestCase {
  const [, path = '', what = '', line, how = ''] = /^(.*?) - (.*?)\s*\(line (\d+)\)(.*)$/.exec(test.name) ?? [];
  const file = relativePath(path === '' ? test.name : path, tree.mount_at);
  const names = [...(what === '' ? [] : what.split('::')), `(documentation)${how}`];
  const one = caseWith(test, file, line === undefined ? null : Number(line), tree);
  const error = one.error ? { ...one.error, file, line: one.line } : null;
  return { ...one, error, ...testAt(file, names) };
}

function caseWith(test: RustTest, file: string, line: number | null, { mount_at, paths }: RustTree) {
  const status = { ok: 'passed', failed: 'failed', ignored: 'skipped' } as const;
  return {
    file,
    line,
    status: test.event === 'started' ? ('error' as const) : status[test.event],
    duration_ms: test.seconds * 1000,
    error: test.event === 'failed' ? failureOf(test, { file, line }, mount_at, paths) : null,
  };
}

/** Rust says where it panicked, relative to the workspace: `thread 'x' panicked at src/lib.rs:3:5:` and the message. */
function failureOf(
  test: RustTest,
  fallback: { file: string; line: number | null },
  mount_at: string,
  paths: string[],
): TestError {
  const panic = /panicked at (?:'([\s\S]*?)', )?([^\s:][^:\n]*):(\d+):\d+:?\n?([\s\S]*)/.exec(test.output);
  const panicText = (panic?.[1] ?? panic?.[4] ?? '').split(/\nnote: run with|\nstack backtrace:/)[0]?.trim();
  const message = panicText || test.message || test.output.trim() || 'the test failed';
  const file = panic ? relativePath(panic[2] ?? '', mount_at) : '';
  const place = paths.includes(file) ? { file, line: Number(panic?.[3]) } : fallback;
  const type = panic ? 'panic' : 'Error';
  return { ...placedError({ type, message, stack: test.output }, mount_at, place), ...place };
}

/** The file of the module that a test is in, as far as the usual layout tells. */
function moduleFile(names: string[], { source }: Target, paths: string[]): string {
  const root = source.replace(/[^/]*$/, '');
  for (let length = names.length - 1; length > 0; length -= 1) {
    const place = `${root}${names.slice(0, length).join('/')}`;
    const file = [`${place}.rs`, `${place}/mod.rs`].find((path) => paths.includes(path));
    if (file !== undefined) return file;
  }
  return source;
}

/** A test program with a harness of its own is one test, known by its exit code. */
function ownHarness({ name, source }: Target, code: number, output: string): TestCase {
  const signal = signalOf(code);
  const how = signal === null ? `exit code ${code}` : `the test program was ended by ${signal}`;
  const type = signal === null ? 'ExitCode' : crash;
  const error = code === 0 ? null : plainError(type, `${how}\n${output.slice(-2000)}`, source || null);
  return {
    ...testAt(source, [name]),
    line: null,
    status: error ? 'failed' : 'passed',
    duration_ms: 0,
    error,
  };
}

/** The tests that were running when their program was ended or came down; an error where there were none. */
function died(target: Target, { tests }: Harness, code: number, tree: RustTree): Pick<Reading, 'cases' | 'errors'> {
  const isHung = code === hungCode;
  const signal = signalOf(code);
  const type = isHung ? hangType : signal === null ? earlyExit : crash;
  const how = isHung ? 'did not end in time' : signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
  const running = tests.filter((test) => test.event === 'started');
  if (running.length === 0)
    return { cases: [], errors: [plainError(type, `the test program ${target.name} ${how}`, target.source || null)] };
  const cases = running.map((test) => {
    const one = caseOf(test, target, tree);
    const message = isHung ? how : `the test program ${target.name} ${how} while this test ran`;
    return { ...one, status: 'failed' as const, error: plainError(type, message, one.file || null) };
  });
  return { cases, errors: [] };
}
