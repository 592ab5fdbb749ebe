import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { toolchainsOf } from '../../src/adapters/sandboxes/toolchains/toolchains.ts';
import { checkersFor } from '../../src/languages/checks/checkers.ts';
import { places } from '../../src/languages/registry.ts';
import { ended, filesOf, folder, runCommand } from './bare.ts';

const bins = (await toolchainsOf(process.env, places())()).map(({ bin }) => bin);
const how = { env: { PATH: [...bins, process.env.PATH].join(':') } };

/** What the checkers say about all of these files. */
async function checked(content: Record<string, string>) {
  const dir = await folder(content);
  const found = [];
  for (const checker of await checkersFor(Object.keys(content), filesOf(content)))
    found.push(...checker.read(await runCommand(checker.command, dir, how), dir));
  return found;
}

/** A program that is there may still be a proxy without a toolchain behind it. */
function lacks(program: string, flag: string): boolean {
  const asked = spawnSync(program, [flag], { encoding: 'utf8', env: { ...how.env, HOME: '/nonexistent' } });
  const lacking = asked.error !== undefined || asked.status !== 0;
  if (lacking) console.log(`${program} is not run for real: ${asked.error ?? asked.stderr}`);
  return lacking;
}

describe.skipIf(lacks('gofmt', '-h'))('the syntax of Go (needs gofmt)', () => {
  test('is named by file, line and column; what does not resolve is not its matter', async () => {
    const found = await checked({
      'a/bad.go': 'package a\n\nfunc F() {\n\tx := \n}\n',
      '-odd.go': 'package odd\n\nfunc {\n',
      'good.go': 'package good\n\nimport "no.such/thing"\n\nfunc F() int { return nowhere }\n',
      'testdata/bad.go': 'func {',
      'vendor/bad.go': 'func {',
    });
    expect(found.find(({ file }) => file === 'a/bad.go')).toEqual({
      file: 'a/bad.go',
      line: 5,
      column: 1,
      message: expect.stringContaining('expected'),
    });
    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(['a/bad.go', '-odd.go']));
  });
});

describe.skipIf(lacks('rustfmt', '--version'))('the syntax of Rust (needs rustfmt)', () => {
  const manifest = (edition: string) => `[package]\nname = "x"\nversion = "1.0.0"\n${edition}\n`;

  test('is named by file, line and column, by the edition of its package', async () => {
    const found = await checked({
      'Cargo.toml': `[workspace]\nmembers = ["old", "new"]\n[workspace.package]\nedition = "2021"\n`,
      'old/Cargo.toml': manifest('edition = "2015"'),
      'old/src/lib.rs': 'pub fn f() { let async = 1; }\n',
      'new/Cargo.toml': manifest('edition.workspace = true'),
      'new/src/lib.rs': 'mod absent;\npub fn f() -> i32 { nowhere() }\npub async fn g() {}   \n',
      'new/src/bad.rs': 'fn f() {}\nfn g() { let y = ; }\n',
      'new/src/keyword.rs': 'pub fn f() { let async = 1; }\n',
    });
    expect(found).toMatchObject([
      { file: 'new/src/bad.rs', line: 2, column: 18, message: 'expected expression, found `;`' },
      { file: 'new/src/keyword.rs', line: 1 },
    ]);
  });

  test('is not asked of a part that another file includes', async () => {
    const part = { 'src/table.rs': '[1, 2, 3' };
    expect(await checked({ 'Cargo.toml': manifest(''), ...part })).toHaveLength(1);
    const including = { 'src/lib.rs': 'const T: [i32; 3] = include!("table.rs");\n' };
    expect(await checked({ 'Cargo.toml': manifest(''), ...part, ...including })).toEqual([]);
  });
});

describe.skipIf(lacks('javac', '-version'))('the syntax of Java (needs javac)', () => {
  test('is named by file, line and column, without the class path', async () => {
    const found = await checked({
      'src/main/java/a/Good.java':
        'package a;\nimport no.such.Thing;\npublic class Good extends Thing {\n  int x = nowhere("é");\n  int _ = 1;\n}\n',
      'src/main/java/a/Bad.java': 'package a;\nclass Bad {\n  int x = ;\n  void f( {}\n}\n',
    });
    expect(found[0]).toEqual({
      file: 'src/main/java/a/Bad.java',
      line: 3,
      column: 11,
      message: 'illegal start of expression',
    });
    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(['src/main/java/a/Bad.java']));
  });
});

test('a checker that is not there, or that was stopped, finds nothing', async () => {
  const content = { 'a.go': '', 'b.rs': '', 'C.java': '', 'd.py': '', 'gone.go': '' };
  const files = { ...filesOf(content), paths: ['a.go', 'b.rs', 'C.java', 'd.py'] };
  const checkers = await checkersFor(Object.keys(content), files);
  expect(checkers.map(({ language }) => language)).toEqual(['go', 'rust', 'java']);
  expect(checkers[0]?.command.argv).not.toContain('./gone.go');
  for (const checker of checkers) {
    expect(checker.read(ended({ exit_code: 127, stderr: 'sh: 1: not found' }), '/w')).toEqual([]);
    expect(checker.read(ended({ ended: 'timeout', exit_code: null }), '/w')).toEqual([]);
  }
  expect(await checkersFor(['d.py'], files)).toEqual([]);
});
