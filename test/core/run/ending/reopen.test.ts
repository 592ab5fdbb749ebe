import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resumeCommand } from '../../../../src/core/run/ending/more.ts';
import { reopeningOf, withRaised } from '../../../../src/core/run/ending/reopen.ts';
import { nextAfter } from '../../../../src/core/run/ending/run-finished.ts';
import { fold } from '../../../../src/core/run/fold.ts';
import { initialState } from '../../../../src/core/run/initial-state.ts';
import type { RunState } from '../../../../src/core/run/run-state.ts';
import type { Recorded } from '../../../../src/schema/run/event.ts';
import { policyWith, tier } from '../../policy.ts';
import { anyPolicy, anyScript } from '../../scripts.ts';
import { calm, type Odds, simulate } from '../../simulator.ts';

const policy = policyWith({ asks: false });
const endedBy = (odds: Partial<Odds>, seed = 1) => simulate(policy, { seed, tasks: 1, odds: { ...calm, ...odds } });
const noon = (state: RunState): number => state.last_at;

/** The rooms that worked after the run was resumed. */
const stepsAfter = (journal: readonly Recorded[], seq: number): string[] =>
  journal.flatMap((event) => (event.type === 'step.started' && event.seq > seq ? [event.step] : []));

describe('a run that ended', () => {
  test('unreviewed goes on with the review alone, and its tree is committed once', () => {
    const { journal, state } = endedBy({ unseen: 1 });
    expect(state.finished).toMatchObject({ status: 'review_rejected' });
    const reopening = reopeningOf(state, {}, noon(state));
    expect(reopening).toEqual({ ok: true, reopened: true, limits: {} });
    const again = simulate(policy, { seed: 1, tasks: 1, odds: calm }, journal, { reopened: true });
    expect(again.state.finished).toMatchObject({ status: 'completed' });
    expect(stepsAfter(again.journal, state.seq)).toEqual(['review', 'deliver', 'learn', 'accept', 'report']);
    const commits = again.journal.filter((event) => event.type === 'commit.created');
    expect(commits.map(({ partial }) => partial)).toEqual([true, false]);
  });

  test('for any other reason stays ended, also where an event says otherwise', () => {
    const rejected = endedBy({ approve: 0 });
    expect(rejected.state.finished).toMatchObject({ status: 'review_rejected' });
    const completed = endedBy({});
    for (const { state } of [rejected, completed]) {
      expect(reopeningOf(state, { budget: 100 }, noon(state))).toMatchObject({ reason: 'nothing_to_resume' });
      const event = { type: 'run.resumed', owner: 'x', reopened: true, seq: state.seq + 1, at: '', run: 'r1' } as const;
      expect(fold(state, event).finished).toEqual(state.finished);
    }
  });

  test('because no model could answer goes on with the first tier that could not', () => {
    const { journal, state } = endedBy({ unavailable: 1, idle: 1 });
    const reason = 'nobody is there; start the server, or correct providers.local.base_url';
    expect(state.finished).toMatchObject({ status: 'failed', exit_code: 1, reason, next: 'pawl resume r1' });
    expect(state.tasks[0]?.attempts.map(({ tier }) => tier)).toEqual(['cheap', 'smart']);
    expect(reopeningOf(state, {}, noon(state))).toEqual({ ok: true, reopened: true, limits: {} });
    const again = simulate(policy, { seed: 1, tasks: 1, odds: calm }, journal, { reopened: true });
    expect(again.state.finished).toMatchObject({ status: 'completed', tier: 'cheap', attempts: 1 });
  });

  test('at a budget asks for a higher one and names the flag', () => {
    const { state } = endedBy({ exhaust: 1 });
    expect(state.finished).toMatchObject({ status: 'budget_exhausted' });
    const { limit_usd = 0, spent_usd = 0, needed_usd = 0 } = state.exhausted ?? {};
    expect(reopeningOf(state, {}, noon(state))).toMatchObject({ ok: false, why: expect.stringContaining('--budget') });
    const short = (spent_usd + needed_usd) / 2;
    expect(reopeningOf(state, { budget: short }, noon(state))).toMatchObject({ ok: false, reason: 'limit' });
    const enough = { budget: 10 * limit_usd + state.usd + spent_usd + needed_usd };
    expect(reopeningOf(state, enough, noon(state))).toMatchObject({
      ok: true,
      limits: { run_usd: enough.budget },
    });
  });

  test('at a budget suggests one that is enough for the next call and for the forecast, everywhere the same', () => {
    const { state } = endedBy({ exhaust: 1 });
    const exhausted = {
      type: 'budget.exhausted' as const,
      cap: 'run' as const,
      limit_usd: 0.02,
      spent_usd: 0.01,
      needed_usd: 0.03,
    };
    const costing = (price: number): RunState => ({
      ...state,
      exhausted,
      usd: 0.01,
      policy: policyWith({ tiers: [{ ...tier('cheap'), price: { input: price, output: price } }], review: 'off' }),
    });
    const dear = resumeCommand(costing(10), 'budget_exhausted');
    expect(dear).toBe('pawl resume r1 --budget 1.01');
    expect(resumeCommand(costing(0), 'budget_exhausted')).toBe('pawl resume r1 --budget 0.04');
    expect(nextAfter(costing(10), 'budget_exhausted')).toBe(dear);
    expect(reopeningOf(costing(10), {}, noon(state))).toMatchObject({ why: expect.stringContaining(`: ${dear}`) });
    const day: RunState = { ...costing(10), exhausted: { ...exhausted, cap: 'day' } };
    expect(resumeCommand(day, 'budget_exhausted')).toBe('pawl resume r1');
    expect(endedBy({ slow: 1 }).state.finished?.next).toMatch(/^pawl resume r1 --timeout \d+$/);
  });

  test('at the limit of its task has that raised, too; at the one of the day it waits for another day', () => {
    const { state } = endedBy({ exhaust: 1 });
    const at = (cap: 'task' | 'day'): RunState => ({
      ...state,
      exhausted: { type: 'budget.exhausted', cap, limit_usd: 1, spent_usd: 0.9, needed_usd: 0.2 },
    });
    expect(reopeningOf(at('task'), { budget: 3 }, noon(state))).toMatchObject({ limits: { run_usd: 3, task_usd: 3 } });
    expect(reopeningOf(at('day'), { budget: 3 }, noon(state))).toMatchObject({
      why: expect.stringContaining('after midnight (UTC)'),
    });
    expect(reopeningOf(at('day'), {}, noon(state) + 86_400_000)).toMatchObject({ ok: true });
  });

  test('out of time asks for more of it and names the flag', () => {
    const { state } = endedBy({ slow: 1 });
    expect(state.finished).toMatchObject({ status: 'timed_out' });
    const used = state.active_ms / 60_000;
    expect(reopeningOf(state, {}, noon(state))).toMatchObject({ ok: false, why: expect.stringContaining('--timeout') });
    expect(reopeningOf(state, { timeout: used }, noon(state))).toMatchObject({ ok: false, reason: 'limit' });
    const reopening = reopeningOf(state, { timeout: used + 40 }, noon(state));
    expect(reopening).toMatchObject({ limits: { run_minutes: used + 40, task_minutes: used + 40 } });
  });

  test('whatever it was, ends again once it was reopened, and commits every task once', () => {
    fc.assert(
      fc.property(anyPolicy, anyScript, (anyOne, script) => {
        const { journal, state } = simulate(anyOne, script);
        const allowed = { budget: 1000, timeout: 100_000 };
        const reopening = reopeningOf(state, allowed, state.last_at + 86_400_000);
        if (!reopening.ok || !state.finished) return;
        const { limits } = reopening;
        const again = simulate(withRaised(anyOne, limits), { ...script, odds: calm }, journal, {
          reopened: true,
          limits,
        });
        expect(again.state.finished?.seconds).toBeGreaterThanOrEqual(state.finished.seconds);
        expect(again.state.limits).toEqual(limits);
        const committed = again.journal.flatMap((event) =>
          event.type === 'commit.created' && !event.partial ? [event.task] : [],
        );
        expect(new Set(committed).size).toBe(committed.length);
        expect(again.journal.reduce(fold, initialState)).toEqual(again.state);
      }),
      { numRuns: 60 },
    );
  });
});

test('limits that a person changes hold for a run that had not ended, too', () => {
  const { journal } = endedBy({});
  const state = journal.slice(0, 6).reduce(fold, initialState);
  expect(reopeningOf(state, {}, noon(state))).toEqual({ ok: true, reopened: false, limits: {} });
  expect(reopeningOf(state, { budget: 7, timeout: 90 }, noon(state))).toEqual({
    ok: true,
    reopened: false,
    limits: { run_usd: 7, run_minutes: 90 },
  });
  expect(reopeningOf({ ...state, usd: 8 }, { budget: 7 }, noon(state))).toMatchObject({
    why: expect.stringContaining('has spent $8.0000'),
  });
});
