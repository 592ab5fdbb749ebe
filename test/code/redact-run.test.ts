import { expect, test } from 'vitest';
import { redactedRun } from '../../src/code/redact-run.ts';
import { noTests } from '../../src/languages/runs/run-tests.ts';
import { canaries } from './canaries.ts';

test('tests whose names differ in a secret alone stay two, with the same names in every run', () => {
  const { text = '' } = canaries.aws ?? {};
  const named = (name: string) => ({
    id: `a.js > ${name}`,
    file: 'a.js',
    names: [name],
    line: 1,
    status: 'passed' as const,
    duration_ms: 1,
    error: null,
  });
  const run = { ...noTests(), cases: [named(text), named(text.replace('Q7', 'R7')), named('plain')] };
  const ids = redactedRun(run).cases.map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  expect(ids[0]).toMatch(/^a\.js > \[redacted:AWS access key\] #[0-9a-f]{8}$/);
  expect(ids[2]).toBe('a.js > plain');
  expect(redactedRun(run).cases.map(({ id }) => id)).toEqual(ids);
  expect(redactedRun(run).cases[0]?.names).toEqual(['[redacted:AWS access key]']);
});
