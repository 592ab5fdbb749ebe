import { expect, test } from 'vitest';
import { factsOf } from '../../../src/core/run/run-facts.ts';
import type { EventOf, EventType, PawlEvent, Recorded } from '../../../src/schema/run/event.ts';
import type { Tier } from '../../../src/schema/settings/policy.ts';
import { policyWith, tier } from '../policy.ts';
import { calm, simulate } from '../simulator.ts';

/** Events a second apart, with only the keys that matter. */
function journal(...events: Partial<PawlEvent>[]): Recorded[] {
  return events.map((event, index) => {
    const at = new Date(Date.UTC(2030, 0, 1) + index * 1000).toISOString();
    return { ...event, seq: index + 1, at, run: 'r1' } as Recorded;
  });
}
const says = <T extends EventType>(type: T, keys: Partial<EventOf<T>>) => ({ type, ...keys }) as Partial<PawlEvent>;

const task = { id: 't1', title: 't', kind: 'fix' as const, acceptance: [], depends_on: [], effort_hours: 2 };
const policy = policyWith({ tiers: [tier('cheap', 3), tier('smart', 2)], limits: { attempts_per_task: 4 } });
const begin = [
  says('run.started', { policy }),
  says('plan.proposed', { tasks: [task], improvement: false }),
  says('message.sent', { kind: 'TASK_ASSIGNED', task: 't1' }),
];
const started = (attempt: number, name: string) => says('attempt.started', { task: 't1', tier: name, attempt });
const called = (role: string, name: string, usd: number, attempt: number | null = null) =>
  says('model.called', { task: 't1', role, tier: name, usd, attempt });
const ended = (attempt: number, how: EventOf<'attempt.finished'>['ended'] = 'finished') =>
  says('attempt.finished', { task: 't1', attempt, ended: how });
const judged = (attempt: number, status: 'pass' | 'fail') =>
  says('verdict.reached', { task: 't1', attempt, verdict: { status } as EventOf<'verdict.reached'>['verdict'] });
const looped = (attempt: number) => says('loop.detected', { task: 't1', attempt, kind: 'same_state' });
const finish = (status: EventOf<'run.finished'>['status'], usd = 0) =>
  says('run.finished', { status, usd, seconds: 12, exit_code: 1 });

test('what is spent on a task counts for the attempt that it is spent on, whoever spends it', () => {
  const facts = factsOf(
    journal(
      ...begin,
      started(1, 'cheap'),
      called('developer', 'cheap', 0.1, 1),
      ended(1),
      called('analyst', 'smart', 0.01),
      judged(1, 'fail'),
      started(2, 'cheap'),
      called('developer', 'cheap', 0.2, 2),
      says('model.failed', { task: 't1', role: 'developer', tier: 'cheap', usd: 0.05 }),
      ended(2),
      judged(2, 'pass'),
      // The first round of a review, though it is the second attempt.
      called('reviewer', 'smart', 0.02, 1),
      says('task.finished', { task: 't1', status: 'completed', reason: '' }),
      finish('completed', 0.4),
    ),
  );
  expect(facts).toMatchObject({ status: 'completed', usd: 0.4, seconds: 12, top: { name: 'smart' } });
  expect(facts.usd_by_tier).toEqual({ cheap: expect.closeTo(0.35), smart: expect.closeTo(0.03) });
  expect(facts.tasks).toMatchObject([
    {
      outcome: 'solved',
      effort_hours: 2,
      seconds: 12,
      usd: expect.closeTo(0.38),
      attempts: [
        { tier: 'cheap', usd: expect.closeTo(0.11), passed: false },
        { tier: 'cheap', usd: expect.closeTo(0.27), passed: true },
      ],
    },
  ]);
});

test('a loop leaves the attempts that its tier still had, within those of the task', () => {
  const lefts = (events: Partial<PawlEvent>[]) =>
    factsOf(journal(...begin, ...events)).tasks.flatMap(({ attempts }) => attempts.map(({ remaining: left }) => left));
  const fails = (attempt: number, name: string) => [started(attempt, name), ended(attempt), judged(attempt, 'fail')];
  expect(lefts([...fails(1, 'cheap'), looped(1)])).toEqual([2]);
  expect(lefts([...fails(1, 'cheap'), ...fails(2, 'cheap'), looped(2)])).toEqual([0, 1]);
  const second = says('tier.escalated', { task: 't1', from: 'cheap', to: 'smart' });
  const three = [...fails(1, 'cheap'), ...fails(2, 'cheap'), ...fails(3, 'cheap'), second, ...fails(4, 'smart')];
  expect(lefts([...three, looped(4)])).toEqual([0, 0, 0, 0]);
});

test('a task is open until its run ends, and then not solved, or cancelled with it', () => {
  const outcome = (...events: Partial<PawlEvent>[]) =>
    factsOf(journal(...begin, started(1, 'cheap'), ended(1, 'step_loop'), ...events));
  expect(outcome()).toMatchObject({ status: null, tasks: [{ attempts: [{ looped_within: true }] }] });
  expect(outcome(finish('budget_exhausted')).tasks[0]?.outcome).toBe('unsolved');
  expect(outcome(finish('cancelled')).tasks[0]?.outcome).toBe('cancelled');
});

test('a task that nobody tried is no task, and a confirmed plan is no question about one', () => {
  const asked = says('handed.over', { task: null, question: 'Proceed?', reason: '' });
  expect(factsOf(journal(...begin, asked, finish('cancelled'))).tasks).toEqual([]);
  const report = says('handed.over', { task: 't1', question: null, reason: '' });
  expect(factsOf(journal(...begin, started(1, 'cheap'), ended(1), report)).tasks[0]?.asked).toBe(false);
  const about = says('handed.over', { task: 't1', question: 'Which one?', reason: '' });
  expect(factsOf(journal(...begin, started(1, 'cheap'), ended(1), asked)).tasks[0]?.asked).toBe(false);
  expect(factsOf(journal(...begin, started(1, 'cheap'), ended(1), about)).tasks[0]?.asked).toBe(true);
});

test('a lesson counts for the attempt it names, and without one for the next', () => {
  const recalled = says('lesson.recalled', { task: 't1', signature: 's', fix: 'f' });
  const facts = factsOf(journal(...begin, recalled, started(1, 'cheap'), { ...recalled, attempt: 2 } as never));
  expect(facts.tasks[0]?.recalled).toEqual([1, 2]);
});

test('a top tier whose spending nobody counts is compared with nothing', () => {
  const top = (more: Partial<Tier>) => {
    const tiers = [tier('cheap'), { ...tier('agent'), ...more }];
    return factsOf(journal(says('run.started', { policy: policyWith({ tiers }) }))).top;
  };
  expect(top({ developer: 'acp', model: null, price: null })).toBeNull();
  expect(top({ developer: 'command', model: null, price: null, attempt_usd: 0.2 })).toMatchObject({ name: 'agent' });
  expect(top({ price: null })).toEqual({ name: 'agent', forecast_usd: null });
  expect(top({})?.forecast_usd).toBeGreaterThan(0);
});

test('a question to one agent is no run of tasks', () => {
  expect(factsOf(journal(says('run.started', { policy: { ...policy, agent: 'scribe' } }))).consultation).toBe(true);
});

test('a whole run tells the same as its own end', () => {
  const { journal: events, state } = simulate(policyWith(), { seed: 3, tasks: 3, odds: { ...calm, pass: 0.5 } });
  const facts = factsOf(events);
  expect(facts).toMatchObject({ status: state.finished?.status, usd: state.finished?.usd });
  expect(facts.tasks.flatMap(({ attempts }) => attempts)).toHaveLength(state.finished?.attempts ?? -1);
});
