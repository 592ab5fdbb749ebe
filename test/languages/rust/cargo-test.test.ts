import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { toolchainsOf } from '../../../src/adapters/sandboxes/toolchains/toolchains.ts';
import { compileErrors } from '../../../src/languages/checks/compile-errors.ts';
import { places } from '../../../src/languages/registry.ts';
import { readCargo } from '../../../src/languages/rust/runners/cargo-report.ts';
import { project, statuses } from '../bare.ts';

const asked = spawnSync('cargo', ['--version'], { encoding: 'utf8', cwd: '/' });
if (asked.status !== 0) console.log(`cargo is not run for real: ${asked.error?.message ?? asked.stderr}`);
const bins = asked.status === 0 ? (await toolchainsOf(process.env, places())()).map(({ bin }) => bin) : [];
const how = { env: { PATH: [...bins, process.env.PATH].join(':') }, timeout_ms: 55_000 };

const manifest = '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n';

describe.skipIf(asked.status !== 0)('cargo test (needs cargo)', () => {
  test('names unit, integration and documentation tests by file and module, with status and place', async () => {
    const { run, runner } = await project({
      'Cargo.toml': `${manifest}\n[[test]]\nname = "own"\nharness = false\n`,
      'src/lib.rs': `pub mod calc;

/// \`\`\`
/// assert_eq!(demo::add(1, 2), 3);
/// \`\`\`
///
/// \`\`\`
/// assert_eq!(demo::add(1, 2), 4);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 {
    a + b
}
`,
      'src/calc.rs': `pub fn half(x: i32) -> i32 { x / 2 }

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn passes() {}
    #[test]
    fn fails() {
        print!("printed");
        assert_eq!(half(3), 2, "nope");
    }
    #[test]
    #[ignore = "why"]
    fn skipped() {}
    #[test]
    #[should_panic]
    fn does_not_panic() {}
    #[test]
    fn result() -> Result<(), String> { Err("bad".into()) }
}
`,
      'tests/outer.rs': '#[test]\nfn outside() { assert_eq!(demo::add(1, 1), 2); }\n',
      'tests/own.rs': 'fn main() { println!("odd"); std::process::exit(3) }\n',
      'tests/aborts.rs': '#[test]\nfn stops() { std::process::abort() }\n',
    });
    expect(runner.id).toBe('cargo');
    const result = await run(how);
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', exit_code: 101 });
    expect(statuses(result)).toEqual({
      'src/calc.rs > calc > tests > passes': 'passed',
      'src/calc.rs > calc > tests > fails': 'failed',
      'src/calc.rs > calc > tests > skipped': 'skipped',
      'src/calc.rs > calc > tests > does_not_panic': 'failed',
      'src/calc.rs > calc > tests > result': 'failed',
      'src/lib.rs > add > (documentation)': 'passed',
      'src/lib.rs > add > (documentation) #2': 'failed',
      'tests/outer.rs > outside': 'passed',
      'tests/own.rs > own': 'failed',
      'tests/aborts.rs > stops': 'failed',
    });
    const errorOf = (end: string) => result.cases.find((one) => one.id.endsWith(end))?.error;
    expect(errorOf('> fails')).toMatchObject({
      type: 'panic',
      message: expect.stringMatching(/^assertion `left == right` failed: nope\n/),
      file: 'src/calc.rs',
      line: 11,
    });
    expect(errorOf('> result')).toMatchObject({ message: 'Error: "bad"', file: 'src/calc.rs' });
    expect(errorOf('> does_not_panic')?.message).toContain('did not panic as expected');
    expect(errorOf('(documentation) #2')).toMatchObject({ file: 'src/lib.rs', line: 7 });
    expect(errorOf('> stops')).toMatchObject({
      type: 'Crash',
      message: 'the test program aborts was ended by SIGABRT while this test ran',
      file: 'tests/aborts.rs',
    });
    expect(result.errors).toEqual([]);
  });

  test('tests the members of a workspace and nothing else, integration tests by the names that manifests give them', async () => {
    const crate = (name: string, more = '') =>
      `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`;
    const passing = (name: string) => `#[test]\nfn ${name}() {}\n`;
    const files = {
      'crates/a/Cargo.toml': crate(
        'a',
        '[[test]]\nname = "whole"\npath = "tests/lib.rs"\n[dependencies]\nz = { path = "../../z" }\n',
      ),
      'crates/a/src/lib.rs': passing('in_a'),
      'crates/a/tests/lib.rs': passing('outside'),
      'crates/b/Cargo.toml': crate('b'),
      'crates/b/src/lib.rs': passing('in_b'),
      'z/Cargo.toml': crate('z'),
      'z/src/lib.rs': passing('in_z'),
      'fuzz/Cargo.toml': crate('fuzz', '[dependencies]\nmissing = "1"\n'),
      'fuzz/src/lib.rs': passing('in_fuzz'),
    };
    const workspace = (more = '') => `[workspace]\nresolver = "2"\nmembers = ["crates/*"]\nexclude = ["fuzz"]\n${more}`;
    const { run } = await project({ ...files, 'Cargo.toml': workspace() });
    const all = [
      'crates/a/src/lib.rs > in_a',
      'crates/a/tests/lib.rs > outside',
      'crates/b/src/lib.rs > in_b',
      'z/src/lib.rs > in_z',
    ];
    const names = (result: Awaited<ReturnType<typeof run>>) => result.cases.map(({ id }) => id).sort();
    expect(names(await run(how))).toEqual(all);
    expect(names(await run({ ...how, only: ['crates/a/tests/lib.rs'] }))).toEqual([all[1]]);
    const chosen = await project({ ...files, 'Cargo.toml': workspace('default-members = ["crates/b"]\n') });
    expect(names(await chosen.run(how))).toEqual([all[2]]);
  });

  test("runs a program with a harness of its own that refuses the arguments of Rust's", async () => {
    const { run } = await project({
      'Cargo.toml': `${manifest}\n[[test]]\nname = "own"\nharness = false\n`,
      'src/lib.rs': '',
      'tests/own.rs': 'fn main() { if std::env::args().count() > 1 { std::process::exit(2) } }\n',
    });
    expect(statuses(await run(how))).toEqual({ 'tests/own.rs > own': 'passed' });
  });

  test('says how to get a crate that is not on the machine', async () => {
    const { run } = await project({
      'Cargo.toml': `${manifest}\n[dependencies]\nno-such-crate-of-ours = "1"\n`,
      'src/lib.rs': '#[test]\nfn it() {}\n',
    });
    const { outcome, errors } = await run(how);
    expect(outcome).toBe('no_report');
    expect(errors[0]?.message).toContain('run `cargo fetch`');
  });

  test('what does not compile is an error with its place', async () => {
    const { run } = await project({
      'Cargo.toml': manifest,
      'src/lib.rs': 'pub fn one() -> u8 {\n    "text"\n}\n',
      'tests/a.rs': '#[test]\nfn a() {}\n',
    });
    expect(await run(how)).toMatchObject({
      outcome: 'ok',
      cases: [],
      errors: [{ type: 'TypeError', message: expect.stringContaining('[E0308]'), file: 'src/lib.rs', line: 2 }],
    });
  });

  test('says of what does not compile whether it is grammar, an import, a name or a type', async () => {
    const broken = async (lib: string) => {
      const { run } = await project({ 'Cargo.toml': manifest, 'src/lib.rs': lib });
      return compileErrors(await run(how));
    };
    expect((await broken('fn f() {}\nfn g() { let x = ; }\n')).syntax_errors).toEqual([
      { file: 'src/lib.rs', line: 2, column: 18, message: 'expected expression, found `;`' },
    ]);
    const found = await broken(`use absent::Thing;
use std::collections::Nope;
pub struct S;
pub fn f() -> i32 { lost + 1 }
pub fn g(s: S) { s.gone(); nothing!(); }
pub fn h() -> i32 { "text" }
pub fn i(s: String) -> String { let t = s; f(1); t }
`);
    const names = found.import_errors.map(({ line, name }) => `${line} ${name}`);
    expect(names).toEqual(['1 absent', '2 std::collections::Nope', '5 nothing', '4 lost', '5 gone', '6 i32', '7 f']);
    expect(found.others).toEqual([]);
    const moved = await broken('pub fn i(s: String) -> String { drop(s); s }\n');
    expect(moved.others).toMatchObject([{ type: 'BuildError', file: 'src/lib.rs', line: 1 }]);
  });

  test('runs only the named files of a workspace', async () => {
    const { run } = await project({
      'Cargo.toml': '[workspace]\nmembers = ["one", "two"]\nresolver = "2"\n',
      'one/Cargo.toml': manifest.replace('demo', 'one'),
      'one/src/lib.rs': '#[test]\nfn inner() {}\n',
      'one/tests/a.rs': '#[test]\nfn a() {}\n',
      'two/Cargo.toml': manifest.replace('demo', 'two'),
      'two/src/lib.rs': '#[test]\nfn other() {}\n',
    });
    expect(statuses(await run({ ...how, only: ['one/tests/a.rs'] }))).toEqual({ 'one/tests/a.rs > a': 'passed' });
    expect(Object.keys(statuses(await run(how)))).toEqual([
      'one/src/lib.rs > inner',
      'one/tests/a.rs > a',
      'two/src/lib.rs > other',
    ]);
  });
});

describe("cargo's report", () => {
  const tree = { mount_at: '/w', paths: ['src/lib.rs'] };
  const artifact =
    '{"reason":"compiler-artifact","target":{"name":"demo","src_path":"/w/src/lib.rs"},"executable":"/w/target/demo"}';
  const built = `${artifact}\n{"reason":"build-finished","success":true}\n`;
  const started = '{ "type": "suite", "event": "started", "test_count": 2 }';
  const begun = (name: string) => `{ "type": "test", "event": "started", "name": "${name}" }`;
  const result = (name: string) => `{ "type": "test", "name": "${name}", "event": "ok" }`;
  const ok = (name: string) => `${begun(name)}\n${result(name)}`;
  const ended = '{ "type": "suite", "event": "ok", "passed": 2, "failed": 0, "ignored": 0 }';
  const program = (...lines: string[]) => `\u001ebegin /w/target/demo\n${lines.join('\n')}\n`;

  test('counts only when it is whole', () => {
    const whole = program(started, ok('a'), ok('b'), ended, '\u001eend 0');
    expect(readCargo(built, whole, tree)).toMatchObject({
      complete: true,
      errors: [],
      cases: [{ id: 'src/lib.rs > a' }, {}],
    });
    expect(readCargo(built, program(started, ok('a')), tree).complete).toBe(false);
    expect(readCargo(built, program(started, ok('a'), '\u001eend 0'), tree).errors).toMatchObject([
      { type: 'EarlyExit' },
    ]);
    expect(readCargo(built, program(started, ok('a'), '\u001eend 139'), tree).errors).toMatchObject([
      { type: 'Crash', message: 'the test program demo was ended by SIGSEGV' },
    ]);
    expect(readCargo(built, program(started, ok('a'), ended, '\u001eend 0'), tree).errors).toMatchObject([
      { type: 'EarlyExit' },
    ]);
    for (const damaged of [undefined, '', '{', artifact]) expect(readCargo(damaged, whole, tree).complete).toBe(false);
  });

  test('that a test forges does not hide that it failed', () => {
    const failed = '{ "type": "test", "name": "a", "event": "failed", "stdout": "" }';
    const forged = program(started, failed, `noise${ok('a')}`, ok('b'), ended, '\u001eend 101');
    expect(readCargo(built, forged, tree).cases).toMatchObject([{ status: 'failed' }, { status: 'passed' }]);
  });

  test('that cannot be true is an error', () => {
    const told = (...lines: string[]) =>
      readCargo(built, program(...lines, '\u001eend 0'), tree).errors.map(({ type, message }) => `${type} ${message}`);
    const says = (what: string) => [`Contradiction the report contradicts itself: ${what}`];
    expect(told(started, ok('a'), ok('b'), ended)).toEqual([]);
    expect(told(started, ok('a'), result('b'), ended)).toEqual(says('a result of b, which never began'));
    expect(told(started, ok('a'), ok('b'), ok('c'), ended)).toEqual(says('3 results of 2 tests'));
    expect(told(started, ok('a'), ok('b'), ended, ok('b'))).toEqual(says('a result of b after the end'));
    const failed = '{ "type": "test", "name": "a", "event": "failed", "stdout": "" }';
    expect(told(started, ok('a'), failed, ok('b'), ended)).toEqual(says('two results of a'));
    expect(told(started, ok('a'), ok('b'), ended, '\u001eend 101')).toEqual(says('two ends of /w/target/demo'));
    const twice = program(started, ok('a'), ok('b'), ended, '\u001eend 0');
    expect(readCargo(built, twice + twice, tree).errors).toMatchObject([{ type: 'Contradiction' }]);
  });
});
