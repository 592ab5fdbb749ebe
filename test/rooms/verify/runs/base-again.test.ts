import { expect, test } from 'vitest';
import { noTests } from '../../../../src/languages/runs/run-tests.ts';
import { baseAgain } from '../../../../src/rooms/verify/runs/base-again.ts';
import type { TestRun } from '../../../../src/schema/judge/test-run.ts';

const ran = (status: 'passed' | 'failed', duration_ms = 1): TestRun => ({
  ...noTests(),
  cases: [{ id: 'a > b', file: 'a', names: ['b'], line: null, status, duration_ms, error: null }],
  duration_ms,
});

async function tried(...results: TestRun[]) {
  const parts: string[] = [];
  const result = await baseAgain(new Set(['a > b']), async (part) => {
    parts.push(part);
    return results[parts.length - 1] ?? ran('passed');
  });
  return { parts, status: result.cases[0]?.status };
}

test('a test that fails alone on base is moody at once', async () => {
  expect(await tried(ran('failed'))).toEqual({ parts: ['alone'], status: 'failed' });
});

test('one that passes alone gets two more chances to fail beside the others', async () => {
  const { parts, status } = await tried(ran('passed'), ran('passed'), ran('failed'));
  expect({ parts, status }).toEqual({ parts: ['alone', 'together', 'together'], status: 'failed' });
  expect(await tried()).toEqual({ parts: ['alone', 'together', 'together'], status: 'passed' });
});

test('a suite that takes minutes is run once', async () => {
  expect((await tried(ran('passed'), ran('passed', 90_000))).parts).toEqual(['alone', 'together']);
});
