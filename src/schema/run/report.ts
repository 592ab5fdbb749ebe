import type { Criterion } from '../judge/criterion.ts';
import type { Review } from '../judge/review.ts';
import type { FailingTest } from '../judge/test-run.ts';
import type { Verdict } from '../judge/verdict.ts';
import type { Suspect } from './suspect.ts';
import type { Task } from './task.ts';

/** What `pawl report` can print. */
export const reportFormats = ['markdown', 'json', 'html', 'handover'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The end of a run for a person or a program to read. The keys are a contract with users. */
export interface RunReport {
  run: string;
  request: string;
  status: string;
  exit_code: number;
  reason: string;
  total_attempts: number;
  /** As many as the ladder and the limits would have allowed for the tasks that were tried. */
  max_attempts: number;
  tiers_used: string[];
  unique_errors: string[];
  last_diff: string;
  last_commit: string | null;
  branch: string | null;
  recommendation: string;
  /** The command that takes the result, where one is left to type. */
  next_command: string | null;
  usd: number;
  /** Whether what it delivered was taken back since; null: it was not. */
  undone: 'wholly' | 'partly' | null;
  /** What is recorded; with `usd_cut_off` it is the whole. */
  usd_by_tier: Record<string, number>;
  /** The most that calls may have cost which were cut off. */
  usd_cut_off: number;
  /** The cost outside of attempts: the plan, and calls that were cut off. */
  usd_besides: number;
  seconds: number;
  started_at: string;
  base: string;
  /** The tests as the run found them. */
  baseline: InitialTests | null;
  /** The whole ladder, in its order. */
  tiers: ReportedTier[];
  tasks: ReportedTask[];
  /** Tests that failed in more than one attempt. */
  recurring_failures: { test: string; occurrences: number; resolution: 'pending' | 'resolved' }[];
  /** What the person said during the run, besides a plain yes or no. */
  remarks: string[];
  /** The remarks that no developer has read. */
  unread: string[];
  /** Agents that were stopped before they finished. */
  stopped_agents: { agent: string; task: string | null; attempt: number | null; cause: string; reason: string }[];
}

/** `failing`: the first of the failing ones. */
export interface InitialTests {
  total: number;
  failed: number;
  failing: FailingTest[];
}

/** The changed files as they were before, or why they cannot be shown. */
export interface Original {
  files: { path: string; content: string | null }[];
  unread: string | null;
}

export interface ReportedTier {
  tier: string;
  model: string | null;
  attempts: number;
  passed: number;
  usd: number;
}

export interface ReportedTask extends Task {
  improvement: boolean;
  status: string;
  reason: string;
  usd: number;
  commit: string | null;
  /** Its pull request, where it has one. */
  pull: { ref: string; url: string; state: 'merged' | 'pending' } | null;
  /** How each acceptance criterion stands in the end. */
  criteria: Criterion[];
  /** The checklist before code is handed back, each item with its evidence; empty if nothing was attempted. */
  checklist: ChecklistItem[];
  attempts: ReportedAttempt[];
}

export interface ChecklistItem {
  item: string;
  state: 'yes' | 'no' | 'not_applicable';
  evidence: string;
}

export interface ReportedAttempt {
  attempt: number;
  tier: string;
  started_at: string;
  /** Seconds of work on the run before it began. */
  began_seconds: number;
  seconds: number;
  usd: number;
  ended: string;
  summary: string;
  files: string[];
  insertions: number;
  deletions: number;
  /** Its change against the task's base, cut where it is long. */
  diff: string;
  status: string;
  tests: string;
  test_results: Verdict['tests'] | null;
  duration_ms: number;
  /** Failing tests; null when they could not be counted. */
  failing: number | null;
  failures: string[];
  failed_tests: string[];
  warnings: string[];
  analyses: Analysis[];
  /** The lines that looked most like the fault, the most suspicious first. */
  suspects: Suspect[];
  loop: string | null;
  /** The tree it left, and the earlier attempts at the task that left the same. */
  tree: string | null;
  same_tree_as: number[];
  /** Equal for equal failures, and the earlier attempts at the task that failed so. */
  signature: string | null;
  same_failure_as: number[];
  review: string | null;
  points: Review | null;
}

export interface Analysis {
  test: string;
  error_type: string;
  error_message: string;
  stack_trace_snippet: string;
  root_cause: string;
  fix_strategy: string;
  confidence: number;
  /** The kind of the error in words, and how many failures of the attempt are of it; absent in older journals. */
  pattern?: string | undefined;
  count?: number | undefined;
  /** Who found the cause. */
  by?: 'analyst' | 'code' | 'nobody' | undefined;
}
