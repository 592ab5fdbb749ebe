/** The end of a run for a person or a program to read. */
export interface RunReport {
  run: string;
  request: string;
  status: string;
  exit_code: number;
  reason: string;
  total_attempts: number;
  tiers_used: string[];
  unique_errors: string[];
  last_diff: string;
  last_commit: string | null;
  branch: string | null;
  recommendation: string;
  usd: number;
  usd_by_tier: Record<string, number>;
  seconds: number;
  tasks: ReportedTask[];
}

export interface ReportedTask {
  id: string;
  title: string;
  status: string;
  reason: string;
  attempts: ReportedAttempt[];
}

export interface ReportedAttempt {
  attempt: number;
  tier: string;
  ended: string;
  summary: string;
  files: string[];
  insertions: number;
  deletions: number;
  status: string;
  tests: string;
  failures: string[];
  loop: string | null;
  review: string | null;
}
