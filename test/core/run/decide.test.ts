import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/core/run/decide.ts';
import { fold } from '../../../src/core/run/fold.ts';
import { initialState } from '../../../src/core/run/initial-state.ts';
import type { RunState } from '../../../src/core/run/run-state.ts';
import type { Step } from '../../../src/core/run/step.ts';
import type { EventOf, Recorded } from '../../../src/schema/run/event.ts';
import type { Phase, StepKind } from '../../../src/schema/run/lifecycle.ts';
import type { Policy } from '../../../src/schema/settings/policy.ts';
import { policyWith, tier } from '../policy.ts';
import { anyPolicy, anyScript, undisturbed } from '../scripts.ts';
import { calm, type Odds, simulate } from '../simulator.ts';

const runs = { numRuns: 150 };

describe('any run', () => {
  test('ends, with 0 only where every task of the request is committed', () => {
    fc.assert(
      fc.property(anyPolicy, anyScript, (policy, script) => {
        const { journal, state } = simulate(policy, script);
        const end = journal.at(-1);
        expect(end?.type).toBe('run.finished');
        expect(journal.filter((event) => event.type === 'run.finished')).toHaveLength(1);
        const done = state.tasks.filter((task) => !task.improvement).every((task) => task.commit !== null);
        expect(state.finished?.exit_code === 0).toBe(state.finished?.status === 'completed');
        if (state.finished?.exit_code === 0) expect(done && state.tasks.length > 0).toBe(true);
        expect(state.phase).toBe(
          state.finished?.exit_code === 0 ? 'completed' : state.finished?.exit_code === 4 ? 'cancelled' : 'failed',
        );
      }),
      runs,
    );
  });

  test('never gives a tier, a task or a review more tries than its limit', () => {
    fc.assert(
      fc.property(anyPolicy, anyScript, (policy, script) => {
        for (const { task, tiers, attempts, reviews, merges, hooked } of triesIn(simulate(policy, script).journal)) {
          expect(attempts, task).toBeLessThanOrEqual(policy.limits.attempts_per_task);
          // An approved change that fails together with another task's, or that a hook changes or refuses, is made or
          // reviewed again.
          expect(reviews, task).toBeLessThanOrEqual(policy.limits.review_rounds + merges + hooked);
          for (const [name, used] of tiers) expect(used, `${task} ${name}`).toBeLessThanOrEqual(allowed(policy, name));
        }
      }),
      runs,
    );
  });

  test('never begins an attempt with a stopped tier while another is open, unless a person has answered', () => {
    let met = 0;
    fc.assert(
      fc.property(anyPolicy, anyScript, (policy, script) => {
        const stopping = { ...script, odds: { ...script.odds, stop: 0.4, pass: script.odds.pass / 2 } };
        for (const { step, state } of simulate(policy, stopping).started) {
          if (step.kind !== 'develop' || !Object.hasOwn(state.stopped, step.tier)) continue;
          const task = state.tasks.find((known) => known.task.id === step.task);
          // A task never goes back to a tier that it has left.
          const been = new Set(task?.attempts.map(({ tier }) => tier));
          const open = policy.tiers.filter(({ name }) => !Object.hasOwn(state.stopped, name) && !been.has(name));
          const begun = task?.attempts.some(({ attempt, answered }) => answered || attempt === step.attempt);
          expect(begun || open.length === 0).toBe(true);
          met += 1;
        }
      }),
      { numRuns: 600 }, // One in forty comes to such a step.
    );
    expect(met).toBeGreaterThan(0);
  });

  test('commits only a tree whose newest verdict is a pass and whose review, where there is one, approves', () => {
    fc.assert(
      fc.property(anyPolicy, anyScript, (policy, script) => {
        const { journal } = simulate(policy, script);
        for (const [index, commit] of journal.entries()) {
          if (commit.type !== 'commit.created' || commit.partial) continue;
          const before = journal.slice(0, index);
          const verdict = before.findLast((event) => event.type === 'verdict.reached' && event.task === commit.task);
          const review = before.findLast((event) => event.type === 'review.scored' && event.task === commit.task);
          expect(verdict).toMatchObject({ judged_tree: commit.tree, verdict: { status: 'pass' } });
          const leave = before.findLast((event) => event.type === 'answer.given');
          const isAsked = before.some((event) => event.type === 'handed.over' && event.about === 'review');
          if (policy.review !== 'off' && !(isAsked && leave?.text === 'yes'))
            expect(review).toMatchObject({ decision: 'approve' });
        }
      }),
      runs,
    );
  });

  test('ends well once its work is delivered, whatever becomes of improvements', () => {
    fc.assert(
      fc.property(anyPolicy, anyScript, (policy, script) => {
        const { journal, state } = simulate(
          { ...policy, improve: 2 },
          { ...script, odds: { ...script.odds, cancel: 0 } },
        );
        const from = journal.findIndex((event) => event.type === 'phase.changed' && event.to === 'improving');
        if (from < 0) return;
        expect(state.finished).toMatchObject({ exit_code: 0, status: 'completed' });
        expect(journal.slice(from).filter((event) => event.type === 'handed.over')).toEqual([]);
      }),
      runs,
    );
  });

  test('keeps unfinished work at most once, never on the branch of finished work, never where the policy forbids it', () => {
    fc.assert(
      fc.property(anyPolicy, anyScript, (policy, script) => {
        const { journal, state } = simulate(policy, script);
        const kept = journal.filter((event) => event.type === 'commit.created' && event.partial);
        expect(kept.length).toBeLessThanOrEqual(policy.keep_partial === 'never' ? 0 : 1);
        for (const event of kept) {
          expect(event).not.toMatchObject({ branch: 'pawl/do-it' });
          expect(event).not.toMatchObject({ tree: 'tree-base' });
          expect(state.finished?.exit_code).not.toBe(0);
        }
      }),
      runs,
    );
  });
});

describe('how a run ends', () => {
  const endOf = (odds: Partial<Odds>, policy = policyWith(), tasks = 1) =>
    simulate(policy, { seed: 7, tasks, odds: { ...calm, ...odds } });
  const types = (journal: Recorded[]) => journal.map((event) => event.type);

  test('the shortest one goes through every room once', () => {
    const { journal, state } = endOf({});
    expect(journal.flatMap((event) => (event.type === 'step.started' ? [event.step] : []))).toEqual([
      'intake',
      'plan',
      'develop',
      'verify',
      'review',
      'deliver',
      'learn',
      'accept',
      'report',
    ]);
    expect(journal.flatMap((event) => (event.type === 'phase.changed' ? [event.to] : []))).toEqual([
      'decomposing',
      'executing',
      'reviewing',
      'completed',
    ]);
    expect(state.finished).toMatchObject({ exit_code: 0, attempts: 1, tier: 'cheap', commits: ['commit-t1'] });
  });

  test.each<[string, Partial<Odds>, number]>([
    ['nothing ever passes', { pass: 0 }, 1],
    ['no developer is available', { unavailable: 1 }, 1],
    ['a person cancels', { cancel: 1 }, 4],
    ['the money is spent', { exhaust: 1 }, 5],
    ['the time is spent', { slow: 1 }, 6],
    ['no review ever approves', { approve: 0 }, 7],
    ['steps keep breaking', { error: 1 }, 1],
    ['the tasks fail together', { clash: 1 }, 1],
  ])('%s', (_, odds, code) => {
    expect(endOf(odds).state.finished?.exit_code).toBe(code);
  });

  test('tasks that fail together fail the run by name, and their commits stay', () => {
    const { state } = endOf({ clash: 1 }, policyWith({ improve: 1 }), 3);
    expect(state.finished).toMatchObject({
      status: 'failed',
      reason: 'each task passed by itself, but together they fail: a.test.js > it adds',
      commits: ['commit-t1', 'commit-t2', 'commit-t3'],
    });
    expect(state.improvements).toBe(0);
  });

  test('reviews come in rounds, each submitted and answered, until the last one rejects', () => {
    const { journal } = endOf({ approve: 0 }, policyWith({ tiers: [tier('cheap', 9)] }));
    const rounds = journal.flatMap((event) =>
      event.type === 'message.sent' || event.type === 'review.scored' ? [`${wordOf(event)} ${event.round}`] : [],
    );
    expect(rounds).toEqual([
      'TASK_ASSIGNED 0',
      ...['PR_SUBMITTED 1', 'request_changes 1', 'PR_FEEDBACK 1'],
      ...['PR_SUBMITTED 2', 'request_changes 2', 'PR_FEEDBACK 2'],
      ...['PR_SUBMITTED 3', 'reject 3'],
    ]);
  });

  test('a pass that shows too little gets tests once and is judged again, where somebody can write them', () => {
    const engineer = policyWith({ roles: { test_engineer: 'cheap' } });
    const stepsOf = (policy: Policy, odds: Partial<Odds> = {}) =>
      endOf({ thin: 1, ...odds }, policy).journal.flatMap((event) =>
        event.type === 'step.started' ? [event.step] : [],
      );
    expect(stepsOf(engineer).slice(2, 6)).toEqual(['develop', 'verify', 'test', 'verify']);
    expect(stepsOf(policyWith())).not.toContain('test');
    expect(stepsOf(engineer, { thin: 0 })).not.toContain('test');
    expect(stepsOf(engineer, { approve: 0 }).filter((step) => step === 'test')).toHaveLength(1);
  });

  test('unfinished work that comes to nothing is not kept', () => {
    const policy = policyWith({ keep_partial: 'always' });
    const kept = (odds: Partial<Odds>) => types(endOf(odds, policy).journal).includes('commit.created');
    expect([kept({ pass: 0 }), kept({ tamper: 1 }), kept({ idle: 1 })]).toEqual([true, false, false]);
  });

  test('what the machine lacks ends it at the first sight, with 8', () => {
    const state = endOf({}).journal.slice(0, 2).reduce(fold, initialState);
    const error = { reason: 'no_sandbox', message: 'no bubblewrap', exit_code: 8 };
    const failed = fold(state, { ...at(3), type: 'step.finished', step: 'intake', task: null, error });
    expect(decide(failed, policyWith(), failed.last_at)).toEqual([entering('initializing', 'failed')]);
    const closing = fold(failed, { ...at(4), type: 'phase.changed', from: 'initializing', to: 'failed' });
    expect(decide(closing, policyWith(), 0)).toMatchObject([
      { kind: 'report', status: 'unfit', reason: 'no bubblewrap' },
    ]);
  });

  test('an improver that keeps failing costs the improvement, not the run', () => {
    const state = untilStep('improve', endOf({}, policyWith({ improve: 1 })).journal);
    const error = { reason: 'config', message: 'no tier has a model', exit_code: 2 };
    const failed = [1, 2, 3].reduce(
      (known, seq) => fold(known, { ...at(90 + seq), type: 'step.finished', step: 'improve', task: null, error }),
      state,
    );
    expect(decide(failed, policyWith({ improve: 1 }), failed.last_at)).toEqual([entering('improving', 'completed')]);
  });

  test('nothing is decided while the step of the run itself is in flight, or while a person is asked', () => {
    const { journal } = endOf({}, policyWith({ improve: 2, confirm: true }), 2);
    for (let cut = 1; cut <= journal.length; cut += 1) {
      const state = journal.slice(0, cut).reduce(fold, initialState);
      if (state.running[''] !== undefined || state.waiting)
        expect(decide(state, policyWith({ improve: 2, confirm: true }), state.last_at)).toEqual([]);
    }
  });

  test('a plan that must be confirmed is asked about once; yes goes on, no cancels', () => {
    const asking = policyWith({ confirm: true });
    const yes = endOf({}, asking, 2);
    expect(types(yes.journal).filter((type) => type === 'handed.over')).toHaveLength(1);
    expect(yes.journal.find((event) => event.type === 'handed.over')).toMatchObject({
      question: 'Proceed with these 2 tasks? (yes, no, or say what to change)',
    });
    expect(yes.journal.find((event) => event.type === 'plan.confirmed')).toMatchObject({ by: 'person' });
    const no = endOf({ refuse_plan: 1 }, asking);
    expect(no.state.finished).toMatchObject({ exit_code: 4, reason: 'the plan was not confirmed', attempts: 0 });
  });

  test('a developer of the top tier that hands over asks a person, and goes on with the answer', () => {
    const { journal } = endOf({ hand_over: 1 }, policyWith({ limits: { attempts_per_task: 4 } }));
    expect(types(journal).filter((type) => type === 'answer.given')).toHaveLength(2);
    expect(journal.flatMap((event) => (event.type === 'attempt.started' ? [event.tier] : []))).toEqual([
      'cheap',
      'smart',
      'smart',
      'smart',
    ]);
  });

  test('tasks wait for what they depend on, and those that wait for each other do not wait for ever', () => {
    const { journal } = endOf({}, policyWith({ parallel: 3 }), 4);
    const order = journal.flatMap((event) => (event.type === 'task.finished' ? [event.task] : []));
    expect(order.indexOf('t1')).toBeLessThan(order.indexOf('t2'));
    expect(order.indexOf('t3')).toBeLessThan(order.indexOf('t4'));
    const planned = journal.find((event) => event.type === 'plan.proposed');
    const ring = planned?.tasks.map((task, index) => ({ ...task, depends_on: [`t${((index + 1) % 4) + 1}`] })) ?? [];
    const rewritten = journal.map((event) => (event.type === 'plan.proposed' ? { ...event, tasks: ring } : event));
    const state = untilStep('develop', rewritten);
    expect(state.tasks[0]?.status).toBe('active');
  });
});

describe('a run that was cut off and resumed', () => {
  test.each([1, 2, 3, 4, 5])('comes to the same end from each single point of a lively journal: %i', (seed) => {
    const odds = { ...calm, pass: 0.4, approve: 0.5, repeat: 0.5, idle: 0.1, tamper: 0.1, hand_over: 0.1 };
    const policy = policyWith({ confirm: true, improve: 1 });
    const whole = simulate(policy, { seed, tasks: 2, odds });
    for (let cut = 1; cut < whole.journal.length; cut += 1) {
      const resumed = simulate(policy, { seed, tasks: 2, odds }, whole.journal.slice(0, cut));
      expect(outcome(resumed.journal), `cut at ${cut}`).toEqual(outcome(whole.journal));
    }
  });

  test('comes to the same end from any point of any journal', () => {
    fc.assert(
      fc.property(anyPolicy, undisturbed, fc.double({ min: 0, max: 0.999, noNaN: true }), (policy, script, at) => {
        const alone = { ...policy, parallel: 1 };
        const whole = simulate(alone, script);
        const cut = 1 + Math.floor(at * (whole.journal.length - 1));
        const resumed = simulate(alone, script, whole.journal.slice(0, cut));
        expect(outcome(resumed.journal)).toEqual(outcome(whole.journal));
      }),
      { numRuns: 100 },
    );
  });

  test('restarts exactly the step that was in flight, unless its outcome is already written down', () => {
    fc.assert(
      fc.property(anyPolicy, undisturbed, (policy, script) => {
        const alone = { ...policy, parallel: 1 };
        const { journal, started } = simulate(alone, script);
        const flights = flightsIn(journal);
        const steps = started.filter(({ step }) => step.kind !== 'record');
        expect(flights).toHaveLength(steps.length);
        for (const [index, { from, settled, to }] of flights.entries()) {
          for (let cut = from + 1; cut <= to; cut += 1) {
            const resumed = decisions(alone, resumedAt(journal, cut));
            if (cut > settled) expect(resumed).toEqual(decisions(alone, journal.slice(0, to + 1)));
            else expect(resumed).toEqual([withStart(steps[index]?.step, journal.slice(from, cut))]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

const allowed = (policy: Policy, name: string): number =>
  policy.tiers.find((tier) => tier.name === name)?.attempts ?? 0;

const wordOf = (event: Recorded<EventOf<'message.sent'>> | Recorded<EventOf<'review.scored'>>) =>
  event.type === 'message.sent' ? event.kind : event.decision;
const at = (seq: number) => ({ seq, at: new Date(Date.UTC(2030, 0, 1) + seq).toISOString(), run: 'r1' });
const entering = (from: Phase, to: Phase): Step => ({
  kind: 'record',
  task: null,
  event: { type: 'phase.changed', from, to },
});

/** The state just before the first step of a kind was started. */
function untilStep(kind: StepKind, journal: Recorded[]): RunState {
  const index = journal.findIndex((event) => event.type === 'step.started' && event.step === kind);
  return journal.slice(0, index).reduce(fold, initialState);
}

/** How often each task was tried, counted from the journal alone; a tier counts anew when a person has answered. */
function triesIn(journal: Recorded[]) {
  const ids = [...new Set(journal.flatMap((event) => (event.type === 'attempt.started' ? [event.task] : [])))];
  return ids.map((task) => {
    const tiers: [string, number][] = [];
    let asked = false;
    for (const event of journal) {
      if (event.type === 'handed.over' && event.task === task) asked = true;
      if (event.type === 'tier.escalated' && event.task === task) tiers.push([event.to, 0]);
      if (event.type === 'answer.given' && asked) {
        tiers.push([tiers.at(-1)?.[0] ?? '', 0]);
        asked = false;
      }
      if (event.type !== 'attempt.started' || event.task !== task) continue;
      const last = tiers.at(-1);
      if (last && (last[0] === '' || last[0] === event.tier)) {
        last[0] = event.tier;
        last[1] += 1;
      } else tiers.push([event.tier, 1]);
    }
    const of = (type: Recorded['type']) => journal.filter((event) => event.type === type && taskOf(event) === task);
    const [attempts, reviews, merges] = [of('attempt.started'), of('review.scored'), of('change.merged')];
    const hooked = of('hooks.ran').length;
    return { task, tiers, attempts: attempts.length, reviews: reviews.length, merges: merges.length, hooked };
  });
}

const taskOf = (event: Recorded): string | null => ('task' in event ? event.task : null);

/** What a run came to, without times. */
function outcome(journal: Recorded[]) {
  const { seconds: _seconds, seq: _seq, at: _at, ...end } = journal.at(-1) as Recorded & { seconds: number };
  const of = (type: Recorded['type']) =>
    journal.flatMap((event) => {
      const { seq: _, at: __, ...rest } = event;
      return event.type === type ? [rest] : [];
    });
  return {
    end,
    tasks: of('task.finished'),
    commits: of('commit.created'),
    loops: of('loop.detected'),
    chosen: of('tier.chosen'),
    tiers: of('tier.escalated'),
    verdicts: of('verdict.reached'),
    reviews: of('review.scored'),
  };
}

const concludes: Partial<Record<Recorded['type'], true>> = {
  'baseline.measured': true,
  'plan.proposed': true,
  'agent.finished': true,
  'attempt.finished': true,
  'verdict.reached': true,
  'tests.written': true,
  'review.scored': true,
  'review.missing': true,
  'commit.created': true,
  'hooks.ran': true,
  'criteria.checked': true,
};

/** Where each step of a journal starts, writes down its outcome, and ends (indexes into the journal). */
function flightsIn(journal: Recorded[]): { from: number; settled: number; to: number }[] {
  return journal.flatMap((event, from) => {
    if (event.type !== 'step.started') return [];
    const rest = journal.slice(from);
    const to = rest.findIndex((later) => later.type === 'step.finished' || later.type === 'run.finished') + from;
    const settled = journal.slice(from, to).findIndex((later) => concludes[later.type]);
    return [{ from, settled: settled < 0 ? to : settled + from, to }];
  });
}

/** The step as it is decided once the attempt's start is written down: it then names the tree that it started from. */
function withStart(step: Step | undefined, written: Recorded[]): Step | undefined {
  const start = written.find((event) => event.type === 'attempt.started');
  return step?.kind === 'develop' && start ? { ...step, from_tree: start.from_tree } : step;
}

function resumedAt(journal: Recorded[], cut: number): Recorded[] {
  const at = journal[cut - 1]?.at ?? '';
  return [...journal.slice(0, cut), { type: 'run.resumed', owner: 'a test', seq: cut + 1, at, run: 'r1' }];
}

function decisions(policy: Policy, journal: Recorded[]) {
  const state = journal.reduce(fold, initialState);
  return decide(state, policy, state.last_at);
}
