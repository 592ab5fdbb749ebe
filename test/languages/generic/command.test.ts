import { expect, test } from 'vitest';
import { command } from '../../../src/languages/generic/command.ts';
import { ended, project, tests } from '../bare.ts';

test('any other command is one test, known by its exit code', async () => {
  const good = await project({}, tests(['sh', '-c', 'echo fine']));
  expect(await good.run()).toMatchObject({
    runner: 'command',
    evidence: 'exit_code',
    outcome: 'ok',
    cases: [{ id: '(command)', status: 'passed', error: null }],
  });
  const bad = await project({}, tests(['sh', '-c', 'printf "\\033[31mwrong\\n" >&2; exit 3']));
  expect(await bad.run()).toMatchObject({
    outcome: 'ok',
    errors: [],
    cases: [{ status: 'failed', error: { type: 'ExitCode', message: 'exit code 3\nwrong' } }],
  });
});

test('a command that did not end by itself has no result', () => {
  const run = command(['x']).read(ended({ ended: 'timeout', exit_code: null }), '/w');
  expect(run).toMatchObject({ outcome: 'timeout', cases: [] });
});

test('a program that a signal ended is a crash, as a shell and make tell of it', () => {
  const type = (exit_code: number, stderr: string) =>
    command(['x']).read(ended({ exit_code, stderr }), '/w').cases[0]?.error?.type;
  expect(type(2, './t\nmake: *** [Makefile:2: test] Segmentation fault')).toBe('Crash');
  expect(type(2, 'make[1]: *** [Makefile:2: test] Aborted (core dumped)\nmake: *** [all] Error 2')).toBe('Crash');
  expect(type(134, '')).toBe('Crash');
  expect(type(2, 'make: *** [Makefile:2: test] Error 1')).toBe('ExitCode');
  expect(type(1, 'expected Aborted, got Segmentation fault')).toBe('ExitCode');
});

test('test files are known by the usual names', () => {
  const { isTest } = command(['x']);
  for (const path of [
    'a.test.js',
    'src/a.spec.ts',
    'a_test.go',
    'tests/x.rb',
    'test_a.py',
    'spec/a_spec.rb',
    'src/__tests__/a.jsx',
  ]) {
    expect(isTest(path), path).toBe(true);
  }
  for (const path of ['src/a.js', 'latest.js', 'contest/a.js', 'tests/readme.md', 'src/attest.ts']) {
    expect(isTest(path), path).toBe(false);
  }
});
