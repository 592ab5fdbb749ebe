import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { unittest } from '../../../src/languages/python/runners/unittest.ts';
import { ended, project, statuses, tests } from '../bare.ts';

const found = spawnSync('python3', ['--version'], { encoding: 'utf8' });
if (found.status !== 0) console.log(`unittest is not run for real: ${found.error?.message ?? found.stderr}`);
const head = 'import unittest\n';

describe.skipIf(found.status !== 0)('unittest (needs python3)', () => {
  test('names every test by file, class and name, with its status and place', async () => {
    const { run, runner } = await project({
      'calc/__init__.py': '',
      'calc/core.py': 'def half(x):\n    return x / 0\n',
      'tests/__init__.py': '',
      'tests/test_a.py': `${head}from calc.core import half

class A(unittest.TestCase):
    def test_passes(self): pass
    def test_fails(self):
        self.assertEqual(1, 2, 'nope')
    def test_deep(self):
        half(1)
    @unittest.skip('why')
    def test_skipped(self): pass
    @unittest.expectedFailure
    def test_expected(self): self.fail()
    @unittest.expectedFailure
    def test_unexpected(self): pass
    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertEqual(i, 1)

class B(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError('no set-up')
    def test_b(self): pass

class C(unittest.IsolatedAsyncioTestCase):
    async def test_waits(self): pass
    def tearDown(self): raise ValueError('no tear-down')
`,
      'tests/test_missing.py': 'import os\nimport nope_nope\n',
      'tests/test_skipped.py': `${head}raise unittest.SkipTest('why')\n`,
      'tests/test_syntax.py': 'def x(:\n',
    });
    expect(runner.id).toBe('unittest');
    const result = await run();
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', exit_code: 1 });
    const file = 'tests/test_a.py';
    expect(statuses(result)).toEqual({
      [`${file} > A > test_passes`]: 'passed',
      [`${file} > A > test_fails`]: 'failed',
      [`${file} > A > test_deep`]: 'error',
      [`${file} > A > test_skipped`]: 'skipped',
      [`${file} > A > test_expected`]: 'skipped',
      [`${file} > A > test_unexpected`]: 'failed',
      [`${file} > A > test_sub`]: 'failed',
      [`${file} > C > test_waits`]: 'error',
      'tests/test_skipped.py > (module)': 'skipped',
    });
    const errorOf = (end: string) => result.cases.find((one) => one.id.endsWith(end))?.error;
    expect(errorOf('test_fails')).toMatchObject({ type: 'AssertionError', message: '1 != 2 : nope', file, line: 7 });
    expect(errorOf('test_deep')).toMatchObject({ type: 'ZeroDivisionError', file: 'calc/core.py', line: 2 });
    expect(errorOf('test_sub')?.message).toBe('(i=0) 0 != 1\n(i=2) 2 != 1');
    expect(result.cases.find((one) => one.id.endsWith('test_fails'))?.line).toBe(6);
    const errors = [...result.errors].sort((a, b) => ((a.file ?? '') > (b.file ?? '') ? 1 : -1));
    expect(errors).toMatchObject([
      { type: 'RuntimeError', message: expect.stringContaining('no set-up'), file, line: 24 },
      {
        type: 'ModuleNotFoundError',
        message: expect.stringContaining("No module named 'nope_nope'"),
        file: 'tests/test_missing.py',
        line: 2,
      },
      { type: 'SyntaxError', file: 'tests/test_syntax.py', line: 1 },
    ]);
  });

  test('leaving early never looks like a pass', async () => {
    const content = (body: string) => ({
      'test_a.py': `${head}import os, sys\nclass A(unittest.TestCase):\n    def test_a(self): ${body}\n`,
    });
    const hard = await project(content('os._exit(0)'));
    expect(await hard.run()).toMatchObject({
      outcome: 'no_report',
      exit_code: 0,
      errors: [{ type: 'Unfinished', file: 'test_a.py' }, {}],
    });
    const soft = await project(content('sys.exit(0)'));
    expect(await soft.run()).toMatchObject({
      exit_code: 1,
      cases: [{ status: 'error', error: { type: 'SystemExit' } }],
    });
  });

  test('runs only the named files, with the arguments that the command names', async () => {
    const content = {
      'unit/helper.py': 'one = 1\n',
      'unit/check_a.py': `${head}import helper\nclass A(unittest.TestCase):\n    def test_a(self): pass\n`,
      'unit/check_b.py': `${head}import helper\nclass B(unittest.TestCase):\n    def test_b(self): pass\n`,
    };
    const { run, runner } = await project(
      content,
      tests(['python3', '-m', 'unittest', 'discover', '-f', '-s', 'unit', '-p', 'check_*.py']),
    );
    expect(statuses(await run())).toEqual({
      'unit/check_a.py > A > test_a': 'passed',
      'unit/check_b.py > B > test_b': 'passed',
    });
    expect(statuses(await run({ only: ['unit/check_b.py'] }))).toEqual({ 'unit/check_b.py > B > test_b': 'passed' });
    expect([runner.isTest('unit/check_a.py'), runner.isTest('unit/helper.py')]).toEqual([true, false]);
  });
});

describe("unittest's report", () => {
  const runner = unittest({ env: {}, before: null, words: [] }, 'python3', [], false);
  const read = (report: string, part = {}) => runner.read(ended({ files: { 'report.ndjson': report }, ...part }), '/w');
  const one = { file: 't.py', names: ['A', 'test_a'], line: 3 };
  const lines = [
    { e: 'begin' },
    { e: 'run', ...one },
    { e: 'test', ...one, status: 'passed', ms: 2, errors: [] },
    { e: 'end', lines: 3 },
  ].map((line) => JSON.stringify(line));

  test('counts only when it is whole', () => {
    expect(read(lines.join('\n'))).toMatchObject({ outcome: 'ok', errors: [], cases: [{ id: 't.py > A > test_a' }] });
    for (let length = 0; length < lines.length; length += 1) {
      expect(read(lines.slice(0, length).join('\n'))).toMatchObject({ outcome: 'no_report' });
    }
    for (const damaged of [lines.slice(1), [...lines, ...lines], [lines[0], '{}', lines[2], lines[3]]]) {
      expect(read(damaged.join('\n')).outcome).toBe('no_report');
    }
    expect(read(lines.join('\n'), { exit_code: 1 }).errors).toMatchObject([{ type: 'ExitCode' }]);
  });
});
