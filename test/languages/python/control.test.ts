import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { controlFor } from '../../../src/languages/judging/control/control.ts';

const control = (text: string, runner = 'pytest') =>
  controlFor({ path: 'test_a.py', text, runner, mark: 'k7', tests: [] });
const pytest = spawnSync('python3', ['-m', 'pytest', '--version'], { encoding: 'utf8' });
if (pytest.status !== 0) console.log(`controls of Python tests are not run: ${pytest.stderr?.trim()}`);

describe('the control of a Python test file', () => {
  const asserted = async (line: string): Promise<string> => {
    const made = await control(`def test_x(a, b):\n    ${line}\n`);
    const text = made?.text.split('def test_x(a, b):\n')[1] ?? '';
    return /try:\n([\s\S]*?)\n +control_k7\.hold/.exec(text)?.[1]?.trim() ?? text.split('\n')[0]?.trim() ?? '';
  };

  it.each([
    ['assert add(1, 2) == 3', 'assert add(1, 2) == 13'],
    ['assert f() == "a"  # why', 'assert f() == "a~"'],
    ["assert f() == 'a', 'message'", "assert f() == 'a~', 'message'"],
    ['assert f() == "10.00"', 'assert f() == "10.01"'],
    ['assert f() == """a"""', 'assert f() == """a~"""'],
    ['assert f() == True', 'assert f() == False'],
    ['assert f() == -1', 'assert f() == -9'],
    ['assert f() == [1, 2]', 'assert f() == [9, 2]'],
    ['assert f() == []', 'assert f() == [0]'],
    ['assert f() == {}', 'assert f() == {0: 0}'],
    ['assert 3 == f()', 'assert 13 == f()'],
    ['assert f() == date(2024, 2, 28)', 'assert f() == date(4055, 2, 28)'],
    ['assert f() == pytest.approx(1.5, abs=0.1)', 'assert f() == pytest.approx(10, abs=0.1)'],
    ['assert f() == g(3)', 'assert control_k7.same(f(), g(3))'],
    ['assert f() == 3 * 2', 'assert control_k7.same(f(), 3 * 2)'],
    ['assert f() == b', 'assert f() == b'],
    ['assert f(b) == b', 'assert control_k7.same(f(b), b)'],
    ['assert f() != 3', 'assert not (f() != 3)'],
    ['assert f() == 3 or g()', 'assert not (f() == 3 or g())'],
    ['assert "x" in f()', 'assert "x~?~" in f()'],
    ['assert a in f()', 'assert not (a in f())'],
    ['self.assertEqual(f(1, 2), 3)', 'self.assertEqual(f(1, 2), 13)'],
    ['self.assertEqual(f(), g(), "why")', 'self.assertEqual(*control_k7.pair(f(), g()), "why")'],
    ['self.assertTrue(f(1), msg="x")', 'self.assertTrue(not (f(1)), msg="x")'],
  ])('changes what %s expects', async (before, after) => {
    expect(await asserted(before)).toBe(after);
  });

  it('changes a name that only holds what is expected where it comes from', async () => {
    const made = await control(
      'def test_x(a, want):\n    expected = {"n": 1}\n    assert f(a) == want\n    assert g(a) == expected\n',
    );
    expect(made?.text).toContain('want = control_k7.other(want)\n');
    expect(made?.text).toContain('expected = {"n~": 1}\n');
    expect(made?.text).toContain('assert f(a) == want\n');
  });

  it('leaves assertions alone that something else catches', async () => {
    const text =
      'def test_x():\n    try:\n        assert f() == 1\n    except AssertionError:\n        pass\n    with pytest.raises(AssertionError):\n        assert f() == 2\n';
    expect((await control(text))?.text).toContain(text.slice(text.indexOf('try')));
  });

  it('names the tests it changed, in classes too, and nothing outside of tests', async () => {
    const made = await control(
      'assert VERSION == 3\n\nclass TestA:\n    async def test_m(self):\n        assert f() == 1\n\n    def helper(self):\n        assert f() == 1\n\n@pytest.fixture\ndef test_client():\n    return 1\n',
    );
    expect(made?.mutated).toEqual([['test_m']]);
    expect(made?.text.match(/== 1\n/g)).toHaveLength(1);
  });

  it('puts its own code behind what must come first', async () => {
    const made = await control('"""Text."""\nfrom __future__ import annotations\nimport x\n\ndef test_a(): pass\n');
    expect(made?.text).toMatch(/^"""Text."""\nfrom __future__ import annotations\ndef control_k7\(\):/);
  });

  it('adds a test that always fails, in the way of the runner', async () => {
    expect((await control('def test_a(): pass\n'))?.text).toContain('def test_canary_k7():');
    expect((await control('class A(T):\n    def test_a(self): pass\n', 'unittest'))?.text).toContain(
      'class Canary_k7(',
    );
  });

  it('makes none where there is no test that it knows', async () => {
    expect(await control('x = 1\n')).toBeNull();
    expect(await control('def it_works(): pass\n')).toBeNull();
    expect(await control('def test_a(): pass\n', 'command')).toBeNull();
  });
});

describe.skipIf(pytest.status !== 0)('the control of a Python test file, run (needs python3 -m pytest)', () => {
  const head = 'import asyncio\nfrom unittest import mock\n\nimport pytest\n\n';
  const body = `
@pytest.mark.parametrize("n, double", [(1, 2), pytest.param(2, 4, id="two")])
def test_doubles(n, double):
    assert n + n == double
    assert len([n]) == 1

def test_plain(tmp_path): assert str(tmp_path)

@mock.patch("os.getcwd", return_value="/x")
def test_patched(getcwd, monkeypatch):
    import os
    assert os.getcwd() == "/x"

def test_raises():
    with pytest.raises(KeyError, match="k"):
        {}["k"]

class TestInner:
    @staticmethod
    def test_static():
        assert (
            "a" in "abc"
        ), "text 😀"
`;
  const passing = async (text: string): Promise<string[]> => {
    const dir = mkdtempSync(join(tmpdir(), 'pawl-control-'));
    writeFileSync(join(dir, 'test_a.py'), (await control(text))?.text ?? '');
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-rA', '--color=no', '--tb=no'];
    const { stdout } = spawnSync('python3', args, {
      cwd: dir,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    });
    rmSync(dir, { recursive: true });
    expect(stdout).toContain('FAILED test_a.py::test_canary_k7');
    return [...stdout.matchAll(/^PASSED test_a\.py::(\S+)/gm)].map(([, name = '']) => name);
  };

  it('lets no honest test pass', async () => {
    expect(await passing(head + body)).toEqual([]);
  });

  it('lets a test pass that holds whatever is expected, also behind one that does not', async () => {
    const lies =
      'def test_lie():\n    assert len("ab") == 2\n    assert mock.ANY == 3\n\ndef test_raises_none():\n    assert 1 == 1\n';
    expect(await passing(head + lies)).toEqual(['test_lie']);
    expect(
      await passing(
        `${head}pytest.raises = lambda *_, **__: __import__("contextlib").suppress(BaseException)\n${lies}`,
      ),
    ).toEqual(['test_lie', 'test_raises_none']);
  });
});
