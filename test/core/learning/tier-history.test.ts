import { describe, expect, test } from 'vitest';
import { historyOf, triedIn } from '../../../src/core/learning/tier-history.ts';
import { fold } from '../../../src/core/run/fold.ts';
import { initialState } from '../../../src/core/run/initial-state.ts';
import type { EventOf, PawlEvent, Recorded, Tried } from '../../../src/schema/run/event.ts';
import type { Tier } from '../../../src/schema/settings/policy.ts';
import { policyWith, tier } from '../policy.ts';
import { judgement } from '../verdict.ts';

const tried = (by: string, solved: boolean, changes: Partial<Tried> = {}): Tried => ({
  ...{ kind: 'fix', by, depth: 0, solved, usd: 0.25 },
  ...changes,
});
const tiers = [tier('cheap'), tier('smart')];

describe('the history of a ladder', () => {
  test('counts tries and solved tasks of each tier by kind and depth', () => {
    const seen = [
      tried('local/cheap', false),
      tried('local/smart', true, { depth: 1 }),
      tried('local/cheap', true),
      tried('local/cheap', true, { kind: 'docs', usd: 0.1 }),
    ];
    expect(historyOf(seen, tiers)).toEqual([
      { tier: 'cheap', kind: 'fix', tries: [2], solved: [1], usd: 0.5 },
      { tier: 'smart', kind: 'fix', tries: [0, 1], solved: [0, 1], usd: 0.25 },
      { tier: 'cheap', kind: 'docs', tries: [1], solved: [1], usd: 0.1 },
    ]);
  });

  test('knows a model under another name, and forgets one that is not in the ladder', () => {
    const renamed = [{ ...tier('first'), model: 'local/cheap' }];
    expect(historyOf([tried('local/cheap', true), tried('local/gone', true)], renamed)).toEqual([
      { tier: 'first', kind: 'fix', tries: [1], solved: [1], usd: 0.25 },
    ]);
  });

  test('forgets what is long ago, so that a skipped tier gets its chance again', () => {
    const old = Array.from({ length: 200 }, () => tried('local/cheap', false));
    const since = Array.from({ length: 120 }, () => tried('local/smart', true));
    expect(historyOf([...old, ...since], tiers).map((row) => row.tier)).toEqual(['smart']);
  });

  test('counts for every tier of the same model, so that none is skipped for itself', () => {
    const twice = [tier('cheap'), { ...tier('again'), model: 'local/cheap' }];
    expect(historyOf([tried('local/cheap', false)], twice).map((row) => row.tier)).toEqual(['cheap', 'again']);
  });
});

describe('what the tiers of a run came to', () => {
  const cap = (name: 'task' | 'run' | 'day'): PawlEvent => ({
    ...{ type: 'budget.exhausted', cap: name },
    ...{ limit_usd: 1, spent_usd: 0.9, needed_usd: 0.2 },
  });
  const failing = judgement({ tests: { total: 5, failed: 1 } });
  const passing = judgement({ status: 'pass' });

  test('is shown by a tier that used up the money of the task, and not by the money of others', () => {
    const spent = [attempt('cheap', 1), call(1, 0.4)];
    expect(triedAfter([...spent, cap('task')])).toMatchObject([{ by: 'local/cheap', solved: false, usd: 0.4 }]);
    expect(triedAfter([...spent, cap('run')])).toMatchObject([{ solved: false, usd: 0.4 }]);
    expect(triedAfter([...spent, cap('day')])).toEqual([]);
    expect(triedAfter([...spent, cap('run')], { tasks: ['t1', 't2'] })).toEqual([]);
    expect(triedAfter(spent)).toEqual([]);
  });

  test('is not shown where no call could be paid, or only the review of a pass could not', () => {
    expect(triedAfter([attempt('cheap', 1), cap('task')])).toEqual([]);
    expect(triedAfter([attempt('cheap', 1), call(1, 0.4), ended(1), passing, cap('task')])).toEqual([]);
  });

  test("is shown by a tier that used up the task's time", () => {
    const slow = [attempt('cheap', 1), call(1, 0)];
    expect(triedAfter(slow, { minutes: 29 })).toEqual([]);
    expect(triedAfter(slow, { minutes: 31 })).toMatchObject([{ by: 'local/cheap', solved: false }]);
  });

  test('leaves out a tier that failed once and then could not work: it had more tries', () => {
    const first = [attempt('cheap', 1), ended(1), failing, attempt('cheap', 2), ended(2, 'unavailable')];
    const rest = [escalated, attempt('smart', 3), ended(3), { ...passing, attempt: 3 }, done];
    expect(triedAfter([...first, ...rest])).toMatchObject([{ by: 'local/smart', depth: 0, solved: true }]);
  });

  test('leaves out the repairer where it passed the task on: that makes no tier the second', () => {
    const repair: Tier = { ...tier('repair', 1), developer: 'repair', model: null, price: null };
    const first = [attempt('repair', 1), ended(1, 'hand_over')];
    const rest = [
      { type: 'tier.escalated', task: 't1', from: 'repair', to: 'cheap', reason: 'x' } as PawlEvent,
      attempt('cheap', 2),
      ended(2),
      { ...passing, attempt: 2 },
    ];
    const ladder = { tiers: [repair, tier('cheap')] };
    expect(triedAfter([...first, ...rest, done], ladder)).toMatchObject([
      { by: 'local/cheap', depth: 0, solved: true },
    ]);
    expect(triedAfter([attempt('repair', 1), ended(1), passing, done], ladder)).toMatchObject([
      { by: 'repair', solved: true },
    ]);
  });

  test('leaves out a tier that was put off and failed at what those above it had failed at', () => {
    const first = [attempt('smart', 1), ended(1), failing, escalated, attempt('cheap', 2), ended(2)];
    const shown = (...end: PawlEvent[]) => triedAfter([...first, ...end]).map(({ by, solved }) => [by, solved]);
    const failed: PawlEvent = { type: 'task.finished', task: 't1', status: 'failed', reason: 'x' };
    expect(shown({ ...failing, attempt: 2 }, failed)).toEqual([['local/smart', false]]);
    expect(shown({ ...passing, attempt: 2 }, done)).toEqual([
      ['local/smart', false],
      ['local/cheap', true],
    ]);
  });

  test('tells one agent from another by all words of its command, in few bytes whatever they are', () => {
    const agent = (name: string, ...command: string[]): Tier => ({
      ...tier(name),
      ...{ developer: 'command', model: null, command },
    });
    const by = (...command: string[]) =>
      triedAfter([attempt('x', 1), ended(1), passing, done], { tiers: [agent('x', ...command)] })[0]?.by ?? '';
    expect(by('aider')).toBe('command aider');
    expect(by('aider', '--model', 'small')).not.toBe(by('aider', '--model', 'large'));
    expect(by('aider', 'x'.repeat(200))).not.toBe(by('aider', `${'x'.repeat(200)}y`));
    expect(Buffer.byteLength(JSON.stringify(by('\u0001é"\\'.repeat(100), 'a')))).toBeLessThan(140);
  });
});

interface Setting {
  tiers?: Tier[];
  tasks?: string[];
  minutes?: number;
}

/** What is said of a run in which these things happened to its first task. */
function triedAfter(
  events: PawlEvent[],
  { tiers = [tier('cheap'), tier('smart')], tasks = ['t1'], minutes = 1 }: Setting = {},
) {
  const policy = policyWith({ tiers });
  const ref = 'a'.repeat(64);
  const opening: PawlEvent[] = [
    { type: 'run.started', request: 'x', request_ref: ref, target: '/t', base: 'b', scope: '', policy },
    {
      ...{ type: 'plan.proposed', improvement: false, clarification: null, plan_ref: ref, forecast_usd: 0 },
      tasks: tasks.map((id) => ({ id, title: 'x', kind: 'fix', acceptance: [], depends_on: [], effort_hours: 1 })),
    } as PawlEvent,
    {
      ...{ type: 'message.sent', from: 'moderator', to: 'tech_lead', kind: 'TASK_ASSIGNED' },
      ...{ task: 't1', round: 0, ref: null, feedback: [] },
    },
  ];
  const all = [...opening, ...events];
  const at = (index: number) => new Date(Date.UTC(2030, 0, 1) + (index < all.length - 1 ? index : minutes * 60_000));
  const recorded = all.map((event, index) => ({ seq: index + 1, at: at(index).toISOString(), run: 'r', ...event }));
  return triedIn((recorded as Recorded[]).reduce(fold, initialState));
}

const attempt = (name: string, number: number): PawlEvent =>
  ({ type: 'attempt.started', task: 't1', tier: name, attempt: number, from_tree: 'b', prompt_ref: null }) as PawlEvent;

const ended = (number: number, how: EventOf<'attempt.finished'>['ended'] = 'finished'): PawlEvent =>
  ({
    ...{ type: 'attempt.finished', task: 't1', tier: 'cheap', attempt: number, tree: 'x', files: ['a'], ended: how },
    ...{ insertions: 1, deletions: 0, summary: '', fingerprint: 'f', diff_ref: 'a'.repeat(64) },
  }) as PawlEvent;

const call = (number: number, usd: number): PawlEvent =>
  ({ type: 'model.called', role: 'developer', tier: 'cheap', task: 't1', attempt: number, usd }) as PawlEvent;

const escalated: PawlEvent = { type: 'tier.escalated', task: 't1', from: 'cheap', to: 'smart', reason: 'x' };
const done: PawlEvent = { type: 'task.finished', task: 't1', status: 'completed', reason: 'x' };
