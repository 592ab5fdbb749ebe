import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { defaultTestNames, pytest, testNames } from '../../../src/languages/python/runners/pytest.ts';
import { ended, project, statuses, tests } from '../bare.ts';

const found = spawnSync('python3', ['-m', 'pytest', '--version'], { encoding: 'utf8' });
if (found.status !== 0) console.log(`pytest is not run for real: ${found.stderr.trim()}`);

describe.skipIf(found.status !== 0)('pytest (needs python3 -m pytest)', () => {
  test('names every test by file, classes and name, with its status and place', async () => {
    const { run, runner } = await project({
      'calc/__init__.py': '',
      'calc/core.py': 'def half(x):\n    return x / 0\n',
      'tests/test_a.py': `import pytest
from calc.core import half

def test_passes(): pass

class TestOuter:
    class TestInner:
        def test_fails(self):
            assert 1 == 2, "nope"

@pytest.mark.parametrize("x", [1, "b > c"])
def test_takes(x):
    assert x != 1

@pytest.mark.skip(reason="why")
def test_skipped(): pass

@pytest.mark.xfail
def test_expected(): assert 0

@pytest.mark.xfail(strict=True)
def test_unexpected(): pass

@pytest.fixture
def broken(): raise ValueError("no set-up")

def test_fixture(broken): pass

@pytest.fixture
def leaky():
    yield
    raise ValueError("no tear-down")

def test_both(leaky): assert False

def test_deep():
    half(1)
`,
    });
    const result = await run();
    expect(runner.id).toBe('pytest');
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', exit_code: 1, errors: [] });
    expect(statuses(result)).toEqual({
      'tests/test_a.py > test_passes': 'passed',
      'tests/test_a.py > TestOuter > TestInner > test_fails': 'failed',
      'tests/test_a.py > test_takes[1]': 'failed',
      'tests/test_a.py > test_takes[b > c]': 'passed',
      'tests/test_a.py > test_skipped': 'skipped',
      'tests/test_a.py > test_expected': 'skipped',
      'tests/test_a.py > test_unexpected': 'failed',
      'tests/test_a.py > test_fixture': 'error',
      'tests/test_a.py > test_both': 'error',
      'tests/test_a.py > test_deep': 'failed',
    });
    const failed = result.cases.filter((one) => one.error);
    expect(failed.map((one) => one.line)).toEqual([8, 11, 21, 27, 34, 36]);
    expect(failed.map((one) => one.error)).toMatchObject([
      { type: 'AssertionError', message: 'nope\nassert 1 == 2', file: 'tests/test_a.py', line: 9 },
      { type: 'AssertionError', message: 'assert 1 != 1', file: 'tests/test_a.py', line: 13 },
      { type: 'XPASS', file: 'tests/test_a.py', line: 21 },
      { type: 'ValueError', message: 'no set-up', line: 25 },
      { type: 'AssertionError', message: 'assert False', line: 34 },
      { type: 'ZeroDivisionError', message: 'division by zero', file: 'calc/core.py', line: 2 },
    ]);
  });

  test('names inherited and imported tests by the file that runs them', async () => {
    const { run } = await project({
      'tests/__init__.py': '',
      'tests/test_base.py': `class TestBase:
    value = 1
    def test_value(self): assert self.value < 3

def test_plain(): pass
`,
      'tests/test_more.py': `from tests.test_base import TestBase, test_plain

class TestMore(TestBase):
    value = 3
`,
    });
    const result = await run();
    expect(statuses(result)).toEqual({
      'tests/test_base.py > TestBase > test_value': 'passed',
      'tests/test_base.py > test_plain': 'passed',
      'tests/test_more.py > TestBase > test_value': 'passed',
      'tests/test_more.py > TestMore > test_value': 'failed',
      'tests/test_more.py > test_plain': 'passed',
    });
    expect(result.cases.find(({ error }) => error)).toMatchObject({
      line: null,
      error: { file: 'tests/test_base.py' },
    });
    expect(statuses(await run({ only: ['tests/test_more.py'] }))).toMatchObject({
      'tests/test_more.py > TestMore > test_value': 'failed',
    });
  });

  test('a file that does not load is an error with its name; the others run', async () => {
    const { run } = await project({
      'tests/test_good.py': 'def test_good(): pass\n',
      'tests/test_missing.py': 'import os\nimport nope_nope\n',
      'tests/test_syntax.py': 'def test_x(:\n    pass\n',
    });
    const result = await run();
    expect(statuses(result)).toEqual({ 'tests/test_good.py > test_good': 'passed' });
    expect(result.errors).toMatchObject([
      { type: 'ModuleNotFoundError', message: "No module named 'nope_nope'", file: 'tests/test_missing.py', line: 2 },
      { type: 'SyntaxError', message: 'invalid syntax', file: 'tests/test_syntax.py', line: 1 },
    ]);
  });

  test('leaving early never looks like a pass', async () => {
    const hard = await project({ 'test_a.py': 'import os\ndef test_a(): os._exit(0)\n' });
    expect(await hard.run()).toMatchObject({ outcome: 'no_report', exit_code: 0, errors: [{ type: 'NoReport' }] });
    const soft = await project({ 'test_a.py': 'import sys\ndef test_a(): sys.exit(0)\ndef test_b(): pass\n' });
    expect(statuses(await soft.run())).toMatchObject({ 'test_a.py > test_a': 'failed' });
  });

  test('runs only the named files, with the arguments that the command names', async () => {
    const { run } = await project(
      {
        'unit/test_a.py': 'def test_a(): assert 0\n',
        'unit/test_b.py': 'def test_b(): assert 0\ndef test_c(): pass\n',
      },
      tests(['python', '-m', 'pytest', '-x', '-k', 'not test_c', '--maxfail=1', 'unit']),
    );
    expect(Object.keys(statuses(await run()))).toHaveLength(2);
    expect(statuses(await run({ only: ['unit/test_b.py'] }))).toEqual({ 'unit/test_b.py > test_b': 'failed' });
  });

  test('a test has one name and one configuration, whichever files are given', async () => {
    const { run } = await project({
      'one/test_a.py': 'def test_a(): pass\n',
      'one/two/pytest.ini': '[pytest]\naddopts = --unknown-option\n',
      'one/two/test_b.py': 'def test_b(): pass\n',
    });
    const all = { 'one/test_a.py > test_a': 'passed', 'one/two/test_b.py > test_b': 'passed' };
    expect(statuses(await run())).toEqual(all);
    expect(statuses(await run({ only: ['one/two/test_b.py'] }))).toEqual({ 'one/two/test_b.py > test_b': 'passed' });
  });

  test('settings that stop early or remember failures do not keep tests from running', async () => {
    const { run } = await project({
      'pytest.ini': '[pytest]\naddopts = -x --ff\n',
      'test_a.py': 'def test_a(): assert 0\ndef test_b(): assert 0\n',
    });
    expect(statuses(await run())).toEqual({ 'test_a.py > test_a': 'failed', 'test_a.py > test_b': 'failed' });
  });

  test('a project without tests has none, and that is no fault', async () => {
    const { run } = await project({ 'a.py': 'x = 1\n' });
    expect(await run()).toMatchObject({ outcome: 'ok', cases: [], errors: [], exit_code: 5 });
  });
});

describe("pytest's report", () => {
  const runner = pytest({ env: {}, before: null, words: [] }, 'python3', [], {
    config: { path: null, text: '', hasOthers: false },
    measures: null,
    preparation: null,
  });
  const read = (report: string, part = {}) => runner.read(ended({ files: { 'report.xml': report }, ...part }), '/w');
  const whole = (inner: string) =>
    `<?xml version="1.0"?><testsuites><testsuite name="pytest">${inner}</testsuite></testsuites>`;
  const passed =
    '<testcase classname="test_a" name="t&amp;&#252;&#x21; &lt; &amp;#33;" file="test_a.py" line="0" time="0.5" />';

  test('keeps tests apart whose parameters differ in white space alone, and merges one that is listed twice', () => {
    const one = (name: string, inner = '') =>
      `<testcase classname="test_a" name="${name}" file="test_a.py" line="1" time="0.1">${inner}</testcase>`;
    const cases = [one('test_x[a b]'), one('test_x[a  b]'), one('test_y'), one('test_y', '<error message="late"/>')];
    const { cases: kept } = read(`<testsuites><testsuite errors="1">${cases.join('')}</testsuite></testsuites>`);
    expect(kept.map(({ id, status }) => [id, status])).toEqual([
      ['test_a.py > test_x[a b]', 'passed'],
      ['test_a.py > test_x[a b] #2', 'passed'],
      ['test_a.py > test_y', 'error'],
    ]);
  });

  test('says where Python crashed, and where a test did not come back', () => {
    const dump = (head: string) =>
      `${head}\n\nCurrent thread 0x0001 (most recent call first):\n  File "/usr/lib/python3/ctypes/__init__.py", line 7 in string_at\n  File "/w/shop/price.py", line 3 in price\n  File "/w/tests/test_price.py", line 9 in test_price\n`;
    const crash = read('', {
      ended: 'crash',
      exit_code: null,
      signal: 'SIGSEGV',
      stderr: dump('Fatal Python error: Segmentation fault'),
    });
    expect(crash.errors).toMatchObject([
      { type: 'Crash', file: 'shop/price.py', line: 3, message: 'Segmentation fault in price' },
    ]);
    const fault =
      "<error message=\"failed on setup with &quot;worker 'gw1' crashed while running 'test_a.py::test_x'&quot;\"/>";
    const one = `<testcase classname="test_a" name="test_x" file="test_a.py">${fault}</testcase>`;
    expect(read(`<testsuites><testsuite errors="1">${one}</testsuite></testsuites>`).cases).toMatchObject([
      { id: 'test_a.py > test_x', status: 'error', error: { type: 'Crash' } },
    ]);
    const hang = read('', { ended: 'timeout', exit_code: null, stderr: dump('Timeout (0:00:10)!') });
    expect(hang.errors).toMatchObject([{ type: 'Hang', file: 'shop/price.py', line: 3 }]);
    expect(read('', { ended: 'timeout', exit_code: null, stderr: 'nothing' }).errors).toEqual([]);
  });

  test('is read with its entities, and lines counted from 1', () => {
    expect(read(whole(passed)).cases).toMatchObject([
      { id: 'test_a.py > t&\u00fc! < &#33;', line: 1, duration_ms: 500, status: 'passed' },
    ]);
  });

  test('counts only when it is whole', () => {
    const bomb = `<!DOCTYPE b [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>`;
    for (const damaged of ['', '<', '{}', whole(passed).slice(0, -5), '<html></html>', 'x'.repeat(50_000_000)]) {
      expect(read(damaged)).toMatchObject({ outcome: 'no_report', errors: [{ type: 'NoReport' }] });
    }
    expect(JSON.stringify(read(`${bomb}${whole('<testcase classname="a" name="&c;"/>')}`)).length).toBeLessThan(
      100_000,
    );
  });

  test('cut anywhere, it is not read: a failure may have come after the cut', () => {
    const report = whole(`${passed}<testcase classname="b" name="b"><failure message="m">text</failure></testcase>`);
    for (let length = 0; length < report.length; length += 1) {
      expect(read(report.slice(0, length))).toMatchObject({ outcome: 'no_report', cases: [] });
    }
    expect(read(report)).toMatchObject({ outcome: 'ok', cases: [{ status: 'passed' }, { status: 'failed' }] });
  });

  test('is not read where it counts failures that it does not have', () => {
    const counting = (counts: string, cases: string) =>
      `<testsuites><testsuite ${counts}>${cases}</testsuite></testsuites>`;
    const failed = '<testcase classname="b" name="b"><failure message="m">text</failure></testcase>';
    expect(read(counting('errors="0" failures="1"', failed), { exit_code: 1 }).outcome).toBe('ok');
    expect(read(counting('errors="0" failures="1"', passed)).outcome).toBe('no_report');
    expect(read(counting('errors="1" failures="0"', passed)).outcome).toBe('no_report');
  });

  test('must agree with the exit code', () => {
    expect(read(whole(passed), { exit_code: 3 }).errors).toMatchObject([{ type: 'ExitCode' }]);
    expect(read(whole(''), { exit_code: 5 }).errors).toEqual([]);
    expect(read(whole(passed), { exit_code: 5 }).errors).toMatchObject([{ type: 'ExitCode' }]);
  });

  test('test files are those that pytest collects', () => {
    expect(runner.isTest('pkg/test_a.py')).toBe(true);
    expect(runner.isTest('pkg/a_test.py')).toBe(true);
    expect(runner.isTest('pkg/testing.py')).toBe(false);
    expect(testNames('[pytest]\npython_files = check_*.py\n    tests.py\nother = 1\n')).toEqual([
      'check_*.py',
      'tests.py',
    ]);
    expect(testNames('[tool.pytest.ini_options]\npython_files = ["a_*.py", "b.py"]\n')).toEqual(['a_*.py', 'b.py']);
    expect(testNames('[tool.x]\n')).toEqual(defaultTestNames);
  });
});
