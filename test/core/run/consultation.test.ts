import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/core/run/decide.ts';
import { fold } from '../../../src/core/run/fold.ts';
import { initialState } from '../../../src/core/run/initial-state.ts';
import type { EventOf, PawlEvent, Recorded } from '../../../src/schema/run/event.ts';
import { policyWith } from '../policy.ts';
import { anyPolicy, anyScript } from '../scripts.ts';
import { simulate } from '../simulator.ts';

const policy = policyWith({ agent: 'scout' });
const started: PawlEvent = {
  ...{ type: 'run.started', request: '{}', request_ref: 'c'.repeat(64), target: '/t', base: 'base', scope: '' },
  policy,
};
const working: PawlEvent = { type: 'phase.changed', from: 'initializing', to: 'executing' };
const ended = (
  state: EventOf<'agent.finished'>['state'],
  more: Partial<EventOf<'agent.finished'>> = {},
): PawlEvent => ({
  ...{ type: 'agent.finished', agent: 'scout', task: null, attempt: 1, state, cause: 'action', reason: 'why' },
  ...{ output: null, output_ref: 'a'.repeat(64), verification: [] },
  ...more,
});
const asked: PawlEvent = { type: 'handed.over', task: null, question: 'why', reason: 'scout needs a person' };
const at = Date.UTC(2030, 0, 1);

const stateOf = (events: PawlEvent[]) =>
  [started, working, ...events]
    .map((event, index) => ({ ...event, seq: index + 1, at: new Date(at).toISOString(), run: 'r1' }) as Recorded)
    .reduce(fold, initialState);
const next = (...events: PawlEvent[]) => decide(stateOf(events), policy, at);

describe('a run that is one consultation', () => {
  test('asks the agent, and nothing is measured or planned', () => {
    expect(next()).toEqual([{ kind: 'consult', task: null, agent: 'scout', round: 1 }]);
  });

  test.each<[string, PawlEvent, string]>([
    ['done', ended('done'), 'completed'],
    ['done_partial', ended('done_partial'), 'completed'],
    ['delegate', ended('delegate'), 'completed'],
    ['blocked', ended('blocked'), 'failed'],
    ['escalate at the limit', ended('escalate', { cause: 'step_limit' }), 'failed'],
    ['escalate in a loop', ended('escalate', { cause: 'step_loop' }), 'failed'],
  ])('ends where the agent does: %s', (_, end, phase) => {
    expect(next(end)).toMatchObject([{ kind: 'record', event: { type: 'phase.changed', to: phase } }]);
    const final = { type: 'phase.changed', from: 'executing', to: phase } as PawlEvent;
    expect(next(end, final)).toMatchObject([{ kind: 'report', status: phase, reason: expect.stringContaining('why') }]);
  });

  test('puts a question to a person, waits, and asks again with the answer in a round of its own', () => {
    expect(next(ended('escalate'))).toEqual([{ kind: 'record', task: null, event: asked }]);
    expect(next(ended('escalate'), asked)).toEqual([]);
    const answer: PawlEvent = { type: 'answer.given', text: 'so' };
    expect(next(ended('escalate'), asked, answer)).toMatchObject([{ kind: 'consult', round: 2 }]);
    expect(next(answer)).toMatchObject([{ kind: 'consult', round: 1 }]);
    expect(next(ended('escalate'), asked, answer, ended('done', { attempt: 2 }))).toMatchObject([
      { event: { to: 'completed' } },
    ]);
  });

  test('has the time of one task, and none of it while it waits', () => {
    const late = at + policy.limits.task_minutes * 60_000;
    expect(decide(stateOf([]), policy, late)).toMatchObject([{ event: { to: 'failed' } }]);
    expect(decide(stateOf([ended('escalate'), asked]), policy, late)).toEqual([]);
  });

  test('ends whatever happens, never with a task, and with 0 only where the agent gave its output', () => {
    fc.assert(
      fc.property(anyPolicy, anyScript, (some, script) => {
        const { journal, state } = simulate({ ...some, agent: 'scout' }, script);
        expect(state.tasks).toEqual([]);
        const last = journal.findLast((event) => event.type === 'agent.finished');
        const gave = last?.type === 'agent.finished' && /done|delegate/.test(last.state);
        if (state.finished?.exit_code === 0) expect(gave).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
