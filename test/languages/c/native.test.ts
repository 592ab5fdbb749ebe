import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { project, statuses } from '../bare.ts';

function lacks(program: string): boolean {
  const there = spawnSync(program, ['--version']).status === 0;
  if (!there) console.log(`${program} is not run for real: it is not installed`);
  return !there;
}

const program = `#include <stdio.h>
#include <stdlib.h>
#include "half.h"
int main(int count, char **words) {
  int way = count > 1 ? atoi(words[1]) : 0;
  if (way == 2) abort();
  if (way == 77) return 77;
  if (way == 0 && half(4) != 2) { printf("check.c:8: expected 2, got %d\\n", half(4)); return 1; }
  return way;
}
`;
const half = (sum: string) => ({
  'half.h': 'int half(int);\n',
  'half.c': `int half(int x) { return ${sum}; }\n`,
  'check.c': program,
});

const cmake = `cmake_minimum_required(VERSION 3.10)
project(half C)
option(HALF_BUILD_TESTS "tests" OFF)
if(HALF_BUILD_TESTS)
  enable_testing()
  add_executable(check check.c half.c)
  add_test(NAME halves COMMAND check)
  add_test(NAME aborts COMMAND check 2)
  add_test(NAME skips COMMAND check 77)
  set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)
endif()
`;

describe.skipIf(lacks('cmake') || lacks('cc'))('ctest (needs cmake and cc)', () => {
  test('is built outside the tree, tests included that are off by default, and names each test', async () => {
    const { run, runner } = await project({ 'CMakeLists.txt': cmake, ...half('x / 3') });
    const result = await run();
    expect(runner.id).toBe('ctest');
    expect(statuses(result)).toEqual({ halves: 'failed', aborts: 'failed', skips: 'skipped' });
    expect(result).toMatchObject({ outcome: 'ok', evidence: 'report', errors: [] });
    expect(result.cases[0]?.error).toMatchObject({ message: 'check.c:8: expected 2, got 1', file: 'check.c', line: 8 });
    expect(result.cases[1]?.error).toMatchObject({ type: 'Crash' });
  });

  test('what does not compile is an error with its place', async () => {
    const { run } = await project({ 'CMakeLists.txt': cmake, ...half('y / 2') });
    const result = await run();
    expect(result).toMatchObject({ outcome: 'no_report', cases: [] });
    expect(result.errors[0]).toMatchObject({ type: 'NameError', file: 'half.c', line: 1 });
    expect(result.errors[0]?.message).toMatch(/.y. undeclared/);
  });
});

const meson = `project('half', 'c')
exe = executable('check', 'check.c', 'half.c')
test('halves', exe)
test('skips', exe, args: ['77'])
`;

describe.skipIf(lacks('meson') || lacks('ninja'))('meson (needs meson and ninja)', () => {
  test('names each test, with what it printed', async () => {
    const { run, runner } = await project({ 'meson.build': meson, ...half('x / 3') });
    const result = await run();
    expect(runner.id).toBe('meson');
    expect(statuses(result)).toEqual({ 'half:halves': 'failed', 'half:skips': 'skipped' });
    expect(result.cases[0]?.error).toMatchObject({ message: 'check.c:8: expected 2, got 1', line: 8 });
  });
});

const automake = {
  'configure.ac':
    'AC_INIT([half],[1])\nAM_INIT_AUTOMAKE([foreign])\nAC_PROG_CC\nAC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n',
  'Makefile.am': 'check_PROGRAMS = halves\nhalves_SOURCES = check.c half.c half.h\nTESTS = halves\n',
};

describe.skipIf(lacks('autoreconf') || lacks('automake'))('make check (needs automake)', () => {
  test('names each program that automake runs as a test', async () => {
    const { run, runner } = await project({ ...automake, ...half('x / 3') });
    expect(runner.id).toBe('automake');
    const result = await run();
    expect(statuses(result)).toEqual({ halves: 'failed' });
    expect(result.cases[0]?.error?.message).toContain('expected 2, got 1');
  });
});

test('a Makefile with tests is run as it is, after every language that shows tests of its own', async () => {
  const makefile = 'check:\n\techo "1 is 2"; exit 3\n';
  const { run, runner } = await project({ Makefile: makefile, 'a.lua': '' });
  expect(runner.id).toBe('command');
  const result = await run();
  expect(result.cases).toMatchObject([{ names: ['make check'], status: 'failed' }]);
  const other = await project({ Makefile: makefile, 'tests/test_a.py': 'import pytest\n' });
  expect(other.runner.id).toBe('pytest');
});
