import { expect, test } from 'vitest';
import { noTests } from '../../src/languages/runs/run-tests.ts';
import { buildingIn, timedApart } from '../../src/languages/runs/test-time.ts';
import type { TestCase } from '../../src/schema/judge/test-run.ts';

const tested = (duration_ms: number): TestCase => ({
  id: `t${duration_ms}`,
  file: 'a.x',
  names: ['t'],
  line: null,
  status: 'passed',
  duration_ms,
  error: null,
});
const run = { ...noTests(), cases: [tested(100), tested(200)], duration_ms: 60_000 };

test('what a command compiles is no time of its tests', () => {
  const apart = timedApart(run, { compiles: true }, { duration_ms: 60_000 }, 0);
  expect(apart).toMatchObject({ duration_ms: 300, building_ms: 59_700 });
});

test('a runner that tells how long its tests took is believed', () => {
  const apart = timedApart({ ...run, duration_ms: 500 }, { compiles: true }, { duration_ms: 60_000 }, 0);
  expect(apart).toMatchObject({ duration_ms: 500, building_ms: 59_500 });
});

test('a build before the tests is told apart, and a run without one as it is', () => {
  expect(timedApart(run, {}, { duration_ms: 60_000 }, 7000)).toMatchObject({ duration_ms: 60_000, building_ms: 7000 });
  expect(timedApart(run, {}, { duration_ms: 60_000 }, 0)).toBe(run);
  const hung = { ...run, outcome: 'timeout' as const };
  expect(timedApart(hung, { compiles: true }, { duration_ms: 60_000 }, 0)).toBe(hung);
});

test('builds of several runs add up', () => {
  expect(buildingIn([run, { ...run, building_ms: 5 }, { ...run, building_ms: 6 }])).toEqual({ building_ms: 11 });
  expect(buildingIn([run])).toEqual({});
});
