import { describe, expect, test } from 'vitest';
import { reflectionIn, unreflected } from '../../src/agents/loop/reflection.ts';
import type { AssistantMessage } from '../../src/schema/agents/message.ts';
import { agentWith, type Change, expectGoesOn, finish, lines, reworded, unmarked, working } from './bench.ts';
import { call, type Line, type ModelScript } from './thinking.ts';

const role: Change = { agent: agentWith({ id: 'scout' }), reflects: true, max_steps: 5 };
const because = { decision: 'continue', reason: 'more to see' };
const input = (path: string, reflection?: string, more: Record<string, unknown> = {}) => ({
  ...{ thought: `I want ${path}.`, path },
  ...(reflection === undefined ? {} : { reflection, ...because }),
  ...more,
});
const read = (...given: Parameters<typeof input>): Line => call('read', input(...given));
const write = (...given: Parameters<typeof input>): Line => call('write', input(...given));

describe('what a message says about the step before it', () => {
  const message = (line: Line): AssistantMessage => ({
    ...{ role: 'assistant', text: '' },
    calls: 'calls' in line ? (line.calls ?? []).map((each) => ({ id: 'c', ...each })) : [],
  });

  test('is its reflection, decision and reason, or its thought where it gives none', () => {
    expect(reflectionIn(message(read('a', 'a is short.')))).toEqual({
      ...{ reflection: 'a is short.', decision: 'continue', reason: 'more to see' },
    });
    expect(reflectionIn(message(read('a')))).toMatchObject({ reflection: 'I want a.' });
    expect(reflectionIn(message(read('a', 'x', { decision: 'escalate' }))).decision).toBe('escalate');
    expect(reflectionIn(message(call('finish', { thought: 't', decision: 'escalate' }))).decision).toBe('continue');
    expect(reflectionIn(message(call('read', '{"path":')))).toMatchObject({ decision: 'continue' });
  });

  test('is no part of the input', () => {
    expect(unreflected(input('a', 'a is short.'))).toEqual({ path: 'a' });
  });
});

describe('a role agent', () => {
  test('may give a reflection with each call but the last, on the step before', async () => {
    const { steps, requests } = await working(lines(read('a'), write('b', 'read of a shows much')), role);
    expect(steps.map(({ reflection, reason, decision }) => [reflection, reason, decision])).toEqual([
      ['read of a shows much', 'more to see', 'continue'],
      ['I look first.', 'there is enough to finish', 'continue'],
      ['Finished.', 'it adds', 'done'],
    ]);
    expect(steps[1]?.action_input).toEqual({ path: 'b' });
    const told = Object.fromEntries((requests[0]?.tools ?? []).map(({ name, parameters }) => [name, parameters]));
    expect(told.read?.required).toEqual(['thought', 'path']);
    expect(Object.keys(told.read?.properties ?? {})).toEqual(['thought', 'path', 'reflection', 'decision', 'reason']);
    expect(Object.keys(told.finish?.properties ?? {})).not.toContain('reflection');
  });

  test('is not held up for how it words a reflection', async () => {
    const { bench, outcome } = await working(lines(read('a'), write('b', 'It went well, I continue.')), role);
    expect(bench.did).toEqual(['read a', 'write b']);
    expect(outcome.state).toBe('done');
  });

  test('that decides to escalate stops there, with its reason', async () => {
    const stop = write('b', 'a holds a key', { decision: 'escalate', reason: 'a key lies open' });
    const { steps, bench, outcome } = await working(lines(read('a'), stop), role);
    expect(bench.did).toEqual(['read a']);
    expect(steps).toMatchObject([{ decision: 'escalate', reason: 'a key lies open' }]);
    expect(outcome).toMatchObject({ state: 'escalate', cause: 'action', reason: 'a key lies open' });
  });

  test('goes in circles whatever it says about it', async () => {
    const { outcome } = await working((turn) => read('a', `read of a, time ${turn}`), { ...role, max_steps: 20 });
    expect(outcome.cause).toBe('step_loop');
  });

  const both = (reflection: string, more = {}): Line => ({
    calls: ['a', 'b'].map((path) => ({ name: 'write', input: input(path, reflection, more) })),
  });
  test.each<[string, ModelScript, Change]>([
    ['finishes', lines(read('a'), write('b', 'read: a'), { text: 'hm' }, call('fly', input('x'))), {}],
    ['says little', lines(read('a'), write('b', 'good'), write('c', 'good'), finish), {}],
    ['says little of several', lines(read('a'), both('good'), finish), {}],
    ['decides to escalate', lines(read('a'), write('b', 'read: a', { decision: 'escalate' })), {}],
    ['escalates after several', lines(both('x'), read('c', 'write: a', { decision: 'escalate' })), {}],
    ['escalates later', lines(read('a'), read('b', 'good'), read('c', 'x', { decision: 'escalate' })), {}],
    ['uses up its steps', (turn) => read(`${turn}`, `read: ${turn - 1}`), {}],
    ['goes in circles', (turn) => read('a', `read: a, ${turn}`), { max_steps: 20 }],
    ['meets a fault', (turn) => (turn < 2 ? read(`${turn}`, 'read: 0') : { fault: { kind: 'refused' } }), {}],
  ])('that was cut off and %s goes on where it was, from every event', async (_, script, change) => {
    await expectGoesOn(script, { ...role, ...change });
    await expectGoesOn(script, { ...role, ...change, kept: reworded });
    await expectGoesOn(script, { ...role, ...change, kept: unmarked });
  });
});
