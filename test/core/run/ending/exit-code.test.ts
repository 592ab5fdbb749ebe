import { expect, test } from 'vitest';
import { exitCodes, waitingExitCode } from '../../../../src/core/run/ending/exit-code.ts';
import { runStatuses } from '../../../../src/schema/run/lifecycle.ts';

test('every status has its exit code, and only a completed run has 0', () => {
  expect(exitCodes).toEqual({
    completed: 0,
    failed: 1,
    cancelled: 4,
    budget_exhausted: 5,
    timed_out: 6,
    review_rejected: 7,
    unfit: 8,
    undelivered: 8,
  });
  expect(Object.keys(exitCodes).sort()).toEqual([...runStatuses].sort());
  expect(waitingExitCode).toBe(3);
});
