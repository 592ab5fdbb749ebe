import { describe, expect, test } from 'vitest';
import { cites, reflectionIn, unreflected } from '../../src/agents/loop/reflection.ts';
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

describe('whether a reflection cites what was observed', () => {
  test.each<[boolean, string, string]>([
    [true, 'Line 12 is dangerous.', 'a.js:12: eval'],
    [true, 'There are 3 of them.', 'Found 3:'],
    [true, 'a.txt is there now.', 'Wrote a.txt.'],
    [true, 'src/a.js has no test.', 'src/a.js: 4 lines'],
    [true, 'Nothing escapes: eval runs as it is.', 'eval(input)'],
    [true, 'Les vulnérabilités sont là.', 'vulnérabilités: trois'],
    [true, 'anything', ''],
    [false, 'It went well, I continue.', 'Found 3: a.js:12 eval'],
    [false, 'Ça a bien marché, je continue.', 'Found 3: a.js:12 eval'],
    [false, 'The result looks good, next step.', 'The result of this step: a.js is good.'],
    [false, '', 'Found 3'],
  ])('%s: %s', (wanted, reflection, observation) => {
    expect(cites(reflection, observation)).toBe(wanted);
  });
});

describe('what a message says about the step before it', () => {
  const message = (line: Line): AssistantMessage => ({
    ...{ role: 'assistant', text: '' },
    calls: 'calls' in line ? (line.calls ?? []).map((each) => ({ id: 'c', ...each })) : [],
  });

  test('is its reflection, decision and reason, or its thought where it gives none', () => {
    expect(reflectionIn(message(read('a', 'a is short.')))).toEqual({
      ...{ reflection: 'a is short.', decision: 'continue', reason: 'more to see', given: true },
    });
    expect(reflectionIn(message(read('a')))).toMatchObject({ reflection: 'I want a.', given: false });
    expect(reflectionIn(message(read('a', 'x', { decision: 'escalate' }))).decision).toBe('escalate');
    expect(reflectionIn(message(call('finish', { thought: 't', decision: 'escalate' }))).decision).toBe('continue');
    expect(reflectionIn(message(call('read', '{"path":')))).toMatchObject({ decision: 'continue', given: false });
  });

  test('is no part of the input', () => {
    expect(unreflected(input('a', 'a is short.'))).toEqual({ path: 'a' });
  });
});

describe('a role agent', () => {
  test('is asked for a reflection with each call but the last, and gives it for the step before', async () => {
    const { steps, requests } = await working(lines(read('a'), write('b', 'read of a shows much')), role);
    expect(steps.map(({ reflection, reason, decision }) => [reflection, reason, decision])).toEqual([
      ['read of a shows much', 'more to see', 'continue'],
      ['I look first.', 'there is enough to finish', 'continue'],
      ['Finished.', 'it adds', 'done'],
    ]);
    expect(steps[1]?.action_input).toEqual({ path: 'b' });
    const told = Object.fromEntries(
      (requests[0]?.tools ?? []).map(({ name, parameters }) => [name, parameters.required]),
    );
    expect(told.read).toEqual(['thought', 'path', 'reflection', 'decision', 'reason']);
    expect(told.finish).toEqual(['thought', 'summary']);
  });

  test('that is uncritical is told so once, and nothing is done meanwhile', async () => {
    const content = 'It went well, I continue.';
    const { steps, bench, outcome } = await working(lines(read('a'), write('b', content), write('c', content)), role);
    expect(bench.did).toEqual(['read a', 'write c']);
    expect(steps[1]).toMatchObject({ action: 'write', action_input: { path: 'b' } });
    expect(steps[1]?.observation).toMatch(/^Returned: the reflection cites nothing that was observed/);
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
    ['is uncritical', lines(read('a'), write('b', 'good'), write('c', 'good'), finish), {}],
    ['is uncritical of several', lines(read('a'), both('good'), finish), {}],
    ['decides to escalate', lines(read('a'), write('b', 'read: a', { decision: 'escalate' })), {}],
    ['escalates after several', lines(both('x'), read('c', 'write: a', { decision: 'escalate' })), {}],
    ['escalates on being returned', lines(read('a'), read('b', 'good'), read('c', 'x', { decision: 'escalate' })), {}],
    ['uses up its steps', (turn) => read(`${turn}`, `read: ${turn - 1}`), {}],
    ['goes in circles', (turn) => read('a', `read: a, ${turn}`), { max_steps: 20 }],
    ['meets a fault', (turn) => (turn < 2 ? read(`${turn}`, 'read: 0') : { fault: { kind: 'refused' } }), {}],
  ])('that was cut off and %s goes on where it was, from every event', async (_, script, change) => {
    await expectGoesOn(script, { ...role, ...change });
    await expectGoesOn(script, { ...role, ...change, kept: reworded });
    await expectGoesOn(script, { ...role, ...change, kept: unmarked });
  });
});
