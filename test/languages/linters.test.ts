import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { toolchainsOf } from '../../src/adapters/sandboxes/toolchains/toolchains.ts';
import type { Linter } from '../../src/languages/checks/linters/linter.ts';
import { lintersFor, typeCheckersFor } from '../../src/languages/checks/linters/linters.ts';
import { mypy, pyright } from '../../src/languages/python/type-checkers.ts';
import { places } from '../../src/languages/registry.ts';
import { ended, filesOf, folder, lacksPackage, runCommand } from './bare.ts';

const bins = (await toolchainsOf(process.env, places())()).map(({ bin }) => bin);
/** PAWL_TEST_PYTHON: the bin folder of a Python that has ruff and flake8. */
const path = [process.env.PAWL_TEST_PYTHON, ...bins, process.env.PATH].filter(Boolean).join(':');
const caches = Object.fromEntries(
  ['GOCACHE', 'GOMODCACHE'].map((name) => [name, spawnSync('go', ['env', name], { encoding: 'utf8' }).stdout?.trim()]),
);
const how = { env: { ...caches, PATH: path }, timeout_ms: 55_000 };

const ids = async (content: Record<string, string>) => (await lintersFor(filesOf(content))).map(({ id }) => id);

/** `file:line rule` of everything that the tree's linters say. */
async function linted(content: Record<string, string>, changed: string[]) {
  const dir = await folder(content);
  const found: string[] = [];
  for (const linter of await lintersFor(filesOf(content))) {
    const result = await runCommand(linter.command(changed.filter(linter.takes)), dir, how);
    found.push(...linter.read(result, dir).map(({ file, line, rule }) => `${file}:${line} ${rule}`));
  }
  return found.sort();
}

function lacks(program: string, ...args: string[]): boolean {
  const asked = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH: path } });
  if (asked.status === 0) return false;
  console.log(`${program} ${args[0]} is not run for real: ${asked.error?.message ?? asked.stderr.trim()}`);
  return true;
}

describe('the type checkers of a tree', () => {
  test('are those that its own files configure', async () => {
    const named = async (content: Record<string, string>) =>
      (await typeCheckersFor(filesOf(content))).map(({ id }) => id);
    expect(await named({ 'tsconfig.json': '{}', 'package.json': '{"devDependencies":{"typescript":"5"}}' })).toEqual([
      'tsc',
    ]);
    expect(await named({ 'tsconfig.json': '{}', 'package.json': '{}' })).toEqual([]);
    expect(await named({ 'pyproject.toml': '[tool.mypy]\nstrict = true\n', 'pyrightconfig.json': '{}' })).toEqual([
      'mypy',
      'pyright',
    ]);
    expect(await named({ 'mypy.ini': '[mypy]\n' })).toEqual(['mypy']);
    expect(await named({ 'pyproject.toml': '[project]\n' })).toEqual([]);
  });

  test('tsc names what does not fit, with its place, and not in declarations', async () => {
    const content = {
      'package.json': '{"type":"module","devDependencies":{"typescript":"5","vitest":"4"}}',
      'tsconfig.json': '{"compilerOptions":{"strict":true,"types":[],"skipLibCheck":false},"include":["src"]}',
      'src/theirs.d.ts': 'declare const theirs: Nowhere;\n',
      'src/a.ts': 'export const a: number = nmae;\n\nexport const b: string = 1;\n',
    };
    const dir = await folder(content);
    const [checker] = await typeCheckersFor(filesOf(content));
    const result = checker && (await runCommand(checker.command(['src/a.ts']), dir, how));
    expect(result && checker.read(result, dir)).toMatchObject([
      { file: 'src/a.ts', line: 1, rule: 'TS2304', message: "Cannot find name 'nmae'." },
      { file: 'src/a.ts', line: 3, rule: 'TS2322' },
    ]);
  });

  test('mypy and pyright are read from their reports', () => {
    const read = (checker: Linter, report: string) => checker.read(ended({ files: { 'lint.txt': report } }), '/w');
    expect(read(mypy, 'a/b.py:3: error: Name "x" is not defined  [name-defined]\na/b.py:4: note: See\n')).toEqual([
      { file: 'a/b.py', line: 3, rule: 'name-defined', message: 'Name "x" is not defined' },
    ]);
    const diagnostics = [
      { file: '/w/a.py', severity: 'error', message: 'no', rule: 'reportX', range: { start: { line: 4 } } },
      { file: '/w/a.py', severity: 'warning', message: 'hm', rule: 'reportY', range: { start: { line: 5 } } },
    ];
    expect(read(pyright, JSON.stringify({ generalDiagnostics: diagnostics }))).toEqual([
      { file: 'a.py', line: 5, rule: 'reportX', message: 'no' },
    ]);
  });
});

describe('the linters of a tree', () => {
  test('are those that its own files configure', async () => {
    expect(await ids({ 'eslint.config.mjs': '', 'package.json': '{}', 'a.js': '' })).toEqual(['eslint']);
    expect(await ids({ 'package.json': '{"eslintConfig":{}}' })).toEqual(['eslint']);
    expect(await ids({ '.eslintrc.yml': '', 'biome.jsonc': '', '.oxlintrc.json': '' })).toEqual([
      'eslint',
      'biome',
      'oxlint',
    ]);
    expect(await ids({ 'pyproject.toml': '[tool.ruff.lint]\n', '.flake8': '' })).toEqual(['ruff']);
    expect(await ids({ 'setup.cfg': '[metadata]\n[flake8]\n' })).toEqual(['flake8']);
    expect(await ids({ 'go.mod': '', Makefile: 'check:\n\tgo vet ./...\n' })).toEqual(['go vet']);
    expect(await ids({ 'Cargo.toml': '', '.github/workflows/ci.yml': 'run: cargo clippy' })).toEqual(['clippy']);
    expect(await ids({ 'Cargo.toml': '[lints.clippy]\nall = "warn"\n' })).toEqual(['clippy']);
  });

  test('are none where nothing is configured, also where a fixture has a configuration', async () => {
    const content = { 'package.json': '{}', 'go.mod': '', 'Cargo.toml': '', 'pyproject.toml': '[tool.ruffian]' };
    expect(await ids({ ...content, 'test/eslint.config.js': '', 'fixtures/ruff.toml': '' })).toEqual([]);
  });

  test('say nothing when they are not there or write what is no report', async () => {
    const all = await lintersFor(
      filesOf({
        'eslint.config.js': '',
        'biome.json': '',
        'oxlintrc.json': '',
        'ruff.toml': '',
        'go.mod': '',
        'Cargo.toml': '',
        Makefile: 'go vet; cargo clippy',
      }),
    );
    const [flake8] = await lintersFor(filesOf({ '.flake8': '' }));
    const linters = [...all, ...(flake8 ? [flake8] : [])];
    expect(linters.map(({ id }: Linter) => id)).toEqual([
      ...['eslint', 'biome', 'oxlint', 'ruff', 'go vet', 'clippy', 'flake8'],
    ]);
    for (const linter of linters) {
      expect(linter.read(ended({ exit_code: 127 }), '/w')).toEqual([]);
      for (const report of ['', '{', 'null', '[null]', '{"a":1}', '[{"filePath":1,"messages":[1]}]', '\u001b[31m'])
        expect(linter.read(ended({ files: { 'lint.txt': report } }), '/w')).toEqual([]);
    }
  });
});

describe('only the changed files are looked at, by the own rules of the tree', () => {
  const script = 'let b = 2;\ndebugger;\nif (b == 1) b = 3;\n';

  test.skipIf(lacksPackage('@biomejs/biome') !== null)('of biome (needs biome)', async () => {
    const rules = '{"linter":{"rules":{"suspicious":{"noDebugger":"error","noDoubleEquals":"off"}}}}';
    const content = { 'biome.json': rules, 'a,b.ts': script, 'other.ts': script };
    expect(await linted(content, ['a,b.ts', 'b.py'])).toEqual(['a,b.ts:2 suspicious/noDebugger']);
  });

  test.skipIf(lacksPackage('eslint') !== null)('of eslint (needs eslint)', async () => {
    const config = `export default [{ files: ['**/*.js'], rules: { 'no-debugger': 'error', eqeqeq: 'warn' } }];`;
    const content = { 'eslint.config.mjs': config, 'a.js': script, 'b.ts': script, 'other.js': script };
    expect(await linted(content, ['a.js', 'b.ts'])).toEqual(['a.js:2 no-debugger', 'a.js:3 eqeqeq']);
  });

  test.skipIf(lacksPackage('oxlint') !== null)('of oxlint (needs oxlint)', async () => {
    const content = { '.oxlintrc.json': '{"rules":{"eqeqeq":"warn"}}', 'a.js': script, 'other.js': script };
    expect(await linted(content, ['a.js'])).toEqual(['a.js:2 no-debugger', 'a.js:3 eqeqeq']);
  });

  const python = 'import os\n\nx = lost\n';
  test.skipIf(lacks('ruff', '--version'))('of ruff (needs ruff)', async () => {
    const content = { 'ruff.toml': 'lint.select = ["F"]\nexclude = ["no.py"]\n', 'a.py': python, 'no.py': python };
    expect(await linted(content, ['a.py', 'no.py', 'c.js'])).toEqual(['a.py:1 F401', 'a.py:3 F821']);
  });

  test.skipIf(lacks('python3', '-m', 'flake8', '--version'))('of flake8 (needs flake8)', async () => {
    const content = { '.flake8': '[flake8]\nextend-ignore = F401\n', 'a.py': python, 'other.py': python };
    expect(await linted(content, ['a.py'])).toEqual(['a.py:3 F821']);
  });

  test.skipIf(lacks('go', 'version'))('of go vet (needs go vet)', async () => {
    const bad = 'package p\n\nfunc F(x int) int {\n\tx = x\n\treturn x\n}\n';
    const content = {
      'go.mod': 'module m\n\ngo 1.21\n',
      Makefile: 'go vet',
      'a/a.go': bad,
      'b/b.go': bad,
      'c/c.go': bad,
    };
    expect(await linted(content, ['a/a.go', 'b/b.go'])).toEqual(['a/a.go:4 assign', 'b/b.go:4 assign']);
  });

  test.skipIf(lacks('cargo-clippy', '--version'))('of clippy (needs clippy)', async () => {
    const content = {
      'Cargo.toml': '[package]\nname = "d"\nversion = "1.0.0"\nedition = "2021"\n',
      'clippy.toml': '',
      'src/lib.rs': 'pub fn f(x: &[i32]) -> bool {\n    x.len() == 0\n}\n',
    };
    expect(await linted(content, ['src/lib.rs'])).toEqual(['src/lib.rs:2 clippy::len_zero']);
  });
});
