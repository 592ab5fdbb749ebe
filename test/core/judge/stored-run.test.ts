import { expect, test } from 'vitest';
import { noTests } from '../../../src/languages/runs/run-tests.ts';
import { testRunSchema } from '../../../src/schema/judge/test-run.ts';

const passed = { id: 'a.js > b > c', file: 'a.js', line: null, status: 'passed', duration_ms: 1, error: null };

test('a run that an older version stored is read with the names of its tests', () => {
  const older = { ...noTests(), cases: [{ ...passed, name: 'b > c' }] };
  expect(testRunSchema.parse(older).cases).toEqual([{ ...passed, names: ['b', 'c'] }]);
  const now = { ...noTests(), cases: [{ ...passed, names: ['b > c'] }] };
  expect(testRunSchema.parse(now).cases).toEqual(now.cases);
});
