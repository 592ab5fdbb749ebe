import { describe, expect, test } from 'vitest';
import { patternOf } from '../../../src/code/pattern.ts';
import { analysisOf, failuresIn, groupsOf } from '../../../src/rooms/verify/advice/analyse.ts';
import { unknownNames } from '../../../src/rooms/verify/advice/names.ts';
import { emptyVerdict } from '../../../src/rooms/verify/verdict.ts';
import type { TestError, TestRun } from '../../../src/schema/judge/test-run.ts';

const failure = (test: string, error = 'x') => ({ test, error, file: 'a.test.js', line: 1 });
const thrown = (type: string, message: string): TestError => ({ type, message, stack: '', file: null, line: null });

/** A run in which these tests failed so. */
function ran(errors: Record<string, TestError>, outside: TestError[] = []): TestRun {
  const cases = Object.entries(errors).map(([id, error]) => ({
    ...{ id, file: 'a.test.js', names: [id], line: 1, status: 'failed' as const, duration_ms: 1, error },
  }));
  return {
    ...{ runner: 'node:test', outcome: 'ok', evidence: 'report', cases, errors: outside, duration_ms: 1 },
    ...{ exit_code: 1, signal: null, output_tail: '' },
  };
}

const analysed = (errors: Record<string, TestError>, gone: string[] = [], outside: TestError[] = []) => {
  const failures = [
    ...gone.map((name) => failure(name, 'the test no longer exists')),
    ...Object.keys(errors).map((name) => failure(name)),
  ];
  const verdict = { ...emptyVerdict, test_failures: failures };
  return groupsOf(failuresIn(verdict, ran(errors, outside))).map(analysisOf);
};

describe('the pattern of an error', () => {
  test.each([
    [
      'TypeError',
      "Cannot read properties of null (reading 'length')",
      'TypeError: Cannot read properties of null (reading <text>)',
    ],
    ['AssertionError', '6 !== 5\n\ndetails', 'AssertionError: <number> !== <number>'],
    ['Error', 'RangeError: too deep', 'RangeError: too deep'],
    ['KeyError', "'user_17'", 'KeyError: <text>'],
    ['Error', 'open /tmp/x8f3/a.json failed after 12 ms', 'Error: open <path>/a.json failed after <duration>'],
    ['', '', ''],
  ])('%s: %s', (type, message, pattern) => {
    expect(patternOf(type, message)).toBe(pattern);
  });
});

describe('the failures of an attempt', () => {
  test('are told by kind, with every test counted', () => {
    const nothing = (what: string) => thrown('TypeError', `Cannot read properties of null (reading '${what}')`);
    const groups = analysed({ one: nothing('a'), two: nothing('b'), other: thrown('RangeError', 'too deep') });
    expect(groups).toMatchObject([
      {
        test: 'one',
        count: 2,
        tests: ['one', 'two'],
        pattern: 'TypeError: Cannot read properties of null (reading <text>)',
      },
      { test: 'other', count: 1 },
    ]);
  });

  test('that are errors of their own come before tests that are gone, however many those are', () => {
    const groups = analysed({ real: thrown('TypeError', 'x is null') }, ['a', 'b', 'c']);
    expect(groups.map(({ test: name, noise = false }) => [name, noise])).toEqual([
      ['real', false],
      ['a', true],
    ]);
  });

  test('outside of any test, which take the tests with them, come first', () => {
    const loads = { ...thrown('ReferenceError', 'y is not defined'), file: 'a.js', line: 2 };
    expect(analysed({}, ['a', 'b'], [loads])).toMatchObject([
      { test: 'a.js', error_type: 'ReferenceError' },
      { count: 2 },
    ]);
  });

  test.each([
    ['a program that is missing', thrown('Error', 'spawn chromium ENOENT')],
    ['a port in use', thrown('Error', 'listen EADDRINUSE: address already in use')],
    ['a full disk', thrown('Error', 'ENOSPC: no space left on device')],
  ])('for %s teach nothing', (_, error) => {
    expect(analysed({ one: error })).toMatchObject([{ noise: true }]);
  });

  test('of a file that does not parse are explained by code, and nothing is advised', () => {
    const syntax = { file: 'a.js', line: 3, column: 1, message: 'Unexpected token' };
    const verdict = { ...emptyVerdict, syntax_errors: [syntax] };
    expect(groupsOf(failuresIn(verdict, null)).map(analysisOf)).toMatchObject([
      { by: 'code', root_cause: 'a.js:3: Unexpected token', fix_strategy: '' },
    ]);
  });
});

describe('names in an analysis', () => {
  const known = {
    files: ['src/add.js', 'test/add.test.js', 'package.json'],
    tests: ['test/add.test.js > adds', 'adds'],
  };
  test.each<[string, string, string, string[]]>([
    ['files that exist', 'src/add.js:1 doubles b, as `add.js` shows', 'change src/add.js', []],
    ['a file that does not', 'src/sum.js:4 doubles b', 'add once', ['there is no file src/sum.js']],
    ['a file that is to be made', 'there is no place for it', 'create src/sum.js and use it in src/add.js', []],
    ['a member that looks like a file', 'the value of `user.name` is null', 'check `user.name`', []],
    ['a test that exists', 'the test "adds" is right', 'add once', []],
    ['a test that does not', 'the test "subtracts" is right', 'add once', ['there is no test "subtracts"']],
    ['packages of others', 'node_modules/x/index.js throws', 'catch it', []],
  ])('%s', (_, cause, strategy, faults) => {
    expect(unknownNames({ cause, strategy }, known)).toEqual(faults);
  });
});
