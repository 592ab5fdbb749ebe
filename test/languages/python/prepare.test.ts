import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { missingModule } from '../../../src/languages/python/runners/detect.ts';
import { unstartedError } from '../../../src/languages/python/runners/missing.ts';
import { preparationOf } from '../../../src/languages/python/runners/prepare.ts';
import { prepareScript } from '../../../src/languages/python/runners/prepare-script.ts';
import { repository } from '../../adapters/repo/setup.ts';
import { ended, filesOf, project, statuses } from '../bare.ts';

const python = spawnSync('python3', [
  '-c',
  'import pytest, setuptools, sysconfig, os; assert os.path.exists(sysconfig.get_paths()["include"] + "/Python.h")',
]);
const compiler = spawnSync('cc', ['--version']);
const reason =
  python.status === 0 && compiler.status === 0
    ? null
    : 'native extensions are not built for real: python3 with pytest, setuptools and headers, and cc are needed';
if (reason !== null) console.log(reason);

const extension = (sum: string) => `#include <Python.h>
static PyObject *half(PyObject *self, PyObject *args) {
  long x; if (!PyArg_ParseTuple(args, "l", &x)) return NULL; return PyLong_FromLong(${sum}); }
static PyMethodDef methods[] = {{"half", half, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_half", NULL, -1, methods};
PyMODINIT_FUNC PyInit__half(void) { return PyModule_Create(&module); }
`;
const files = (sum: string) => ({
  'setup.py':
    "from setuptools import Extension, setup\nsetup(name='half', packages=['half'], ext_modules=[Extension('half._half', ['half/_half.c'])])\n",
  'half/__init__.py': 'try:\n    from ._half import half\nexcept ImportError:\n    def half(x): return x // 2\n',
  'half/_half.c': extension(sum),
  'tests/test_half.py': 'from half import half\n\ndef test_half(): assert half(4) == 2\n',
  'conftest.py': '',
});

describe.skipIf(reason !== null)('what an installation would have made', () => {
  test('is built before the tests: a fault in a native extension is found', async () => {
    const { run, runner } = await project(files('x / 3'));
    expect(runner.compiles).toBe(true);
    expect(statuses(await run())).toEqual({ 'tests/test_half.py > test_half': 'failed' });
  });

  test('what does not compile ends the run, though there is another implementation', async () => {
    const { run } = await project(files('y / 3'));
    const { outcome, cases, output_tail } = await run();
    expect({ outcome, cases }).toEqual({ outcome: 'no_report', cases: [] });
    expect(output_tail).toContain('the native extension was not built');
  });

  test('tools that are too old for the build are named, with what cures it', async () => {
    const { run } = await project({
      ...files('x / 2'),
      'pyproject.toml': '[build-system]\nrequires = ["setuptools>=999", "wheel"]\n',
      'setup.py': "ext_modules = []\nraise SystemExit('unknown keyword')\n",
    });
    expect(await missingModule((await run()).output_tail, filesOf({}))).toContain('pip install "setuptools>=999"');
  });

  test.each([
    [false, []],
    [true, ['test_half']],
  ])('without the tools, a project that is installed as pure Python (%s) does without', async (pure, tested) => {
    const { run } = await project({
      ...files('x / 2'),
      'site/sitecustomize.py': "import sys\nsys.modules['setuptools'] = None\n",
      'site/half-1.dist-info/METADATA': 'Metadata-Version: 2.1\nName: half\nVersion: 1\n',
      'site/half-1.dist-info/WHEEL': `Root-Is-Purelib: ${pure}\n`,
    });
    const { cases, output_tail } = await run({ env: { PYTHONPATH: 'site' } });
    expect(cases.map(({ names }) => names.at(-1))).toEqual(tested);
    const cure = await missingModule(output_tail, filesOf({}));
    expect(cure?.endsWith('pip install "setuptools"') ?? false).toBe(!pure);
  });

  test('a virtual environment that lacks them installs them itself', async () => {
    const dir = repository({
      'prepare.py': prepareScript,
      'site/half-1.dist-info/METADATA': 'Metadata-Version: 2.1\nName: half\nVersion: 1\n',
      'site/half-1.dist-info/WHEEL': 'Root-Is-Purelib: false\n',
    });
    const wanted = { name: 'half', versions: [], cython: [], builds: true, requires: [] };
    const script = 'python3 -m venv --without-pip .venv && PYTHONPATH=site .venv/bin/python3 prepare.py "$0"';
    const { stderr } = spawnSync('sh', ['-c', script, JSON.stringify(wanted)], { cwd: dir, encoding: 'utf8' });
    expect(await missingModule(stderr, filesOf({}))).toMatch(/: \.venv\/bin\/python3 -m pip install "setuptools"$/);
  });

  test('a file with the version is there, where the project has it made', async () => {
    const { run } = await project({
      'pyproject.toml': '[project]\nname = "half"\n[tool.hatch.build.hooks.vcs]\nversion-file = "half/_version.py"\n',
      'half/__init__.py': 'from ._version import __version__\n',
      'conftest.py': '',
      'tests/test_a.py': 'import half\n\ndef test_version(): assert half.__version__\n',
    });
    expect(statuses(await run())).toEqual({ 'tests/test_a.py > test_version': 'passed' });
  });
});

test('a version that is kept, and a project of Python alone, need nothing', async () => {
  const project = '[tool.setuptools_scm]\nversion_file = "a/_version.py"\n';
  expect(await preparationOf(filesOf({ 'pyproject.toml': project, 'a/_version.py': '' }))).toBeNull();
  expect(await preparationOf(filesOf({ 'setup.py': 'setup(packages=[])' }))).toBeNull();
  const cython = { 'setup.py': 'ext_modules=[Extension("a", sources=["a/_x.c"])]', 'a/_x.pyx': '', 'a/_y.pyx': '' };
  expect(await preparationOf(filesOf(cython))).toMatchObject({ cython: ['a/_x.pyx'], builds: true });
});

test.each([
  [1, '/usr/bin/python3: No module named pytest\n', /pip install pytest/],
  [4, 'pytest: error: unrecognized arguments: --cov=x\n', /--cov=x.*pip install pytest-cov/],
  [4, 'ERROR: Missing required plugins: pytest-asyncio\n', /pip install pytest-asyncio/],
] as const)('exit %d with %j says what to install', (exit_code, stderr, cure) => {
  expect(unstartedError(ended({ exit_code, stderr }), 'pytest')?.message).toMatch(cure);
});

test('a failing test is no missing module', () => {
  expect(
    unstartedError(ended({ exit_code: 1, stdout: "ModuleNotFoundError: No module named 'x'" }), 'pytest'),
  ).toBeNull();
});
