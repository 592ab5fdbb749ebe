import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { none } from '../../../src/adapters/sandboxes/none.ts';
import { places } from '../../../src/languages/registry.ts';
import { detectRunner } from '../../../src/languages/runs/detect.ts';
import { runTests } from '../../../src/languages/runs/run-tests.ts';
import type { Workspace } from '../../../src/ports/outside/repo.ts';
import type { Policy } from '../../../src/schema/settings/policy.ts';
import { filesOf, folder, statuses, tests } from '../bare.ts';

const include =
  'import pytest, setuptools, sysconfig, os; assert os.path.exists(sysconfig.get_paths()["include"] + "/Python.h")';
const lacks = [spawnSync('python3', ['-c', include]), spawnSync('cc', ['--version'])].some(
  ({ status }) => status !== 0,
);
if (lacks)
  console.log('native extensions are not built: python3 with pytest, setuptools and headers, and cc are needed');

const files = (sum: string, more: Record<string, string> = {}) => ({
  'setup.py':
    "from setuptools import Extension, setup\nsetup(name='half', ext_modules=[Extension('_half', ['_half.c'])])\n",
  '_half.c': `#include <Python.h>
static PyObject *half(PyObject *self, PyObject *args) {
  long x; if (!PyArg_ParseTuple(args, "l", &x)) return NULL; return PyLong_FromLong(${sum}); }
static PyMethodDef methods[] = {{"half", half, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_half", NULL, -1, methods};
PyMODINIT_FUNC PyInit__half(void) { return PyModule_Create(&module); }
`,
  'pkg/more.py': 'more = 0\n',
  'conftest.py': '',
  'tests/test_half.py': 'from _half import half\n\ndef test_half(): assert half(4) == 2\n',
  ...more,
});

async function run(content: Record<string, string>, built?: string) {
  const dir = await folder(content);
  const runner = await detectRunner(filesOf(content), tests());
  if (!runner) throw new Error('no runner was found');
  const workspace = { dir, list: async () => [], changedSince: async () => [] } as Partial<Workspace> as Workspace;
  const policy = { tests: tests(), limits: { full_seconds: 100, verify_seconds: 100 } } as Partial<Policy> as Policy;
  const target = { dir, top: dir, scope: '', git_dir: '', head: '', branch: null };
  const sandbox = none({ env: process.env, equipment: places() });
  const signal = new AbortController().signal;
  const how = { sandbox, workspace, target, policy, runner, only: null, timeout_ms: 100_000, signal };
  return runTests({ ...how, built, keeps_build: true });
}

describe.skipIf(lacks)('a native extension that base has built (needs python3 with headers, and cc)', () => {
  test('is taken where only modules differ, and made again where its sources or its build do', async () => {
    const base = await run(files('x / 2'));
    expect(statuses(base)).toEqual({ 'tests/test_half.py > test_half': 'passed' });
    expect(base.built).toMatch(/^[0-9a-f]{64}\n/);

    const module = await run(files('x / 2', { 'pkg/more.py': 'more = 1\n' }), base.built);
    expect(statuses(module)).toEqual({ 'tests/test_half.py > test_half': 'passed' });
    expect(module.built).toBe(base.built);

    const source = await run(files('x / 3'), base.built);
    expect(statuses(source)).toEqual({ 'tests/test_half.py > test_half': 'failed' });
    expect(source.built).not.toBe(base.built);

    const build = await run(files('x / 2', { 'setup.py': `${files('')['setup.py']}# more\n` }), base.built);
    expect(build.built).not.toBe(base.built);
  });
});
