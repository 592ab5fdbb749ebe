/** What a run goes through: its phases, the steps that its rooms take, and how it can end. */
export const phases = [
  'initializing',
  'decomposing',
  'executing',
  'reviewing',
  'improving',
  'completed',
  'failed',
  'cancelled',
] as const;

export const stepKinds = [
  'intake',
  'plan',
  'develop',
  'verify',
  'test',
  'review',
  'merge',
  'deliver',
  'learn',
  'accept',
  'land',
  'improve',
  'consult',
  'pr',
  'answer',
  'report',
] as const;

export const runStatuses = [
  'completed',
  'failed',
  'cancelled',
  'budget_exhausted',
  'timed_out',
  'review_rejected',
  'unfit',
  'undelivered',
] as const;

export type Phase = (typeof phases)[number];
export type StepKind = (typeof stepKinds)[number];
export type RunStatus = (typeof runStatuses)[number];
