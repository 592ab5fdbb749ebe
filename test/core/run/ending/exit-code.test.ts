import { expect, test } from 'vitest';
import { exitCodes, waitingExitCode } from '../../../../src/core/run/ending/exit-code.ts';
import { runFinished } from '../../../../src/core/run/ending/run-finished.ts';
import { initialState } from '../../../../src/core/run/initial-state.ts';
import type { RunState } from '../../../../src/core/run/run-state.ts';
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

test('a run for tests that do not exist was told wrongly, and found that out only by running them', () => {
  const failed = (reason: string): RunState => ({
    ...initialState,
    step_errors: { intake: { count: 1, last: { reason, message: 'x', exit_code: 8 } } },
  });
  const codeAfter = (reason: string) =>
    runFinished(failed(reason), { status: 'unfit', reason: 'x', report: null }).exit_code;
  expect(codeAfter('no_such_test')).toBe(2);
  expect(codeAfter('tests_cannot_start')).toBe(8);
});
