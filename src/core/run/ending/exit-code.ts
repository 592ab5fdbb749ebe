import type { RunStatus } from '../../../schema/run/lifecycle.ts';

export const exitCodes: Record<RunStatus, number> = {
  completed: 0,
  failed: 1,
  cancelled: 4,
  budget_exhausted: 5,
  timed_out: 6,
  review_rejected: 7,
  unfit: 8,
  undelivered: 8,
};

export const waitingExitCode = 3;

/** Of a run that was asked about tests which do not exist or do not fail, as only the tests themselves could tell. */
export const usageExitCode = 2;
