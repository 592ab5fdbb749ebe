import { describe, expect, test } from 'vitest';
import { statedCall } from '../../../src/languages/python/runners/stated/stated.ts';
import { filesOf } from '../bare.ts';

const tree = { 'tests/test_a.py': '', 'src/pkg/a.py': '', 'lib/b.py': '' };
const words = async (content: Record<string, string>) =>
  (await statedCall(filesOf({ ...tree, ...content })))?.words.join(' ') ?? null;

describe('the command that a Python project states', () => {
  test.each([
    ['commands = pytest {posargs}', 'pytest'],
    ['commands =\n    ruff check .\n    pytest -x {posargs:-n auto} tests', 'pytest tests'],
    ['commands = tests: pytest {posargs:-n auto}\n    mypy: mypy src', 'pytest'],
    ['commands = {envpython} -m unittest -v {posargs}', 'python3 -m unittest -v'],
    ['commands = coverage run -m pytest tests/', 'coverage run -m pytest tests/'],
    ['commands = coverage run -p -m unittest', 'coverage run -p -m unittest'],
    ['commands = pytest --cov pkg --cov-report=xml \\\n    -m "not slow" tests', 'pytest -m not slow tests'],
    [
      'commands = pytest --basetemp={envtmpdir} --doctest-modules {env_site_packages_dir}/pkg {tox_root}/tests',
      'pytest --doctest-modules src/pkg tests',
    ],
    ['commands = pip install pytest\n    python -m pytest lib', 'python3 -m pytest lib'],
    ['commands = {[base]run} tests\n[base]\nrun = pytest -k a', 'pytest -k a tests'],
    ['commands = make html', null],
    ['commands = pytest | tee log', null],
  ])('tox.ini: %j is %j', async (commands, expected) => {
    expect(
      await words({
        'tox.ini': `[tox]\nenvlist = py\n[testenv]\n${commands}\n[testenv:docs]\ncommands = pytest docs\n`,
      }),
    ).toBe(expected);
  });

  test('a session of nox, a table of tox, and the scripts of hatch, pdm and poe are read', async () => {
    const nox =
      '@nox.session\ndef lint(session):\n    session.run("pytest", "lint")\n\n@nox.session(python=["3.12"])\ndef tests(session):\n    session.install("pytest")\n    session.run("python", "-m", "pytest", "tests", *session.posargs)\n';
    expect(await words({ 'noxfile.py': nox })).toBe('python3 -m pytest tests');
    const tox =
      '[tool.tox.env_run_base]\ncommands = [["pytest", "--basetemp={env_tmp_dir}", "-v", {replace = "posargs", default = ["tests"], extend = true}]]\n';
    expect(await words({ 'pyproject.toml': tox })).toBe('pytest tests');
    expect(await words({ 'pyproject.toml': '[tool.hatch.envs.default.scripts]\ntest = "pytest {args:tests}"\n' })).toBe(
      'pytest tests',
    );
    expect(await words({ 'pyproject.toml': '[tool.pdm.scripts]\ntest = {cmd = "pytest lib"}\n' })).toBe('pytest lib');
    expect(await words({ 'pyproject.toml': '[tool.poe.tasks]\nlint = "ruff"\ntest = "pytest -k b"\n' })).toBe(
      'pytest -k b',
    );
  });

  test('the target of a Makefile is read with its variables', async () => {
    const makefile =
      'VENV = build/venv\nARGS ?= tests\n.PHONY: test\ntest: venv\n\t@$(VENV)/bin/pytest -q $(ARGS) $(shell date)\nvenv:\n\tpython3 -m venv $(VENV)\n';
    expect(await words({ Makefile: makefile })).toBe('pytest tests');
    expect(await words({ Makefile: 'test:\n\tuv run --group dev --python 3.12 pytest tests/\n' })).toBe(
      'pytest tests/',
    );
    expect(
      await words({ Makefile: 'test: cython\n\tpip install -e .\n\tpytest -v lib\n\tPURE=1 pytest -v lib\n' }),
    ).toBe('pytest lib');
    expect(await words({ Makefile: 'test:\n\tgo test ./...\n' })).toBeNull();
  });

  test('an option that the project defines itself is kept, one of a plugin is not', async () => {
    const conftest = 'def pytest_addoption(parser):\n    parser.addoption("--slow")\n';
    expect(
      await words({ 'conftest.py': conftest, 'tox.ini': '[testenv]\ncommands = pytest --slow --reruns=2 tests\n' }),
    ).toBe('pytest --slow tests');
  });
});
