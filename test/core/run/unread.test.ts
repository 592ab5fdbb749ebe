import { describe, expect, test } from 'vitest';
import { runFinished } from '../../../src/core/run/ending/run-finished.ts';
import { fold } from '../../../src/core/run/fold.ts';
import { initialState } from '../../../src/core/run/initial-state.ts';
import type { RunState } from '../../../src/core/run/run-state.ts';
import { lateness } from '../../../src/core/run/unread.ts';
import type { PawlEvent } from '../../../src/schema/run/event.ts';
import { policyWith, tier } from '../policy.ts';

const policy = policyWith({ tiers: [{ ...tier('repair'), developer: 'repair', model: null }, tier('cheap')] });
const folded = (state: RunState, ...events: PawlEvent[]): RunState =>
  events.reduce((next, event) => fold(next, { ...event, seq: next.seq + 1, at: '', run: 'r1' }), state);

const task = { id: 't1', title: 'x', kind: 'fix' as const, acceptance: [], depends_on: [], effort_hours: 1 };
const plan: PawlEvent = { type: 'plan.proposed', tasks: [task], forecast_usd: 0, improvement: false };
const said = (text: string): PawlEvent => ({ type: 'answer.given', text, asked: false });
const assigned: PawlEvent = {
  ...{ type: 'message.sent', from: 'moderator', to: 'tech_lead', kind: 'TASK_ASSIGNED', task: 't1' },
  ...{ round: 0, ref: null, feedback: [] },
};
const begun = (by: string, attempt = 1): PawlEvent => ({
  ...{ type: 'attempt.started', task: 't1', tier: by, attempt, from_tree: 'a', prompt_ref: null },
});
const step = (kind: 'develop' | 'review'): PawlEvent => ({ type: 'step.started', step: kind, task: 't1' });
const over = (kind: 'develop' | 'review'): PawlEvent => ({
  type: 'step.finished',
  step: kind,
  task: 't1',
  error: null,
});
const acted = {
  ...{ type: 'agent.step', agent: 'developer', task: 't1', attempt: 1, step: 1, thought: '', action: 'read' },
  ...{ action_input: {}, observation: '', reflection: '', decision: 'continue', reason: '', tree: null },
  ...{ result_ref: '', key: '' },
} as unknown as PawlEvent;

const started = { ...initialState, policy, run: 'r1', phase: 'executing' as const };
const working = folded(started, plan, assigned, step('develop'), begun('cheap'));
const unreadIn = ({ unread }: RunState) => unread.map(({ text }) => text);

describe('what a person says', () => {
  test('is read with the next step of a developer, or with the words of its next attempt', () => {
    expect(lateness(working)).toBeNull();
    expect(unreadIn(folded(working, said('hurry')))).toEqual(['hurry']);
    expect(unreadIn(folded(working, said('hurry'), acted))).toEqual([]);
    expect(unreadIn(folded(working, said('hurry'), over('develop'), begun('cheap', 2)))).toEqual([]);
  });

  test('during a review is late, and stays unread unless another attempt begins', () => {
    const reviewing = folded(working, over('develop'), step('review'));
    expect(lateness(reviewing)).toEqual({ task: 't1', step: 'review' });
    const told = folded(reviewing, said('use blue'), over('review'));
    expect(runFinished(told, { status: 'completed', reason: '', report: null }).unread).toEqual(['use blue']);
    const again = folded(told, begun('cheap', 2));
    expect(runFinished(again, { status: 'completed', reason: '', report: null })).not.toHaveProperty('unread');
  });

  test('after all tasks is read by nobody', () => {
    const done = folded(working, over('develop'), {
      type: 'task.finished',
      task: 't1',
      status: 'completed',
      reason: '',
    });
    const improving = { ...done, phase: 'improving' as const };
    expect(lateness(improving)).toEqual({ task: null, step: null });
    expect(unreadIn(folded(improving, said('and green')))).toEqual(['and green']);
  });

  test('before there is a plan is read by whoever begins', () => {
    const planning = { ...started, phase: 'decomposing' as const };
    expect(lateness(planning)).toBeNull();
    const told = folded(planning, said('use the helper'), plan);
    expect(told.tasks[0]?.hints).toEqual(['use the helper']);
    expect(unreadIn(folded(told, plan, assigned, begun('cheap')))).toEqual([]);
    expect(folded(told, plan).tasks[0]?.hints).toEqual(['use the helper']);
  });

  test('to the planner is known to whoever works on the plan, with the question; a yes to the plan says nothing', () => {
    const planning = { ...started, phase: 'decomposing' as const };
    const asked = (question: string): PawlEvent => ({ type: 'handed.over', task: null, question, reason: '' });
    const answer = (text: string): PawlEvent => ({ type: 'answer.given', text });
    const both: PawlEvent = { ...plan, tasks: [task, { ...task, id: 't2' }] };
    const planned = folded(planning, asked('Here or there?'), answer('there'), both);
    const confirmed = folded(planned, asked('Proceed?'), answer('yes'));
    expect(confirmed.tasks.map(({ hints }) => hints)).toEqual([['Here or there? there'], ['Here or there? there']]);
    const changed = folded(planned, asked('Proceed?'), answer('name it x'), plan, asked('Proceed?'), answer('yes'));
    expect(changed.tasks[0]?.hints).toEqual(['Here or there? there', 'name it x']);
  });

  test('to the repairer is not read by it', () => {
    const repairing = folded(started, plan, assigned, step('develop'), begun('repair'));
    expect(lateness(repairing)).toEqual({ task: 't1', step: 'develop' });
    expect(unreadIn(folded(repairing, said('hurry'), acted))).toEqual(['hurry']);
  });
});
