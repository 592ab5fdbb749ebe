import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Script } from '../../src/faces/demo/model-server.ts';
import { ofType } from './support/contract.ts';
import { deliver, finish, turns, write } from './support/model.ts';
import { type Ended, type Place, test } from './support/place.ts';
import { adder, edges, right, wrong } from './support/projects.ts';
import { git, listing, put } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

const verdictOf = (ended: Ended) => ended.lines[0] as Record<string, unknown>;
const verify = (place: Place, target: string, ...more: string[]) =>
  place.pawl(['verify', '--target', target, '--json', ...more]);

const lacksCompiler = ['cc', 'make'].some((program) => spawnSync(program, ['--version']).status !== 0);

describe.concurrent('pawl verify', () => {
  test('passes a work tree that fixes what failed, and leaves everything as it was', async ({ place }) => {
    const target = place.repo(adder);
    put(target, { 'add.js': right, 'edges.test.js': edges });
    const before = listing(target);
    const ended = await verify(place, target);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(verdictOf(ended)).toMatchObject({
      status: 'pass',
      recommendation: 'pass_to_commit',
      control: 'passed',
      integrity: [],
    });
    expect(listing(target)).toEqual(before);
  });

  test('fails one that breaks a test, naming it and its line', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right });
    put(target, { 'add.js': wrong });
    const ended = await verify(place, target);
    expect(ended.code).toBe(1);
    expect(verdictOf(ended)).toMatchObject({
      status: 'fail',
      recommendation: 'fix_required',
      test_failures: [{ file: 'add.test.js', line: expect.any(Number) }],
    });
  });

  test('asks for the next tier where the change crashes the process of a test', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right });
    put(target, { 'add.js': 'export const add = () => process.abort();\n' });
    const ended = await verify(place, target);
    expect(ended.code).toBe(1);
    expect(verdictOf(ended)).toMatchObject({
      status: 'fail',
      recommendation: 'escalate_tier',
      test_failures: [{ error: 'Crash: add.test.js: its process was ended by SIGABRT', file: 'add.js', line: 1 }],
    });
  });

  test('names the test that ends its process, and says of the others that they did not run because of it', async ({
    place,
  }) => {
    const more = "\ntest('behind it', () => {});\n";
    const target = place.repo({ ...adder, 'add.js': right, 'add.test.js': `${adder['add.test.js']}${more}` });
    put(target, { 'add.js': 'export const add = () => process.exit(0);\n' });
    const ended = await verify(place, target);
    expect(ended.code).toBe(1);
    const [first, second] = verdictOf(ended).test_failures as { test: string; error: string }[];
    expect(first?.error).toBe('EarlyExit: it ended the test process before it finished');
    expect(second).toMatchObject({
      test: 'add.test.js > behind it',
      error: `it did not finish, because ${first?.test} ended the test process`,
    });
  });

  test('names a package that is nowhere installed before any test runs', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right, '.gitignore': 'node_modules/\n' });
    put(target, { 'add.js': `import pad from 'left-padd';\n${right}` });
    const ended = await verify(place, target);
    expect(ended.code).toBe(1);
    expect(verdictOf(ended)).toMatchObject({
      stopped_at: 'imports',
      import_errors: [{ file: 'add.js', line: 1, name: 'left-padd', message: expect.stringContaining('installed') }],
      tests: { total: 0 },
    });
    put(target, {
      'node_modules/left-padd/package.json': '{ "name": "left-padd", "main": "index.js" }\n',
      'node_modules/left-padd/index.js': 'module.exports = (text) => text;\n',
    });
    expect(await verify(place, target)).toMatchObject({ code: 0 });
  });

  test('asks the Python of the tests which modules are there', async ({ place }) => {
    const target = place.repo({
      'half.py': 'def half(x):\n    return x / 2\n',
      'test_half.py':
        'import unittest\nfrom half import half\n\n\nclass Halves(unittest.TestCase):\n    def test_half(self):\n        self.assertEqual(half(4), 2)\n',
    });
    put(target, { 'half.py': 'import requestss\n\n\ndef half(x):\n    return x / 2\n' });
    expect(verdictOf(await verify(place, target))).toMatchObject({
      stopped_at: 'imports',
      import_errors: [{ file: 'half.py', line: 1, name: 'requestss' }],
    });
    const guarded =
      'try:\n    import requestss\nexcept ImportError:\n    requestss = None\n\n\ndef half(x):\n    return x / 2\n';
    put(target, { 'half.py': guarded });
    expect(await verify(place, target)).toMatchObject({ code: 0 });
  });

  test('passes on what the type checker of the project says about the change, and fails nothing for it', async ({
    place,
  }) => {
    const target = place.repo({
      ...adder,
      'package.json':
        '{ "type": "module", "scripts": { "test": "node --test" }, "devDependencies": { "typescript": "5" } }\n',
      'tsconfig.json': '{}\n',
      '.gitignore': 'node_modules/\n',
      'add.js': `${right}// lost: one\n`,
      'slow.test.js': "import { test } from 'node:test';\ntest('is slow', (_, done) => setTimeout(done, 4000));\n",
    });
    // In place of the compiler: it says what is lost in the file that it reads.
    const compiler = `const lines = require('fs').readFileSync('add.js', 'utf8').split('\\n');
lines.forEach((line, at) => {
  if (line.includes('lost:')) console.log(\`add.js(\${at + 1},1): error TS2304: Cannot find name '\${line.split(': ')[1]}'.\`);
});
process.exit(2);
`;
    put(target, {
      'node_modules/typescript/bin/tsc': compiler,
      'add.js': `export {}; // lost: two\n${right}// lost: one\n`,
    });
    const ended = await verify(place, target);
    expect(verdictOf(ended)).toMatchObject({ status: 'pass' });
    const { warnings } = verdictOf(ended) as unknown as { warnings: string[] };
    expect(warnings.filter((line) => line.startsWith('checker:'))).toEqual([
      "checker: add.js:1: Cannot find name 'two'. (tsc TS2304)",
    ]);
  });

  test('fails no change for what failed before', async ({ place }) => {
    const target = place.repo(adder);
    put(target, { 'add.js': `${wrong}// More.\n` });
    const ended = await verify(place, target);
    expect(ended.code).toBe(0);
    expect(verdictOf(ended)).toMatchObject({ status: 'pass', confidence: 0.5, tests: { preexisting: 1, failed: 1 } });
  });

  test('gives no verdict where a command that names no test fails on base as well', async ({ place }) => {
    const target = place.repo({ Makefile: 'test:\n\t@echo no tools here >&2; exit 3\n', 'a.txt': 'one\n' });
    put(target, { 'a.txt': 'two\n' });
    const ended = await place.pawl(['verify', '--target', target]);
    expect(ended).toMatchObject({ code: 8, stdout: '' });
    expect(ended.stderr).toMatch(
      /^pawl: no verdict is possible: `make test` fails without any change, with exit code 2, and names no test; see that .* Its last lines: no tools here/,
    );
  });

  test('does not believe compiled tests that the change can speak for before they run', async ({ place, skip }) => {
    skip(spawnSync('go', ['version']).status !== 0, 'there is no go here');
    const go = (body: string, start = '') => `package x\n\n${start}func F(a int) int { return ${body} }\n`;
    const forged = '=== RUN   TestF\\n--- PASS: TestF (0.00s)\\nPASS';
    const start = `import (\n\t"fmt"\n\t"os"\n)\n\nfunc init() {\n\tfmt.Println("${forged}")\n\tos.Exit(0)\n}\n\n`;
    const target = place.repo({
      'go.mod': 'module x\n\ngo 1.20\n',
      'x.go': go('a + 1'),
      'x_test.go':
        'package x\n\nimport "testing"\n\nfunc TestF(t *testing.T) {\n\tif F(1) != 2 {\n\t\tt.Fatal("f")\n\t}\n}\n',
    });
    put(target, { 'x.go': go('a + 2', start) });
    const ended = await place.pawl(['verify', '--target', target, '--json'], { env: { HOME: process.env.HOME } });
    expect(ended).toMatchObject({ code: 1, lines: [{ status: 'fail', tests: { passed: 1 } }] });
    expect(ended.stdout).toContain('pass whatever they expect');
  });

  test('gives no verdict where no test ran, and says what there is', async ({ place }) => {
    const target = place.repo({ 'CMakeLists.txt': 'project(x C)\n', 'x.c': 'int x;\n' });
    put(target, { 'x.c': 'int x = 1;\n' });
    const untested = await place.pawl(['verify', '--target', target]);
    expect(untested).toMatchObject({ code: 8, stdout: '' });
    expect(untested.stderr).toMatch(
      /^pawl: no test ran, so no verdict is possible: .*CMakeLists\.txt.*tests: \{ command/,
    );
    put(target, { 'x.c': 'int x;\n', 'README.md': '# x\n' });
    expect(await verify(place, target)).toMatchObject({ code: 0 });
    const manifest = '{ "type": "module", "scripts": { "test": "node --test" } }\n';
    const files = { 'package.json': manifest, 'a.js': 'export const a = 1;\n' };
    const skips = "import test from 'node:test';\ntest.skip('later', () => {});\n";
    for (const more of [{}, { 'a.test.js': skips }]) {
      const empty = place.repo({ ...files, ...more });
      put(empty, { 'a.js': 'export const a = 2;\n' });
      expect(await verify(place, empty)).toMatchObject({ code: 8, lines: [{ type: 'error', reason: 'no_tests' }] });
    }
  });

  test('gives no verdict where the runner cannot start, and names the cure', async ({ place }) => {
    const manifest = '{ "devDependencies": { "vitest": "^4" }, "scripts": { "test": "vitest run" } }\n';
    const target = place.repo({ 'package.json': manifest, 'a.js': 'export const a = 1;\n' });
    put(target, { 'a.js': 'export const a = 2;\n' });
    const bare = await place.pawl(['verify', '--target', target]);
    expect(bare).toMatchObject({ code: 8, stdout: '' });
    expect(bare.stderr).toMatch(/^pawl: the tests cannot be run: .*vitest.* not installed.*npm install/);
    const other = place.repo({ 'a.js': '', '.pawl/config.yaml': 'tests: { command: ["./nothing-here"] }\n' });
    put(other, { 'a.js': '// More.\n' });
    const ended = await place.pawl(['verify', '--target', other]);
    expect(ended).toMatchObject({ code: 8, stdout: '' });
    expect(ended.stderr).toMatch(/^pawl: the tests cannot be run: .*nothing-here/);
  });

  test('passes a change that lets tests end which did not', async ({ place }) => {
    const limits = 'limits: { verify_seconds: 2 }\n';
    const target = place.repo({ ...adder, 'add.js': 'for (;;);\n', '.pawl/config.yaml': limits });
    put(target, { 'add.js': right });
    const ended = await verify(place, target);
    expect(verdictOf(ended)).toMatchObject({ status: 'pass', tests: { passed: 1 } });
    expect((await place.pawl(['doctor', '--target', target])).stdout).not.toMatch(/tests .*1 pass/);
  });

  test('runs what the test command runs behind its tests, or says that nobody did', async ({ place }) => {
    const script = (more: string) => (adder['package.json'] ?? '').replace('node --test', `node --test && ${more}`);
    const python =
      'import unittest\n\n\nclass T(unittest.TestCase):\n    def test_sum(self):\n        self.assertIn("+", open("add.js").read())\n';
    const both = { ...adder, 'add.js': right, 'package.json': script('python3 -m unittest'), 'test_add.py': python };
    const target = place.repo(both);
    put(target, { 'add.js': right.replace('a + b', 'a - -b') });
    const ended = await verify(place, target);
    expect(ended.code).toBe(1);
    expect(verdictOf(ended)).toMatchObject({ test_failures: [{ test: 'test_add.py > T > test_sum' }] });

    const other = place.repo({
      ...adder,
      'add.js': right,
      'package.json': script('sh all.sh && rm -f x'),
      'all.sh': 'true\n',
    });
    put(other, { 'add.js': `${right}// More.\n` });
    expect(verdictOf(await verify(place, other))).toMatchObject({
      confidence: 0.5,
      warnings: expect.arrayContaining([expect.stringContaining('`sh all.sh`')]),
    });
    expect((await place.pawl(['doctor', '--target', other])).stdout).toContain('also runs `sh all.sh`');
  });

  test('says before it runs any test that a report cannot be written', async ({ place }) => {
    const target = place.repo(adder);
    const ended = await place.pawl(['verify', '--target', target, '--sarif', join(place.dir, 'none', 'x.sarif')]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^pawl: .*x\.sarif cannot be written: there is no folder/);
  });

  test('says of an added test that nobody runs it', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right });
    put(target, { 'more/test_more.py': 'def test_more():\n    assert False\n' });
    expect(verdictOf(await verify(place, target))).toMatchObject({
      confidence: 0.5,
      warnings: expect.arrayContaining([expect.stringContaining('more/test_more.py looks like a test')]),
    });
  });

  test('takes nothing for left behind that is in the index or a commit', async ({ place }) => {
    const target = place.repo(adder);
    put(target, { 'add.js': right, 'package-lock.json': '{}\n', 'test/adder': '\x7fELF\x02\x01\0\0' });
    const loose = await verify(place, target);
    expect(loose.code).toBe(0);
    expect(verdictOf(loose).findings).toContainEqual(
      expect.objectContaining({ kind: 'left_behind', text: expect.stringContaining('package-lock.json, test/adder;') }),
    );
    git(target, 'add', '-A');
    const staged = await verify(place, target, '--staged');
    expect(verdictOf(staged)).toMatchObject({ status: 'fail', integrity: [{ file: 'package-lock.json' }] });
    git(target, 'commit', '-qm', 'lock');
    expect((await verify(place, target, '--base', 'HEAD~1')).code).toBe(1);
  });

  test('judges files in a folder that is merely called like one that tools make, and takes in what is unlocked', async ({
    place,
  }) => {
    const target = place.repo({ ...adder, 'add.js': right });
    const test = (adder['add.test.js'] ?? '').replace('./add.js', './coverage/add.js');
    put(target, { 'coverage/add.js': right, 'cover.test.js': test });
    expect(verdictOf(await verify(place, target))).toMatchObject({ status: 'pass', tests: { passed: 2 } });
    put(target, { 'coverage/lcov.info': 'TN:\n' });
    const dropped = verdictOf(await verify(place, target));
    expect(dropped).toMatchObject({ status: 'fail', import_errors: [{ file: 'cover.test.js' }] });
    expect(dropped.warnings).toContainEqual(expect.stringMatching(/coverage\/add\.js.*--unlock/));
    expect((await verify(place, target, '--unlock', 'coverage/add.js')).code).toBe(0);
  });

  test('leaves out a configuration that no commit has yet, and judges without it', async ({ place }) => {
    const target = place.repo(adder);
    const config = '.pawl/config.yaml';
    put(target, { 'add.js': right, [config]: 'tests: { command: ["true"] }\n' });
    const ended = await verify(place, target);
    expect(verdictOf(ended)).toMatchObject({ status: 'pass', tests: { fixed: 1 }, integrity: [] });
    expect(verdictOf(ended).warnings).toContainEqual(
      expect.stringContaining(`ignored, because it is not committed yet: ${config}`),
    );
    put(target, { 'add.js': wrong });
    git(target, 'add', '-A');
    expect(verdictOf(await verify(place, target))).toMatchObject({ status: 'pass', tests: { failed: 1, fixed: 0 } });
    expect(verdictOf(await verify(place, target, '--staged'))).toMatchObject({ integrity: [{ file: config }] });
    git(target, 'commit', '-qm', 'settings');
    expect((await verify(place, target, '--base', 'HEAD~1')).code).toBe(1);
  });

  test('says of a configuration that no commit has yet how it counts, where nothing can be run', async ({ place }) => {
    const target = place.repo({ 'a.txt': 'one\n' });
    put(target, { 'a.txt': 'two\n', '.pawl/config.yaml': 'tests: { command: ["grep", "-q", "o", "a.txt"] }\n' });
    const ended = await verify(place, target);
    expect(ended.code).toBe(8);
    expect(ended.stdout + ended.stderr).toContain('commit it, or pass --config .pawl/config.yaml');
    const file = join(target, '.pawl/config.yaml');
    expect((await verify(place, target, '--config', file)).code).toBe(0);
  });

  test('lets a change have what a script of checks only looks through', async ({ place }) => {
    const target = place.repo({
      'check.sh': 'grep -q "^total" docs/prices.txt || exit 1\ngrep -q "def f" src/f.py || exit 1\n',
      'docs/prices.txt': 'total 1\n',
      'src/f.py': 'def f():\n    return 1\n',
      '.pawl/config.yaml': 'tests: { command: ["sh", "check.sh"] }\n',
    });
    put(target, { 'docs/prices.txt': 'total 2\n', 'src/f.py': 'def f():\n    return 2\n' });
    expect(verdictOf(await verify(place, target))).toMatchObject({ status: 'pass', integrity: [] });
    put(target, { 'docs/prices.txt': 'sum 2\n' });
    expect((await verify(place, target)).code).toBe(1);
  });

  test('runs new cases of a test that lists its cases, and names what base tests lack', async ({ place }) => {
    const head = "import assert from 'node:assert';\nimport fs from 'node:fs';\nimport { test } from 'node:test';\n";
    const target = place.repo({
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
      'lib/up.js': 'export const up = (text) => text.toUpperCase();\n',
      'test/up.test.js': `${head}import { up } from '../lib/up.js';
for (const name of fs.readdirSync('test/cases').filter((one) => one.endsWith('.in')))
  test(name, () => {
    const want = fs.readFileSync('test/cases/' + name.replace('.in', '.ok'), 'utf8');
    assert.equal(up(fs.readFileSync('test/cases/' + name, 'utf8')), want);
  });
`,
      'test/whole.test.js': `${head}test('is whole', () => {
  for (const name of fs.readdirSync('lib')) assert.ok(fs.existsSync('test/cases/' + name + '.about'));
});
`,
      'test/cases/a.in': 'a',
      'test/cases/a.ok': 'A',
      'test/cases/up.js.about': 'up',
    });
    const more = { 'lib/up.js': 'export const up = (text) => text.trim().toUpperCase();\n', 'test/cases/b.in': ' b' };
    put(target, { ...more, 'test/cases/b.ok': 'B' });
    const passed = { status: 'pass', control: 'passed', tests: { total: 3, passed: 3 }, warnings: [] };
    expect(verdictOf(await verify(place, target))).toMatchObject(passed);
    put(target, { 'test/cases/b.ok': 'b' });
    expect(verdictOf(await verify(place, target))).toMatchObject({ status: 'fail', tests: { failed: 1 } });
    put(target, { 'test/cases/b.ok': 'B', 'lib/down.js': '', 'test/cases/down.js.about': 'down' });
    const lacking = verdictOf(await verify(place, target));
    expect(lacking).toMatchObject({ status: 'fail', tests: { broken: 1 } });
    const about = 'test/cases/down.js.about';
    expect(lacking.warnings).toContainEqual(
      expect.stringMatching(/ without .*, which base's tests do not see .*--unlock test\/cases/),
    );
    expect((await verify(place, target, '--unlock', about)).code).toBe(0);
  });

  test('takes code for the product that the product needs, whatever its folder is called', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right });
    put(target, { 'specs/sum.js': right, 'add.js': "export { add } from './specs/sum.js';\n" });
    expect(verdictOf(await verify(place, target))).toMatchObject({ status: 'pass', tests: { passed: 1 } });
  });

  test.skipIf(lacksCompiler)(
    // Needs cc and make.
    'lets a change add a source to what is built, and nothing else to how it is built',
    async ({ place }) => {
      const makefile =
        'OBJS = src/a.o\ndemo: $(OBJS)\n\t$(CC) -o demo $(OBJS)\ntest: demo\n\t./demo | grep -qx 1\n.PHONY: test\n';
      const target = place.repo({
        Makefile: makefile,
        'src/a.c': '#include <stdio.h>\nint main(void) { puts("2"); return 0; }\n',
      });
      const sources = {
        'src/a.c': '#include <stdio.h>\nint b(void);\nint main(void) { printf("%d\\n", b()); return 0; }\n',
        'src/b.c': 'int b(void) { return 1; }\n',
      };
      put(target, { ...sources, Makefile: makefile.replace('src/a.o', 'src/a.o src/b.o') });
      expect(verdictOf(await verify(place, target))).toMatchObject({
        status: 'pass',
        tests: { fixed: 1 },
        integrity: [],
      });
      put(target, { Makefile: makefile.replace('grep -qx 1', 'grep -q .') });
      const refused = verdictOf(await verify(place, target));
      expect(refused).toMatchObject({ status: 'fail', integrity: [{ file: 'Makefile' }] });
      expect(refused.warnings).toContainEqual(expect.stringMatching(/^Makefile is protected .*--unlock Makefile$/));
      put(target, { Makefile: makefile, 'src/assert.h': '#define assert(x)\n' });
      expect(verdictOf(await verify(place, target))).toMatchObject({ integrity: [{ file: 'src/assert.h' }] });
    },
  );

  test('gives no verdict where tests do not come to an end without the change either', async ({ place }) => {
    const config = 'tests: { command: ["sh", "-c", "kill -ABRT $$"] }\n';
    const target = place.repo({ 'package.json': '{ "engines": { "node": ">=99" } }\n', 'a.js': '' });
    put(target, { 'a.js': '// More.\n' });
    const ended = await place.pawl(['verify', '--target', target, '--config', place.file('crash.yaml', config)]);
    expect(ended).toMatchObject({ code: 8, stdout: '' });
    expect(ended.stderr).toMatch(/^pawl: no verdict is possible, since the test runner crashed.*engines\.node/);
  });

  test('does not take for mended what failed on base for a while', async ({ place }) => {
    // Long enough for the first verdict to come before, on a busy machine too.
    const { seconds } = await verify(place, place.repo({ ...adder, 'add.js': right }));
    const until = Date.now() + 10_000 + 3000 * seconds;
    const late = `import assert from 'node:assert';\nimport { test } from 'node:test';\n\ntest('is late', () => assert.ok(Date.now() > ${until}));\n`;
    const target = place.repo({ ...adder, 'add.js': right, 'late.test.js': late });
    put(target, { 'add.js': `${right}// More.\n` });
    expect(verdictOf(await verify(place, target))).toMatchObject({ tests: { failed: 1, preexisting: 1 } });
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - Date.now()) + 100));
    const ended = await verify(place, target);
    expect(verdictOf(ended)).toMatchObject({ status: 'pass', tests: { failed: 0, fixed: 0 } });
  });

  test('says how things stand where nothing was changed', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right });
    const ended = await verify(place, target);
    expect(ended.code).toBe(0);
    expect(verdictOf(ended)).toMatchObject({ status: 'pass', tests: { total: 1, passed: 1, failed: 0 } });
    expect(verdictOf(ended).warnings).toEqual([expect.stringContaining('unchanged')]);
  });

  test('judges the index with --staged, and another base with --base', async ({ place }) => {
    const target = place.repo(adder);
    const broken = 'export const add = 1;\n';
    put(target, { 'add.js': right });
    git(target, 'add', 'add.js');
    put(target, { 'add.js': broken, 'more.test.js': edges });
    expect(verdictOf(await verify(place, target, '--staged'))).toMatchObject({ status: 'pass', tests: { fixed: 1 } });
    expect((await verify(place, target)).code).toBe(1);
    rmSync(join(target, 'more.test.js'));
    git(target, 'commit', '-qm', 'right');
    git(target, 'checkout', '-q', 'add.js');
    const ended = await verify(place, target, '--base', 'HEAD~1');
    expect(verdictOf(ended)).toMatchObject({ status: 'pass', tests: { fixed: 1 } });
  });

  test('guards existing tests unless they are unlocked', async ({ place }) => {
    const target = place.repo(adder);
    put(target, { 'add.js': right, 'add.test.js': `${adder['add.test.js']}// more\n` });
    const guarded = await verify(place, target);
    expect(guarded.code).toBe(1);
    expect(verdictOf(guarded)).toMatchObject({ stopped_at: 'integrity', integrity: [{ file: 'add.test.js' }] });
    expect((await verify(place, target, '--unlock', 'add.test.js')).code).toBe(0);
  });

  test('does not see what the user ignores', async ({ place }) => {
    const target = place.repo({ ...adder, 'add.js': right, '.gitignore': 'ignored.js\n' });
    put(target, { 'ignored.js': 'const', '.git/info/exclude': 'mine.js\n', 'mine.js': 'const' });
    expect(verdictOf(await verify(place, target))).toMatchObject({ status: 'pass', syntax_errors: [] });
  });

  test('writes SARIF and JUnit where asked, and names a syntax error with its place', async ({ place }) => {
    const target = place.repo(adder);
    put(target, { 'add.js': 'export const add = (a, b =>\n' });
    const [sarif, junit] = [join(place.dir, 'x.sarif'), join(place.dir, 'x.xml')];
    const ended = await verify(place, target, '--sarif', sarif, '--junit', junit);
    expect(verdictOf(ended)).toMatchObject({ stopped_at: 'syntax', syntax_errors: [{ file: 'add.js' }] });
    expect(JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results).toMatchObject([{ ruleId: 'syntax' }]);
    expect(readFileSync(junit, 'utf8')).toContain('classname="pawl.syntax"');
  });

  test('takes nothing for fixed that only the machine lacked when it looked before', async ({ place }) => {
    const target = place.repo({
      ...adder,
      '.gitignore': 'node_modules/\n',
      'add.js': right,
      'dep.test.js': `import { test } from 'node:test';\ntest('there', () => import('dep'));\n`,
    });
    put(target, { 'README.md': '# adder\n' });
    expect(verdictOf(await verify(place, target))).toMatchObject({ tests: { failed: 1, passed: 1, preexisting: 1 } });
    put(target, { 'node_modules/dep/package.json': '{ "main": "x.js" }', 'node_modules/dep/x.js': '' });
    expect(verdictOf(await verify(place, target))).toMatchObject({ status: 'pass', tests: { passed: 2, fixed: 0 } });
  });

  test('judges what a subfolder says where it is started there, and cuts what it lists', async ({ place }) => {
    const files = Object.entries({ ...adder, 'add.js': right }).map(([path, text]) => [`packages/a/${path}`, text]);
    const old = Array.from({ length: 30 }, (_, at) => [`docs/${at}.md`, 'Text.\n']);
    const target = place.repo(Object.fromEntries([...files, ...old]));
    const here = join(target, 'packages/a');
    const strays = Array.from({ length: 30 }, (_, at) => [`other/${at}.js`, '1;\n']);
    put(target, { ...Object.fromEntries(strays), 'packages/a/more.js': '1;\n' });
    const ended = await verify(place, here);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(verdictOf(ended)).toMatchObject({ status: 'pass', tests: { total: 1, passed: 1 } });
    expect(verdictOf(ended).warnings).toContain(
      'untracked files outside packages/a were not judged: other/0.js, other/1.js, other/10.js, … and 27 more',
    );
    put(target, Object.fromEntries(old.map(([path = '']) => [path, 'Other.\n'])));
    const outside = await place.pawl(['verify', '--target', here]);
    expect(outside.code).toBe(1);
    expect(outside.stdout.match(/docs\/\d+\.md is protected \(outside the target\)/g)).toHaveLength(20);
    expect(outside.stdout).toContain('          … and 10 more\n');
  });

  test('refuses a base that is no commit, in one line', async ({ place }) => {
    const ended = await place.pawl(['verify', '--target', place.repo(adder), '--base', 'no-such-thing']);
    expect(ended).toMatchObject({ code: 2, stderr: 'pawl: "no-such-thing" is not a commit in this repository\n' });
  });
});

describe.concurrent('the control', () => {
  test('catches a change that reads what the test expects', async ({ place }) => {
    const cheat = `import { readFileSync } from 'node:fs';
export const add = () => Number(/add\\(2, 3\\), (\\d+)/.exec(readFileSync('add.test.js', 'utf8'))?.[1]);
`;
    const scene = await setting(place, turns([write('add.js', cheat), finish()]));
    const ended = await runSingle(place, scene, '--tiers', 'cheap', '--attempts', '1');
    expect(ended.code).toBe(1);
    const [reached] = ofType(ended.events, 'verdict.reached');
    expect(reached?.verdict).toMatchObject({ status: 'fail', control: 'failed' });
    expect(ofType(ended.events, 'commit.created')).toEqual([]);
  });
});

test('a run in a subfolder stays in it', async ({ place }) => {
  const files = Object.fromEntries(
    ['a', 'b'].flatMap((name) => Object.entries(adder).map(([path, text]) => [`packages/${name}/${path}`, text])),
  );
  const scene = await setting(place, turns([write('add.js', right), finish()]), { files });
  const here = ['--target', join(scene.target, 'packages/a'), '--config', scene.config];
  const ended = await runSingle(place, { ...scene, here });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(git(scene.target, 'diff', '--name-only', 'main..pawl/make-it-add')).toBe('packages/a/add.js\n');
});

describe.concurrent('a tester', () => {
  const said =
    (decision: string, reasons: string[]): Script =>
    (request) =>
      JSON.stringify(request.tools).includes('veto')
        ? turns([deliver({ decision, reasons })])(request)
        : turns([write('add.js', right), finish()])(request);

  test('that a person asked for can veto a pass', async ({ place }) => {
    const script = said('veto', ['add.js:2 adds what is no number']);
    const scene = await setting(place, script, { more: 'roles: { tester: smart }' });
    const ended = await runSingle(place, scene, '--tiers', 'smart', '--attempts', '1');
    expect(ended.code).toBe(1);
    expect(ofType(ended.events, 'verdict.reached')[0]?.verdict).toMatchObject({
      status: 'fail',
      stopped_at: 'tester',
      warnings: ['tester: add.js:2 adds what is no number'],
    });
  });

  test('can warn, and is not asked by default', async ({ place }) => {
    const script = said('warn', ['no test adds nothing']);
    const asked = await setting(place, script, { more: 'roles: { tester: smart }' });
    const warned = await runSingle(place, asked);
    expect(warned).toMatchObject({ code: 0, stderr: '' });
    expect(ofType(warned.events, 'verdict.reached')[0]?.verdict).toMatchObject({
      status: 'pass',
      warnings: ['tester: no test adds nothing'],
    });
    const silent = await runSingle(place, await setting(place, script));
    expect(ofType(silent.events, 'verdict.reached')[0]?.verdict).toMatchObject({ status: 'pass', warnings: [] });
  });
});
