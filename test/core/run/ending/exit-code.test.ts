import { expect, test } from 'vitest';
import { exitCodes, waitingExitCode } from '../../../../src/core/run/ending/exit-code.ts';
import { reopeningOf } from '../../../../src/core/run/ending/reopen.ts';
import { runFinished } from '../../../../src/core/run/ending/run-finished.ts';
import { initialState } from '../../../../src/core/run/initial-state.ts';
import type { RunState } from '../../../../src/core/run/run-state.ts';
import { recommendation } from '../../../../src/rooms/report/recommendation.ts';
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

test('a run that found no tests is not resumed, since it stays at its commit: a new one is started', () => {
  const [step_errors, end] = [
    { intake: { count: 1, last: { reason: 'no_tests', message: 'x', exit_code: 8 } } },
    { status: 'unfit', reason: 'x', report: null } as const,
  ];
  const state: RunState = { ...initialState, run: 'r1', step_errors };
  const finished = runFinished(state, end);
  expect(finished.next).toBe('pawl fix');
  expect(recommendation(state, finished)).toBe('Add a test and commit it, then: pawl fix.');
  expect(reopeningOf({ ...state, finished }, {}, 0)).toMatchObject({
    ok: false,
    why: 'run r1 has ended: it began at a commit without tests. Add a test and commit it, then: pawl fix',
  });
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
  expect(codeAfter('no_tests')).toBe(8);
});
