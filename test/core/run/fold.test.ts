import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadline, decide, mustStop } from '../../../src/core/run/decide.ts';
import { fold } from '../../../src/core/run/fold.ts';
import { initialState } from '../../../src/core/run/initial-state.ts';
import type { RunState } from '../../../src/core/run/run-state.ts';
import { eventSchema, type PawlEvent, type Recorded } from '../../../src/schema/run/event.ts';
import { anyEvent, anyJournal } from '../arbitrary-event.ts';
import { policyWith } from '../policy.ts';
import { undisturbed } from '../scripts.ts';
import { calm, simulate } from '../simulator.ts';

const ref = 'a'.repeat(64);
const minute = 60_000;
const noon = Date.UTC(2030, 0, 1, 12);

/** A state after some events, each at its minute past noon. */
function stateAfter(...events: [number, PawlEvent][]): RunState {
  return events.reduce(
    (state, [at, event], index) =>
      fold(state, { ...event, seq: index + 1, at: new Date(noon + at * minute).toISOString(), run: 'r1' } as Recorded),
    initialState,
  );
}

const started: PawlEvent = {
  type: 'run.started',
  request: 'do it',
  request_ref: ref,
  target: '/t',
  base: 'base',
  scope: '',
  policy: policyWith(),
};
const plan = (...ids: string[]): PawlEvent => ({
  type: 'plan.proposed',
  tasks: ids.map((id) => ({ id, title: id, kind: 'fix', acceptance: [], depends_on: [], effort_hours: 1 })),
  forecast_usd: null,
  improvement: false,
});
const assigned = (task: string): PawlEvent => ({
  type: 'message.sent',
  from: 'moderator',
  to: 'tech_lead',
  kind: 'TASK_ASSIGNED',
  task,
  round: 0,
  ref: null,
  feedback: [],
});
const question: PawlEvent = { type: 'handed.over', task: 't1', question: 'Which one?', reason: 'unclear' };
const answer = (text: string): PawlEvent => ({ type: 'answer.given', text });
const called = (usd: number): PawlEvent => ({
  type: 'model.called',
  tier: 'cheap',
  role: 'developer',
  model: 'local/cheap',
  input_tokens: 1,
  cached_tokens: 0,
  output_tokens: 1,
  usd,
  estimated: false,
  task: 't1',
  attempt: 1,
  prompt_ref: ref,
  message_ref: ref,
});

describe('any events in any order', () => {
  test('the generator makes every type of event, each as the schema wants it', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyEvent, (event) => {
        seen.add(eventSchema.parse(event).type);
      }),
      { numRuns: 1500 },
    );
    expect(seen.size).toBe(eventSchema.options.length);
  });

  test('fold to a state that decide can answer, without a throw and without touching the events', () => {
    fc.assert(
      fc.property(anyJournal, (journal) => {
        const before = structuredClone(journal);
        const state = journal.reduce(fold, initialState);
        expect(state.seq).toBe(journal.length);
        expect(Number.isFinite(state.last_at + state.active_ms + state.usd)).toBe(true);
        for (const by of [state.usd_by_tier, state.usd_by_role, state.usd_by_task])
          for (const usd of Object.values(by)) expect(usd).toBeTypeOf('number');
        const steps = decide(state, policyWith(), state.last_at);
        expect(new Set(steps.map((step) => step.task)).size).toBe(steps.length);
        expect(mustStop(state, policyWith(), state.last_at)).toBeTypeOf('boolean');
        expect(journal).toEqual(before);
      }),
      { numRuns: 400 },
    );
  });

  test('a type from another version changes nothing but the sequence and the time', () => {
    const known = stateAfter([0, started], [1, plan('t1')]);
    const at = new Date(noon + minute).toISOString();
    const next = fold(known, { type: 'pr.merged', task: 't1', seq: 3, at, run: 'r1' } as unknown as Recorded);
    expect(next).toEqual({ ...known, seq: 3 });
  });

  test('folding a journal in two pieces is folding it once', () => {
    fc.assert(
      fc.property(undisturbed, fc.nat({ max: 99 }), (script, percent) => {
        const { journal } = simulate(policyWith(), script);
        const cut = Math.floor((journal.length * percent) / 100);
        const first = structuredClone(journal.slice(0, cut).reduce(fold, initialState));
        expect(journal.slice(cut).reduce(fold, first)).toEqual(journal.reduce(fold, initialState));
      }),
      { numRuns: 40 },
    );
  });
});

describe('time', () => {
  test('counts for the run and for the task that is being worked on', () => {
    const state = stateAfter([0, started], [1, plan('t1', 't2')], [2, assigned('t1')], [5, called(0)]);
    expect(state.active_ms).toBe(5 * minute);
    expect(state.tasks.map((task) => task.active_ms)).toEqual([3 * minute, 0]);
  });

  test('does not count without an owner, nor while a person is asked', () => {
    const working = stateAfter([0, started], [1, plan('t1')], [2, assigned('t1')]);
    const resumed = stateAfter(
      [0, started],
      [1, plan('t1')],
      [2, assigned('t1')],
      [600, { type: 'run.resumed', owner: 'x' }],
    );
    expect(resumed.active_ms).toBe(working.active_ms);
    const asked = stateAfter(
      [0, started],
      [1, plan('t1')],
      [2, assigned('t1')],
      [3, question],
      [900, answer('the first')],
    );
    expect(asked.active_ms).toBe(3 * minute);
    expect(asked.tasks[0]?.active_ms).toBe(minute);
  });

  test('a clock that goes back takes nothing away', () => {
    const state = stateAfter([10, started], [5, plan('t1')], [6, assigned('t1')]);
    expect(state.active_ms).toBe(minute);
  });

  test('the deadline is the nearest of the run and its tasks, and there is none while a person is asked', () => {
    const policy = policyWith({ limits: { task_minutes: 30, run_minutes: 100 } });
    const state = stateAfter([0, started], [10, plan('t1')], [10, assigned('t1')], [15, called(0)]);
    expect(deadline(state, policy)).toBe(noon + 40 * minute);
    expect(deadline(state, policyWith({ limits: { run_minutes: 20 } }))).toBe(noon + 20 * minute);
    expect(deadline(fold(state, { ...question, seq: 9, at: '', run: 'r1' } as Recorded), policy)).toBe(Infinity);
    expect(deadline(stateAfter([0, started]), policyWith())).toBe(Infinity);
  });
});

describe('what the journal says', () => {
  test('spending adds up over all, and for each tier whatever its name', () => {
    const dear = { ...called(0.25), tier: 'constructor' } as PawlEvent;
    const state = stateAfter([0, started], [0, called(0.1)], [0, dear], [0, dear]);
    expect(state.usd).toBeCloseTo(0.6);
    expect(state.usd_by_tier).toEqual({ cheap: 0.1, constructor: 0.5 });
    expect(Object.values(state.usd_by_role)).toEqual([expect.closeTo(0.6)]);
    expect(Object.values(state.usd_by_task)).toEqual([expect.closeTo(0.6)]);
  });

  test('an answer to a question is a hint and gives the tier that asked a fresh count', () => {
    const start: PawlEvent = {
      type: 'attempt.started',
      task: 't1',
      tier: 'cheap',
      attempt: 1,
      from_tree: 'x',
      prompt_ref: null,
    };
    const before = stateAfter([0, started], [0, plan('t1')], [0, assigned('t1')], [0, start], [0, question]);
    expect(before.waiting).toEqual({ task: 't1', question: 'Which one?', unlock: [], about: null });
    const told = fold(before, { ...answer('the first'), seq: 9, at: '', run: 'r1' } as Recorded);
    expect(told).toMatchObject({ waiting: null, tasks: [{ hints: ['the first'], tier_from: 1 }] });
  });

  test('words that nobody asked for are a hint for the task at work and change no count', () => {
    const state = stateAfter([0, started], [0, plan('t1', 't2')], [0, assigned('t1')], [0, answer('look at a.js')]);
    expect(state.remarks).toEqual(['look at a.js']);
    expect(state.tasks.map((task) => [task.hints, task.tier_from])).toEqual([
      [['look at a.js'], 0],
      [[], 0],
    ]);
  });

  test('a commit is what the next task builds on and is measured against', () => {
    const { journal, state } = simulate(policyWith(), { seed: 1, tasks: 2, odds: calm });
    const [first, second] = journal.filter((event) => event.type === 'message.sent' && event.kind === 'TASK_ASSIGNED');
    const between = journal.slice(0, (second?.seq ?? 0) - 1).reduce(fold, initialState);
    expect(first?.seq).toBeLessThan(second?.seq ?? 0);
    expect(between).toMatchObject({ tip: 'commit-t1', baseline: { failed: 0, total: 5 } });
    expect(state.tasks[1]?.parent).toBe('commit-t1');
    expect(state.commits).toEqual(['commit-t1', 'commit-t2']);
  });

  test('a pull request of an older journal keeps its number and guesses no branch', () => {
    const opened = { type: 'pr.opened', task: 't1', url: 'https://forge.test/7' } as const;
    const pullAfter = (event: PawlEvent) => stateAfter([0, started], [1, plan('t1')], [2, event]).tasks[0]?.pull;
    expect(pullAfter({ ...opened, ref: '!7' })).toMatchObject({ number: 7, ref: '!7', branch: null });
    expect(pullAfter({ ...opened, ref: '#7', number: 7, branch: 'pawl/x' })).toMatchObject({ branch: 'pawl/x' });
    expect(pullAfter({ ...opened, ref: 'somewhere' })).toBeNull();
  });

  test('a resumed run forgets steps in flight and their errors, but not those of its ending', () => {
    const error = { reason: 'internal', message: 'no', exit_code: 1 };
    const flight: [number, PawlEvent][] = [
      [0, started],
      [0, { type: 'step.finished', step: 'report', task: null, error }],
      [0, { type: 'step.started', step: 'intake', task: null }],
    ];
    const resumed: [number, PawlEvent] = [0, { type: 'run.resumed', owner: 'x' }];
    expect(stateAfter(...flight, resumed)).toMatchObject({ running: {}, step_errors: {} });
    const ending: [number, PawlEvent] = [0, { type: 'phase.changed', from: 'executing', to: 'failed' }];
    expect(stateAfter(...flight, ending, resumed).step_errors).toMatchObject({ 'report:': { count: 1 } });
  });
});

describe('a plan that is proposed again', () => {
  const asked: PawlEvent = { type: 'handed.over', task: null, question: 'Proceed?', reason: '', about: 'plan' };
  const titles = (state: RunState) => state.tasks.map(({ task }) => task.id);

  test('takes the place of one that nobody confirmed, and of the question about it', () => {
    const state = stateAfter([0, started], [1, plan('t1', 't2')], [2, asked], [3, plan('t2', 't3', 't4')]);
    expect(titles(state)).toEqual(['t2', 't3', 't4']);
    expect(state).toMatchObject({ plan: { confirmed: false, answer: null }, waiting: null });
  });

  test('changes nothing once one was confirmed', () => {
    const confirmed: PawlEvent = { type: 'plan.confirmed', by: 'person' };
    const state = stateAfter([0, started], [1, plan('t1')], [2, confirmed], [3, plan('t2')]);
    expect(titles(state)).toEqual(['t1']);
    expect(state.plan?.confirmed).toBe(true);
  });

  test.each([
    ['yes', true],
    ['OK, go ahead!', true],
    ['No.', false],
    ['yes, but leave t2 out', null],
    ['no README please', null],
    ['edit', null],
  ])('%j agrees to it: %s', (text, consent) => {
    const state = stateAfter([0, started], [1, plan('t1')], [2, asked], [3, answer(text)]);
    expect(state.plan?.answer).toBe(text);
    expect(state.remarks).toEqual(consent === null ? [text] : []);
    expect(state.answers).toEqual(consent === null ? [{ question: 'Proceed?', text, of_plan: true }] : []);
    const [step] = decide({ ...state, phase: 'decomposing' }, policyWith({ confirm: true }), state.last_at);
    const kind = step?.kind === 'record' ? step.event.type : step?.kind;
    expect(kind).toBe(consent === null ? 'plan' : consent ? 'plan.confirmed' : 'cancel.requested');
  });
});
