import type { ReportedAttempt, ReportedTask, RunReport } from '../../../src/schema/run/report.ts';

export function attemptWith(changes: Partial<ReportedAttempt> = {}): ReportedAttempt {
  return {
    attempt: 1,
    tier: 'cheap',
    started_at: '2030-01-02T03:04:05.000Z',
    began_seconds: 4,
    seconds: 20,
    usd: 0.002,
    ended: 'finished',
    summary: 'It adds now.',
    files: ['add.js'],
    insertions: 1,
    deletions: 1,
    diff: 'diff --git a/add.js b/add.js\n--- a/add.js\n+++ b/add.js\n@@ -1 +1 @@\n-old line\n+new line\n',
    status: 'fail',
    tests: '3 passed, 2 failed, 0 fixed, 0 broken',
    test_results: {
      ...{ total: 5, passed: 3, failed: 2, errors: 0, skipped: 0 },
      ...{ fixed: 0, broken: 0, preexisting: 2, flaky: 0 },
    },
    duration_ms: 800,
    failing: 2,
    failures: ['adds: expected 3, got 4'],
    failed_tests: ['adds'],
    warnings: [],
    analyses: [],
    suspects: [],
    loop: null,
    tree: 'aaaaaaaaaaaaaaaa',
    same_tree_as: [],
    signature: 'bbbbbbbbbbbbbbbb',
    same_failure_as: [],
    review: null,
    points: null,
    ...changes,
  };
}

export function taskWith(changes: Partial<ReportedTask> = {}): ReportedTask {
  return {
    id: 't1',
    title: 'make add add',
    kind: 'fix',
    acceptance: ['1 + 2 is 3'],
    depends_on: [],
    effort_hours: 1,
    improvement: false,
    status: 'failed',
    reason: 'all tiers are exhausted',
    usd: 0.02,
    commit: null,
    pull: null,
    criteria: [{ text: '1 + 2 is 3', state: 'unproven', why: 'nobody looked' }],
    checklist: [{ item: 'tests executed', state: 'yes', evidence: '2 ran, 0 skipped, 5 ms' }],
    attempts: [attemptWith()],
    ...changes,
  };
}

/** A report of a run that failed after three attempts on two tiers, changed where a test says so. */
export function reportWith(changes: Partial<RunReport> = {}): RunReport {
  const tasks = changes.tasks ?? [taskWith({ attempts: threeAttempts() })];
  return {
    run: '20300102-030405-abcd',
    request: 'make add add',
    status: 'failed_after_all_escalations',
    exit_code: 1,
    reason: 'all tiers are exhausted',
    total_attempts: 3,
    max_attempts: 6,
    tiers_used: ['cheap', 'smart'],
    unique_errors: ['adds: expected 3, got 4'],
    last_diff: '-old line\n+new line\n',
    last_commit: null,
    branch: null,
    next_command: null,
    recommendation: 'A person is needed: attempt 3 (smart) came nearest.',
    usd: 0.035,
    usd_by_tier: { cheap: 0.005, smart: 0.03 },
    undone: null,
    usd_cut_off: 0,
    usd_besides: 0.001,
    seconds: 95,
    started_at: '2030-01-02T03:04:00.000Z',
    base: 'c0ffee',
    baseline: { total: 5, failed: 2, failing: [{ test: 'adds', error: 'AssertionError: expected 3, got 5' }] },
    tiers: [
      { tier: 'cheap', model: 'local/small', attempts: 2, passed: 0, usd: 0.005 },
      { tier: 'smart', model: 'local/large', attempts: 1, passed: 0, usd: 0.03 },
    ],
    tasks,
    recurring_failures: [{ test: 'adds', occurrences: 3, resolution: 'pending' }],
    remarks: ['keep it short'],
    unread: [],
    stopped_agents: [],
    ...changes,
  };
}

function threeAttempts(): ReportedAttempt[] {
  return [
    attemptWith(),
    attemptWith({
      attempt: 2,
      began_seconds: 26,
      loop: 'same_state: attempt 2 made the same change as attempt 1',
      same_tree_as: [1],
      same_failure_as: [1],
      analyses: [
        {
          test: 'adds',
          error_type: 'AssertionError',
          error_message: 'expected 3, got 4',
          stack_trace_snippet: 'at add.test.js:5',
          root_cause: 'The second operand is doubled.',
          fix_strategy: 'Add it once.',
          confidence: 0.8,
        },
      ],
    }),
    attemptWith({
      attempt: 3,
      tier: 'smart',
      began_seconds: 50,
      seconds: 40,
      usd: 0.03,
      failing: 1,
      tree: 'cccc',
      signature: 'dddd',
    }),
  ];
}
