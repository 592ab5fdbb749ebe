import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { said, watchedRun } from './watched.ts';

/** As good as a loop that never returns, and leaves the processor to others. */
const blocks = 'import time\n\ntime.sleep(3600)\n';

const lacks = (...args: string[]): boolean => spawnSync('python3', args).status !== 0;

describe.skipIf(lacks('-m', 'pytest', '--version'))('pytest (needs python3 -m pytest)', () => {
  const ini = '[pytest]\n';

  test('names each test that does not end, also of a class or with parameters, and runs the others', async () => {
    const run = await watchedRun({
      'pytest.ini': ini,
      'tests/test_a.py': `import pytest

def test_fine(): pass

class TestIt:
    @pytest.mark.parametrize("kind", ["quick", "a::b [c]"])
    def test_loops(self, kind):
        while kind != "quick":
            pass

def test_fails(): assert 1 == 2
`,
      'tests/test_b.py': `import threading

def test_waits():
    threading.Event().wait()

def test_last(): pass
`,
    });
    expect(run).toMatchObject({ outcome: 'ok', errors: [] });
    expect(said(run)).toEqual({
      'tests/test_a.py > test_fine': 'passed',
      'tests/test_a.py > TestIt > test_loops[quick]': 'passed',
      'tests/test_a.py > TestIt > test_loops[a::b [c]]': 'hang',
      'tests/test_a.py > test_fails': 'failed',
      'tests/test_b.py > test_waits': 'hang',
      'tests/test_b.py > test_last': 'passed',
    });
  });

  test('names a module that does not load', async () => {
    const files = { 'pytest.ini': ini, 'test_a.py': blocks, 'test_b.py': 'def test_fine(): pass\n' };
    const run = await watchedRun(files, { seconds: 1 });
    expect(run).toMatchObject({ outcome: 'ok', errors: [{ type: 'Hang', file: 'test_a.py' }] });
    expect(said(run)).toEqual({ 'test_b.py > test_fine': 'passed' });
    const only = await watchedRun(files, { seconds: 1, only: ['test_a.py'] });
    expect(only).toMatchObject({ outcome: 'ok', cases: [], errors: [{ type: 'Hang', file: 'test_a.py' }] });
  });
});

describe.skipIf(lacks('--version'))('unittest (needs python3)', () => {
  test('names the test that does not end and the module that does not load, and runs the others', async () => {
    const run = await watchedRun(
      {
        'tests/__init__.py': '',
        'tests/test_a.py': `import unittest

class TestIt(unittest.TestCase):
    def test_fine(self): pass
    def test_loops(self):
        while True: pass
    def test_then(self): pass
`,
        'tests/test_b.py': blocks,
      },
      { seconds: 1 },
    );
    expect(run).toMatchObject({
      ...{ runner: 'unittest', outcome: 'ok' },
      errors: [{ type: 'Hang', file: 'tests/test_b.py' }],
    });
    expect(said(run)).toEqual({
      'tests/test_a.py > TestIt > test_fine': 'passed',
      'tests/test_a.py > TestIt > test_loops': 'hang',
      'tests/test_a.py > TestIt > test_then': 'passed',
    });
  });
});
