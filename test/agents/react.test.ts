import { describe, expect, test } from 'vitest';
import { type Action, tool } from '../../src/agents/action.ts';
import { deliverAction, finishAction, handOverAction } from '../../src/agents/actions/ending.ts';
import { react } from '../../src/agents/loop/react.ts';
import { conversationKey } from '../../src/core/run/run-state.ts';
import type { Message } from '../../src/schema/agents/message.ts';
import type { PawlEvent } from '../../src/schema/run/event.ts';
import {
  agentWith,
  Bench,
  type Change,
  expectGoesOn,
  finish,
  isFinalFault,
  jobWith,
  lines,
  read,
  stateAfter,
  thought,
  working,
  write,
} from './bench.ts';
import { call, type Line, type ModelScript, scriptedModel, thinkingWith } from './thinking.ts';

const said = (messages: Message[]) => messages.map((message) => `${message.role}: ${message.text}`);

describe('an agent', () => {
  test('thinks, acts and sees what came of it, until it says that it is done', async () => {
    const { steps, outcome, bench, requests, events } = await working(lines(read('a.js'), write('a.js')));
    expect(bench.did).toEqual(['read a.js', 'write a.js']);
    expect(outcome).toEqual({ state: 'done', cause: 'action', reason: 'it adds', output: 'it adds', verification: [] });
    expect(steps.map(({ step, action, tree, decision }) => [step, action, tree, decision])).toEqual([
      [1, 'read', null, 'continue'],
      [2, 'write', 'tree-1', 'continue'],
      [3, 'finish', null, 'done'],
    ]);
    expect(steps[0]).toMatchObject({ thought, action_input: { path: 'a.js' }, observation: 'read: a.js' });
    expect(said(requests[2]?.messages ?? [])).toEqual([
      'system: You are one.',
      'user: Do it.',
      'assistant: ',
      'tool: read: a.js',
      'assistant: ',
      'tool: write: a.js',
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'agent.finished', state: 'done', cause: 'action', output: 'it adds' });
  });

  test('that hands over says why', async () => {
    const { outcome, events } = await working(lines(call('hand_over', { thought, reason: 'impossible' })));
    expect(outcome).toMatchObject({ state: 'escalate', cause: 'action', reason: 'impossible' });
    expect(events.at(-2)).toMatchObject({ type: 'agent.step', decision: 'escalate' });
  });

  test('gives the output of its contract, and is told what does not fit', async () => {
    const output = { required: ['tasks'], properties: { tasks: { type: 'array', minItems: 1 } } };
    const { outcome, steps } = await working(
      lines(call('finish', { thought, tasks: [] }), call('finish', { thought, tasks: ['one'] })),
      {
        actions: [deliverAction(output)],
        agent: agentWith({ contract: { input: null, output, constraints: [] } }),
      },
    );
    expect(steps[0]?.observation).toBe('Not accepted: tasks needs at least 1 items.');
    expect(outcome).toMatchObject({ state: 'done', output: { tasks: ['one'] } });
  });
});

describe('what does not fit', () => {
  test.each<[string, Line, string]>([
    ['a missing parameter', call('write', { thought }), 'Refused: path is missing. Nothing was done.'],
    ['one too many', call('write', { thought, path: 'a', x: 1 }), 'Refused: x is not a parameter. Nothing was done.'],
    ['an unknown tool', call('fly', { thought }), 'There is no tool fly. Call one of: read, write, hand_over, finish.'],
    [
      'arguments that are no JSON',
      call('write', '{"path":'),
      'The arguments were not a JSON object. Nothing was done.',
    ],
    ['words without a call', { text: 'I am done.' }, 'Call one of: read, write, hand_over, finish.'],
  ])('%s is a step that did nothing, and the agent goes on', async (_, line, observation) => {
    const { steps, bench, outcome } = await working(lines(line));
    expect(steps[0]?.observation).toBe(observation);
    expect(bench.did).toEqual([]);
    expect(outcome.state).toBe('done');
  });

  test('a parameter too many is ignored where nothing is changed, and the model is told', async () => {
    const looking = { ...new Bench().actions()[0], looks: true } as Action;
    const { outcome, steps } = await working(
      lines(
        call('read', { thought, path: 'a', depth: 2 }),
        call('finish', { thought, summary: 'it adds', proofs: [] }),
      ),
      { actions: [looking, finishAction()] },
    );
    expect(steps[0]?.observation).toBe('read: a\nIgnored, because read has no such parameter: depth.');
    expect(outcome).toMatchObject({ state: 'done', reason: 'it adds' });
    expect(steps).toHaveLength(2);
  });

  test('words without a call are kept as a thought and answered by the user', async () => {
    const { steps, requests } = await working(lines({ text: 'I am done.' }));
    expect(steps[0]).toMatchObject({ action: 'none', thought: 'I am done.' });
    expect(requests[1]?.messages.at(-1)).toMatchObject({ role: 'user' });
  });
});

describe('a call without a thought', () => {
  const unthought: [string, Line][] = [
    ['no thought', call('write', { path: 'a' })],
    ['an empty one', call('write', { thought: '  ', path: 'a' })],
    ['one that is no text', call('write', { thought: 7, path: 'a' })],
  ];

  test.each(unthought)('(%s) is refused of a role', async (_, line) => {
    const { steps, bench } = await working(lines(line), { reflects: true });
    expect(steps[0]?.observation).toBe('Refused: thought is missing. Nothing was done.');
    expect(bench.did).toEqual([]);
  });

  test.each(unthought)('(%s) is done for a developer', async (_, line) => {
    const { steps, bench } = await working(lines(line));
    expect(steps[0]?.observation).toBe('write: a');
    expect(bench.did).toEqual(['write a']);
  });

  test('has the words beside it for one, in the journal', async () => {
    const { steps } = await working(lines({ text: 'First a.', calls: [{ name: 'write', input: { path: 'a' } }] }));
    expect(steps[0]).toMatchObject({ thought: 'First a.', action_input: { path: 'a' } });
  });
});

describe('several calls in one answer', () => {
  const both: Line = { calls: ['a', 'b'].map((path) => ({ name: 'write', input: { thought, path } })) };

  test('are done in their order, each a step with an answer of its own', async () => {
    const { bench, requests, steps } = await working(lines(both));
    expect(bench.did).toEqual(['write a', 'write b']);
    expect(steps.map((step) => step.tree)).toEqual(['tree-1', 'tree-2', null]);
    const answers = requests[1]?.messages.flatMap((message) => (message.role === 'tool' ? [message.id] : []));
    expect(answers).toEqual(['c0-0', 'c0-1']);
  });

  test('do not finish where one before it failed, until somebody has looked', async () => {
    const failing = (name: string, what: 'undone' | 'command') => ({
      spec: tool(name, name, { path: { type: 'string' } }),
      run: async ({ path }: Record<string, unknown>) => ({
        observation: `${name}: ${path}`,
        ...(path === 'bad' && { failed: what }),
      }),
    });
    const actions = [failing('edit', 'undone'), failing('run', 'command'), finishAction()];
    const turn = (...calls: [string, string][]): Line => ({
      calls: [
        ...calls.map(([name, path]) => ({ name, input: { path } })),
        { name: 'finish', input: { summary: 'it is done' } },
      ],
    });
    const refused: Line[] = [
      turn(['edit', 'bad'], ['edit', 'good']),
      turn(['run', 'bad']),
      turn(['run', 'good'], ['run', 'bad']),
      turn(['run', 'bad'], ['run', 'good']),
    ];
    for (const line of refused) {
      const { steps, outcome } = await expectGoesOn(lines(line), { actions });
      expect(steps.some(({ observation }) => observation.startsWith('Not finished: a call before this one'))).toBe(
        true,
      );
      expect(outcome.state).toBe('done');
    }
    const stubborn = await working(lines(turn(['run', 'bad']), turn(['run', 'bad'])), { actions });
    expect(stubborn.requests).toHaveLength(2);
    const { requests } = await working(lines(turn(['run', 'bad'], ['edit', 'good'], ['run', 'good'])), { actions });
    expect(requests).toHaveLength(1);
  });

  test('end with the one that ends', async () => {
    const { bench } = await working(
      lines({ calls: [...(finish as { calls: [] }).calls, { name: 'write', input: { thought, path: 'late' } }] }),
    );
    expect(bench.did).toEqual([]);
  });

  test('stop at the step limit', async () => {
    const { bench, outcome } = await working(lines(both), { max_steps: 1 });
    expect(bench.did).toEqual(['write a']);
    expect(outcome).toMatchObject({ state: 'escalate', cause: 'step_limit', reason: '1 steps are used' });
  });
});

describe('limits', () => {
  test('at the step limit no further call is made', async () => {
    const { requests, outcome } = await working((turn) => read(`${turn}`), { max_steps: 4 });
    expect(requests).toHaveLength(4);
    expect(outcome).toMatchObject({ cause: 'step_limit' });
  });

  test('the third identical step is told so, the fifth ends it', async () => {
    const { steps, outcome, requests } = await working(() => read('a.js'));
    const told = /You have done exactly this three times/;
    expect(steps.map((step) => told.test(step.observation))).toEqual([false, false, true, true, false]);
    expect(requests[3]?.messages.at(-1)?.text).toMatch(told);
    expect(steps.at(-1)).toMatchObject({
      decision: 'escalate',
      reason: 'steps 1, 2, 3, 4 and 5 are the same: read {"path":"a.js"}',
    });
    expect(outcome).toMatchObject({ state: 'escalate', cause: 'step_loop' });
  });

  test('a cycle seen three times ends it, other thoughts or not', async () => {
    const { steps, outcome } = await working((turn) =>
      call('read', { thought: `thought ${turn}`, path: turn % 2 === 0 ? 'a' : 'b' }),
    );
    expect(steps).toHaveLength(6);
    expect(outcome).toMatchObject({
      cause: 'step_loop',
      reason: 'steps 1-2, 3-4 and 5-6 are the same: read {"path":"a"}, then read {"path":"b"}',
    });
  });

  test('the same command with another outcome is no loop', async () => {
    const { outcome } = await working((turn) => (turn < 7 ? write('a.js') : finish));
    expect(outcome.cause).toBe('action');
  });

  test('a model that cannot be reached blocks it, and so does money', async () => {
    const fault = await working(() => ({ fault: { kind: 'unauthorized', message: 'no key' } }));
    expect(fault.outcome).toMatchObject({ state: 'blocked', cause: 'fault', reason: 'no key' });
    const budget = await working(lines(), { caps: { task_usd: 0, run_usd: 1, day_usd: 1 } });
    expect(budget.outcome).toMatchObject({ state: 'blocked', cause: 'budget' });
    expect(budget.requests).toEqual([]);
  });
});

test('what was cut short is no step: whoever is told to stop while acting journals nothing of it', async () => {
  const stop = new AbortController();
  const slow: Action = {
    spec: tool('write', 'write', { path: { type: 'string' } }),
    run: async () => {
      stop.abort();
      return { observation: 'half done', changed: true };
    },
  };
  const thinking = await thinkingWith(scriptedModel(lines(write('a.js'))));
  const events: PawlEvent[] = [];
  const job = { ...jobWith(new Bench()), actions: [slow] };
  const acting = (async () => {
    for await (const event of react(job, thinking, stop.signal)) events.push(event);
  })();
  await expect(acting).rejects.toHaveProperty('name', 'AbortError');
  expect(events.map((event) => event.type)).toEqual(['model.called']);
});

describe('events', () => {
  const nasty = ['\u0001', '"', '\\', '€', '😀', '\ud800', '\n'].map((char) => char.repeat(9000));

  test.each(nasty)('stay small whatever the model and the world say: %#', async (text) => {
    const shouting: Action = {
      spec: { name: text, description: '', parameters: {} },
      run: async () => ({ observation: text, changed: true }),
    };
    const loud = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}${text}`, text]));
    const { steps, outcome } = await working(
      lines(
        call(text, { thought: text, ...loud }),
        { text },
        call('read', text),
        call('hand_over', { thought: `t${text}`, reason: text }),
      ),
      { actions: [shouting, handOverAction()], caps: { task_usd: 99, run_usd: 99, day_usd: 99 } },
    );
    expect(steps).toHaveLength(4);
    expect(outcome.reason).toBe(text);
  });

  test('leave out an output that is too large, which the blob has whole', async () => {
    const big = { tasks: Array.from({ length: 900 }, (_, index) => `task ${index}`) };
    const action = deliverAction({ properties: { tasks: { type: 'array' } } });
    const { events, outcome, thinking } = await working(lines(call('finish', { thought, ...big })), {
      actions: [action],
    });
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'agent.finished', output: null });
    expect(outcome.output).toEqual(big);
    if (last?.type === 'agent.finished') expect(JSON.parse(await thinking.blobs.text(last.output_ref))).toEqual(big);
  });
});

describe('an agent that was cut off', () => {
  const conversations: [string, ModelScript, Change][] = [
    ['does its work', lines(read('a'), write('a'), { text: 'hm' }, call('fly', { thought }), write('b')), {}],
    [
      'calls several at once',
      lines({ calls: ['a', 'b', 'c'].map((path) => ({ name: 'write', input: { thought, path } })) }, read('d')),
      {},
    ],
    ['repeats itself', () => read('a'), {}],
    ['goes round', (turn) => write(turn % 2 === 0 ? 'a' : 'b'), { snapshot: async () => 'tree-x' }],
    ['uses up its steps', (turn) => read(`${turn}`), { max_steps: 5 }],
    ['hands over', lines(read('a'), call('hand_over', { thought, reason: 'no' })), {}],
    [
      'meets faults',
      (turn, failures, asked) =>
        turn === 1 && failures < 2 ? { fault: {} } : lines(read('a'), write('b'))(turn, 0, asked),
      {},
    ],
    ['is refused', (turn) => (turn < 2 ? read(`${turn}`) : { fault: { kind: 'refused', message: 'no' } }), {}],
  ];

  test.each(conversations)('and %s goes on where it was, from every event', async (_, script, change) => {
    await expectGoesOn(script, change);
  });

  test('asks once more where only the record of a final fault was left', async () => {
    const script: ModelScript = (_, failures) =>
      failures === 0 ? { fault: { kind: 'refused', message: 'no' } } : finish;
    const whole = await working(script);
    const [failed] = whole.events;
    expect(isFinalFault(failed)).toBe(true);
    const rest = await working(script, { thinking: whole.thinking, failures: 1 });
    expect(rest.outcome.state).toBe('done');
  });

  test('remembers how it ended, also where the words were too long for the event', async () => {
    const reason = 'because '.repeat(400);
    const whole = await working(lines(call('hand_over', { thought, reason })));
    const state = stateAfter(whole.events);
    const outcome = state.outcomes[conversationKey('developer', 't1', 1)] ?? null;
    const rest = await working(lines(), { thinking: whole.thinking, outcome });
    expect(rest.events).toEqual([]);
    expect(rest.outcome).toEqual({
      ...whole.outcome,
      reason: expect.stringMatching(/^because because [\s\S]* \[…\]$/),
    });
  });
});
