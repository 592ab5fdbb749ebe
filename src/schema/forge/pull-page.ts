import type { Criterion } from '../judge/criterion.ts';
import type { PullStage } from '../run/events/forge-events.ts';

/** The content of a pull request's description. */
export interface PullPage {
  run: string;
  stage: PullStage;
  request: string;
  /** The address of the issue that it is about. */
  issue: { url: string; number: number } | null;
  kind: string;
  effort_hours: number;
  criteria: Criterion[];
  files: string[];
  attempts: { attempt: number; tier: string; status: string; tests: string; usd: number }[];
  evidence: { passed: number; total: number; fixed: number; confidence: number } | null;
  review: { score: number; approved: boolean; by_checks: boolean; blocking: string[]; feedback: string[] } | null;
  usd: number;
  /** Why it is unfinished, where it is. */
  reason: string;
}
