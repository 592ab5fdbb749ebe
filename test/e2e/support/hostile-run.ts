import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { fileBlobs } from '../../../src/adapters/blobs/blobs.ts';
import { systemClock } from '../../../src/adapters/clock/clock.ts';
import { checkOf } from '../../../src/adapters/journal/chain.ts';
import { openJournal } from '../../../src/adapters/journal/journal.ts';
import { openMemory } from '../../../src/adapters/memory/memory.ts';
import type { PawlEvent } from '../../../src/schema/run/event.ts';
import { finished, started } from '../../adapters/journal/events.ts';
import { execution } from '../../contracts/executions.ts';
import { lesson } from '../../contracts/memory.ts';

/** What a model, a test or a file name could be to take over a page that believes it. */
export const evil = `<img src=x onerror="globalThis.hacked=1">"'><script>globalThis.hacked=1</script>`;

/** A run with that in every field that others fill; it waits for an answer. */
export async function hostileRun(state_dir: string, run: string): Promise<void> {
  const point = () => undefined;
  const journal = await openJournal({ state_dir, clock: systemClock(), point });
  const blobs = fileBlobs({ dir: join(state_dir, 'blobs'), point });
  const diff_ref = await blobs.put(
    `diff --git a/${evil} b/${evil}\n--- a/${evil}\n+++ b/${evil}\n@@ -1 +1 @@ ${evil}\n-${evil}\n+${evil}\n`,
  );
  const test = { id: evil, file: evil, names: [evil], line: 1, status: 'failed', duration_ms: 1, error: null };
  const run_ref = await blobs.put(JSON.stringify({ runner: evil, cases: [test] }));
  const lease = await journal.claim(run);
  for (const event of events(diff_ref, run_ref)) await lease.append(event);
  await lease.release();
  await journal.close();
}

/** An attempt and a lesson with that in every field. */
export async function hostileMemory(state_dir: string): Promise<void> {
  const memory = await openMemory({ state_dir, retention_days: 30, clock: systemClock(), point: () => undefined });
  const failure = { test_name: evil, test_file: evil, error_type: evil, error_message: evil, stack_trace: evil };
  const failures = [{ ...failure, signature: evil, pattern: evil, broken: true }];
  const analyses = [{ signature: evil, root_cause: evil, fix_strategy: evil, confidence: 1 }];
  const change = { files: [evil], description: evil, insertions: 1, deletions: 1 };
  const attempt = { ...execution({ run: 'hostile', at: new Date().toISOString() }), passed: false };
  await memory.take({
    executions: [{ ...attempt, task: evil, tier: evil, failures, analyses, change }],
    lessons: [],
  });
  await memory.learn(lesson({ run: 'hostile', pattern: evil, fix: evil, files: [evil], tier: evil }));
  await memory.close();
}

function events(diff_ref: string, run_ref: string): PawlEvent[] {
  const of = { task: evil, attempt: 1 };
  const first = started(evil) as Extract<PawlEvent, { type: 'run.started' }>;
  const tiers = first.policy.tiers.map((tier) => ({ ...tier, name: evil, model: evil }));
  const tests = {
    total: 1,
    passed: 0,
    failed: 1,
    errors: 0,
    skipped: 0,
    fixed: 0,
    broken: 1,
    preexisting: 0,
    flaky: 0,
  };
  const criteria = [{ text: evil, state: 'proven' as const, by: 'test' as const, name: evil, why: evil }];
  const proposed = {
    id: evil,
    title: evil,
    kind: 'fix' as const,
    acceptance: [evil],
    depends_on: [evil],
    effort_hours: 1,
  };
  return [
    { ...first, target: evil, base: evil, policy: { ...first.policy, tiers } },
    { type: 'baseline.measured', tree: evil, runner: evil, total: 1, passed: 0, failed: 1, duration_ms: 1, run_ref },
    { type: 'plan.proposed', tasks: [proposed], forecast_usd: 1, improvement: false, note: evil },
    { type: 'plan.confirmed', by: 'person' },
    { type: 'attempt.started', ...of, tier: evil, from_tree: evil, prompt_ref: null },
    {
      ...{
        type: 'agent.step',
        agent: evil,
        ...of,
        step: 1,
        thought: evil,
        action: evil,
        action_input: { path: evil, [evil]: evil },
      },
      ...{
        observation: evil,
        reflection: evil,
        decision: 'continue',
        reason: evil,
        tree: null,
        result_ref: diff_ref,
        key: evil,
      },
    },
    {
      ...{
        type: 'model.called',
        tier: evil,
        role: evil,
        model: evil,
        input_tokens: 1,
        cached_tokens: 0,
        output_tokens: 1,
      },
      ...{ usd: 0.1, estimated: false, ...of, prompt_ref: diff_ref, message_ref: diff_ref },
    },
    {
      ...{ type: 'attempt.finished', ...of, tier: evil, tree: evil, files: [evil], insertions: 1, deletions: 1 },
      ...{ ended: 'finished', summary: evil, fingerprint: evil, diff_ref },
    },
    {
      ...{ type: 'verdict.reached', ...of, judged_tree: evil, signature: evil, crashed: false, hung: false, run_ref },
      verdict: {
        ...{ status: 'pass', syntax_errors: [{ file: evil, line: 1, column: 1, message: evil }] },
        ...{
          import_errors: [{ file: evil, line: 1, name: evil, message: evil }],
          runtime_errors: [{ message: evil, file: evil, line: 1 }],
        },
        ...{ test_failures: [{ test: evil, error: evil, file: evil, line: 1 }], warnings: [evil], confidence: 0.5 },
        ...{ recommendation: 'fix_required', stopped_at: null, duration_ms: 1, tests, coverage: null, slower: [] },
        ...{ control: 'passed', integrity: [{ file: evil, rule: evil }] },
      },
    },
    { type: 'integrity.violated', ...of, files: [evil], rule: evil },
    {
      ...{
        type: 'failure.analysed',
        ...of,
        test: evil,
        error_type: evil,
        error_message: evil,
        stack_trace_snippet: evil,
      },
      ...{ root_cause: evil, fix_strategy: evil, confidence: 0.9 },
    },
    { type: 'loop.detected', ...of, kind: 'same_intent', evidence: evil },
    {
      ...{
        type: 'review.scored',
        ...of,
        score: 50,
        blocking: [evil],
        feedback: [evil],
        decision: 'request_changes',
        round: 1,
      },
      breakdown: { code_quality: 1, test_coverage: 1, security: 1, documentation: 1, acceptance: 1 },
      ...{ criteria, left_out: [evil], breaking: [evil] },
    },
    { type: 'review.missing', ...of, missing: [{ part: 'audit', cause: 'fault', reason: evil }] },
    { type: 'tier.escalated', task: evil, from: evil, to: evil, reason: evil },
    { type: 'commit.created', task: evil, branch: evil, sha: evil, tree: evil, parent: evil, partial: false },
    { type: 'pr.opened', task: evil, ref: evil, url: 'javascript:globalThis.hacked=1' },
    { type: 'lesson.learned', task: evil, signature: evil, error: evil, fix: evil, files: [evil], tier: evil },
    { type: 'handed.over', task: evil, question: evil, reason: evil },
  ];
}

/** So many runs that have ended, written at once: the journal would take a moment for each. */
export function manyRuns(state_dir: string, count: number): void {
  const db = new DatabaseSync(join(state_dir, 'journal.db'));
  const insertRun = db.prepare('INSERT INTO runs VALUES (?, ?, ?, ?, ?, NULL, 0)');
  const insertEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  for (let number = 0; number < count; number += 1) {
    const run = `old-${String(number).padStart(4, '0')}`;
    const at = new Date(Date.now() - (number + 1) * 3_600_000).toISOString();
    const rows = [started(`request number ${number}`), { ...finished, usd: (number % 7) / 10 }].map((event, index) => ({
      run,
      seq: index + 1,
      at,
      type: event.type,
      body: JSON.stringify(event),
    }));
    let check = '';
    const checks = rows.map((row) => {
      check = checkOf(check, row);
      return check;
    });
    insertRun.run(run, rows.length, at, check, 0);
    for (const [index, row] of rows.entries())
      insertEvent.run(row.run, row.seq, row.at, row.type, row.body, checks[index] ?? '');
  }
  db.exec('COMMIT');
  db.close();
}
