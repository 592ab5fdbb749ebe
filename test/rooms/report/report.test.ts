import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fold } from '../../../src/core/run/fold.ts';
import { initialState } from '../../../src/core/run/initial-state.ts';
import type { RunState } from '../../../src/core/run/run-state.ts';
import { RepoError } from '../../../src/ports/errors.ts';
import { composeReport } from '../../../src/rooms/report/compose.ts';
import { recommendation } from '../../../src/rooms/report/recommendation.ts';
import { report } from '../../../src/rooms/report/report.ts';
import type { EventOf, Recorded } from '../../../src/schema/run/event.ts';
import type { RunStatus } from '../../../src/schema/run/lifecycle.ts';
import { policyWith } from '../../core/policy.ts';
import { calm, type Odds, simulate } from '../../core/simulator.ts';
import { readReport, wrong } from '../../engine/house.ts';
import { reportWith, taskWith } from '../../faces/report/sample.ts';
import { only, placeWith } from '../place.ts';

function reportOf(odds: Partial<Odds>, lastDiff = '', edit = (state: RunState) => state) {
  const { journal } = simulate(policyWith(), { seed: 5, tasks: 1, odds: { ...calm, ...odds } });
  const state = edit(journal.slice(0, -1).reduce(fold, initialState));
  const finished = state.tasks.flatMap((task) => task.attempts).flatMap((attempt) => attempt.finished ?? []);
  const diffs = new Map(finished.map(({ diff_ref }) => [diff_ref, lastDiff]));
  return composeReport(state, journal.at(-1) as Recorded<EventOf<'run.finished'>>, diffs);
}

describe('the report', () => {
  test('of a failed run has the keys that programs look for', () => {
    const failed = reportOf({ pass: 0 }, '+x\n');
    expect(failed).toMatchObject({
      status: 'failed_after_all_escalations',
      tiers_used: ['cheap', 'smart'],
      last_diff: '+x\n',
      recommendation: expect.stringContaining('A person is needed'),
    });
    expect(failed.total_attempts).toBe(failed.tasks[0]?.attempts.length);
    for (const key of [
      'status',
      'total_attempts',
      'tiers_used',
      'unique_errors',
      'last_diff',
      'recommendation',
      'last_commit',
    ])
      expect(failed).toHaveProperty(key);
  });

  test('of attempts that changed nothing names the tests to begin with, not a change that there is none of', () => {
    const failing = ['adds', 'takes', 'halves', 'doubles'].map((test) => ({ test, error: 'off by one' }));
    const suspects = [{ file: 'add.js', line: 3, suspicion: 1, text: 'return a - b' }];
    const { recommendation, baseline } = reportOf({ pass: 0 }, '', (state) => ({
      ...state,
      initialTests: { total: 9, failed: 5, failing },
      tasks: state.tasks.map((task) => ({
        ...task,
        attempts: task.attempts.map((attempt) => ({
          ...attempt,
          finished: attempt.finished && { ...attempt.finished, files: [], suspects },
        })),
      })),
    }));
    expect(recommendation).toContain(
      'A person is needed: no attempt changed anything. Start with what fails: adds; takes; halves and 2 more. The most suspicious lines are add.js:3.',
    );
    expect(baseline?.failing).toEqual(failing);
  });

  test('of a completed run names the commit and what to do with it', () => {
    expect(reportOf({})).toMatchObject({
      status: 'completed',
      exit_code: 0,
      last_commit: 'commit-t1',
      recommendation: 'Read the change, then merge it: git diff base..pawl/do-it',
      next_command: 'git merge pawl/do-it',
    });
  });

  test('is described key by key in the docs', () => {
    const text = readFileSync(new URL('../../../docs/reports.md', import.meta.url), 'utf8');
    const { analyses, ...attempt } = reportWith().tasks[0]?.attempts[1] ?? { analyses: [] };
    for (const described of [reportWith(), taskWith(), attempt, analyses[0] ?? {}])
      for (const key of Object.keys(described)) expect(text).toContain(`\`${key}\``);
  });

  test('names every error once', () => {
    const { unique_errors, tasks } = reportOf({ pass: 0, tamper: 1, repeat: 1 });
    expect(tasks[0]?.attempts.length).toBeGreaterThan(1);
    expect(unique_errors).toEqual(['x is protected (y)']);
  });

  test.each<[Partial<Odds>, RunStatus]>([
    [{ exhaust: 1 }, 'budget_exhausted'],
    [{ slow: 1 }, 'timed_out'],
    [{ cancel: 1 }, 'cancelled'],
    [{ approve: 0 }, 'review_rejected'],
  ])('of a run with %j is called %s and says what to do', (odds, status) => {
    const { status: said, recommendation } = reportOf(odds);
    expect([said, recommendation.length > 20]).toEqual([status, true]);
  });

  test('of a cancelled run names the command that starts it again', () => {
    expect(reportOf({ cancel: 1 }).recommendation).toMatch(/^Run it again when you want it done: pawl run "[^"]+"\.$/);
    const fixing = { ...initialState, policy: policyWith({ targets: 'all' }) };
    expect(recommendation(fixing, { status: 'cancelled' } as EventOf<'run.finished'>)).toBe(
      'Run it again when you want it done: pawl fix.',
    );
    const long = { ...initialState, policy: policyWith(), request: 'say "hi"' };
    expect(recommendation(long, { status: 'cancelled' } as EventOf<'run.finished'>)).toContain('pawl run "<request>"');
  });

  test('says when each attempt was, which earlier ones it repeats, and what the tiers came to', () => {
    const { tasks, tiers, max_attempts, usd, usd_besides } = reportOf({ pass: 0, repeat: 1 });
    const attempts = tasks[0]?.attempts ?? [];
    for (const [at, attempt] of attempts.entries()) {
      expect(attempt.seconds).toBeGreaterThan(0);
      expect(attempt.began_seconds).toBeGreaterThan(attempts[at - 1]?.began_seconds ?? -1);
    }
    const twin = attempts.find(({ same_tree_as }) => same_tree_as.length > 0);
    const [same] = twin?.same_tree_as ?? [];
    expect(attempts.find(({ attempt }) => attempt === same)?.tree).toBe(twin?.tree);
    expect(tiers.map(({ tier }) => tier)).toEqual(['cheap', 'smart']);
    expect(tiers.reduce((sum, { attempts: count }) => sum + count, 0)).toBe(attempts.length);
    expect(max_attempts).toBe(6);
    expect(usd_besides).toBeCloseTo(usd - attempts.reduce((sum, attempt) => sum + attempt.usd, 0));
  });
});

describe('the room', () => {
  test('writes every form before it says that the run is finished, at the cost that the ledger knows', async () => {
    const place = await placeWith();
    await place.attempt({ 'add.js': wrong });
    place.ruled({});
    const caps = { task_usd: 9, run_usd: 9, day_usd: 9 };
    await place.world.ledger.reserve({ run: 'r1', task: 't1', tier: 'cheap', worst_usd: 0.5, caps });
    const step = { kind: 'report', task: null, status: 'failed', reason: 'all tiers exhausted' } as const;
    const said = await place.lets((context, world) => report(step, context, world));
    expect(said.map((event) => event.type)).toEqual(['handed.over', 'run.finished']);
    const handed = readReport(place.repository_state, 'r1', 'handover.md');
    expect(handed).toContain('`add.js`\n\n```\nexport const add = (a, b) => a - b;\n```');
    expect(handed).toContain('+export const add = (a, b) => a + 2 * b;');
    expect(readReport(place.repository_state, 'r1', 'report.html')).toMatch(/<svg [\s\S]*a \+ 2 \* b/);
    const end = only(said, 'run.finished');
    expect(end).toMatchObject({ status: 'failed', exit_code: 1, attempts: 1, usd: 0.5, cut_off_usd: 0.5 });
    expect(end.report).toMatch(/reports\/r1\/report\.md$/);
    expect(JSON.parse(readReport(place.repository_state, 'r1', 'report.json'))).toMatchObject({
      ...{ usd: 0.5, usd_by_tier: {}, usd_cut_off: 0.5 },
      last_diff: expect.stringContaining('a + 2 * b'),
    });
    expect(readReport(place.repository_state, 'r1', 'report.md')).toContain('# Needs a person: make add add');
  });

  test('hands over nothing where nothing is left to do', async () => {
    const place = await placeWith();
    const step = { kind: 'report', task: null, status: 'completed', reason: 'done' } as const;
    const said = await place.lets((context, world) => report(step, context, world));
    expect(said.map((event) => event.type)).toEqual(['run.finished']);
    expect(readdirSync(join(place.repository_state, 'reports/r1')).sort()).toEqual([
      'report.html',
      'report.json',
      'report.md',
    ]);
  });

  test('hands over once, though it was cut off before the end was recorded', async () => {
    const place = await placeWith();
    const step = { kind: 'report', task: null, status: 'failed', reason: 'all tiers exhausted' } as const;
    place.tell({ type: 'handed.over', task: null, question: null, reason: 'all tiers exhausted' });
    const said = await place.lets((context, world) => report(step, context, world));
    expect(said.map((event) => event.type)).toEqual(['run.finished']);
  });

  test('reports though the clone cannot be made any more and a diff is gone', async () => {
    const place = await placeWith();
    await place.attempt({ 'add.js': wrong }, { diff_ref: 'f'.repeat(64) });
    place.ruled({});
    const clone = () => Promise.reject(new RepoError('git_failed', 'the repository is gone'));
    const world = { ...place.world, repo: { ...place.repo, clone } };
    const step = { kind: 'report', task: null, status: 'failed', reason: 'all tiers exhausted' } as const;
    const said = await place.lets((context) => report(step, context, world));
    expect(said.at(-1)).toMatchObject({ type: 'run.finished', report: expect.stringMatching(/report\.md$/) });
    expect(readReport(place.repository_state, 'r1', 'handover.md')).toContain(
      'It could not be read: the repository is gone',
    );
    expect(JSON.parse(readReport(place.repository_state, 'r1', 'report.json')).last_diff).toMatch(
      /^\[cannot be shown: .+\]$/,
    );
  });
});
