import { describe, expect, test } from 'vitest';
import { none } from '../../../src/adapters/sandboxes/none.ts';
import type { ActionResult } from '../../../src/agents/action.ts';
import { ownAction } from '../../../src/agents/actions/own.ts';
import { delegateAction } from '../../../src/agents/actions/standard/delegate.ts';
import { misfit } from '../../../src/agents/output/check-input.ts';
import { places } from '../../../src/languages/registry.ts';
import { commandIn } from '../../../src/languages/runs/command.ts';
import type { PawlEvent } from '../../../src/schema/run/event.ts';
import { opened, repository } from '../../adapters/repo/setup.ts';
import { policyWith } from '../../core/policy.ts';
import { place } from './place.ts';

const signal = new AbortController().signal;

test('the nine standard actions take the keys of their contract, and under 3,000 bytes together', async () => {
  const { actions } = await place({});
  const delegate = delegateAction(['auditor', 'reviewer'], () => told([], 'x'));
  const specs = [...actions.values(), delegate].map(({ spec }) => spec);
  expect(
    Object.fromEntries(specs.map(({ name, parameters }) => [name, Object.keys(Object(parameters.properties))])),
  ).toEqual({
    analyze: ['thought', 'target', 'focus'],
    search: ['thought', 'query', 'scope'],
    generate: ['thought', 'type', 'spec'],
    validate: ['thought', 'assertion', 'data'],
    transform: ['thought', 'input', 'from', 'to'],
    compare: ['thought', 'a', 'b', 'criteria'],
    request_info: ['thought', 'question', 'context'],
    escalate: ['thought', 'reason', 'context'],
    delegate: ['thought', 'agent_id', 'task'],
  });
  expect(Buffer.byteLength(JSON.stringify(specs))).toBeLessThan(3_000);
  for (const { parameters } of specs) expect(misfit({}, parameters)).toBe('thought is missing');
});

describe('asking', () => {
  test('request_info puts a question to a person, escalate gives a reason', async () => {
    const { act, actions } = await place({});
    expect(await act('request_info', { question: 'Which port?', context: { file: 'a.js' } })).toMatchObject({
      end: {
        state: 'escalate',
        reason: 'Which port?',
        output: { question: 'Which port?', context: { file: 'a.js' } },
      },
    });
    expect(await act('escalate', { reason: 'a risk', context: 'keys' })).toMatchObject({
      end: { state: 'escalate', reason: 'a risk (keys)', output: { reason: 'a risk', context: 'keys' } },
    });
    expect([actions.get('request_info')?.ends, actions.get('escalate')?.ends]).toEqual([true, true]);
  });
});

async function* told(events: PawlEvent[], observation: string): AsyncGenerator<PawlEvent, ActionResult> {
  yield* events;
  return { observation };
}

describe('delegate', () => {
  const event: PawlEvent = { type: 'phase.changed', from: 'initializing', to: 'decomposing' };
  const asked: unknown[] = [];
  const delegate = delegateAction(['auditor'], (id, task) => {
    asked.push([id, task]);
    return told([event], 'x'.repeat(20_000));
  });
  const all = async (input: Record<string, unknown>) => {
    const events: PawlEvent[] = [];
    const working = delegate.run({ thought: 't', ...input }, signal);
    for (;;) {
      const next = await working.next();
      if (next.done) return { events, observation: next.value.observation };
      events.push(next.value);
    }
  };

  test('lets an agent that the file names do the task, and passes on its events and what came of it', async () => {
    const { events, observation } = await all({ agent_id: 'auditor', task: { file: 'a.js' } });
    expect(asked).toEqual([['auditor', { file: 'a.js' }]]);
    expect(events).toEqual([event]);
    expect(observation).toMatch(/^x{16000}\n\(cut: ask for less\)$/);
  });

  test('asks nobody else', async () => {
    asked.length = 0;
    expect(await all({ agent_id: 'root', task: 'x' })).toEqual({
      events: [],
      observation: 'Refused: delegate to one of: auditor. Nothing was done.',
    });
    expect(asked).toEqual([]);
  });
});

describe('an action of an agent file', () => {
  const definition = {
    name: 'show',
    description: 'Shows its words.',
    input: {
      type: 'object',
      required: ['path'],
      properties: { path: { type: 'string' }, depth: { type: 'integer' }, 'in-all': { type: 'array' } },
    },
    command: ['printf', '[%s]', '--path={path}', '{path}', '{depth}', '{in-all}', '{other}'],
  };
  async function own(input: Record<string, unknown>, command = definition.command, timeout_ms = 60_000) {
    const { workspace, target } = await opened(repository({ 'a.txt': 'inside\n' }));
    const shell = commandIn(workspace, target, policyWith());
    const action = ownAction(
      { ...definition, command },
      none({ equipment: places(), env: process.env }),
      shell,
      timeout_ms,
    );
    return { spec: action.spec, ...(await action.run({ thought: 't', ...input }, signal)) };
  }

  test('runs its words with the values in them, and never a shell', async () => {
    const hostile = '$(id); {depth} `x` "\n';
    const { observation, changed, spec } = await own({ path: hostile, depth: 3, 'in-all': [1, 'a'] });
    expect(observation).toBe(`exit 0\n[--path=${hostile}][${hostile}][3][[1,"a"]][{other}]`);
    expect(changed).toBe(true);
    expect(misfit({ thought: 't' }, spec.parameters)).toBe('path is missing');
    expect(misfit({ path: 'a' }, spec.parameters)).toBe('thought is missing');
    expect(misfit({ thought: 't', path: 'a', other: 1 }, spec.parameters)).toBe('other is not a parameter');
  });

  test('leaves out a word for what was not given, works on the workspace, and is bounded', async () => {
    expect((await own({ path: 'a' })).observation).toBe('exit 0\n[--path=a][a][{other}]');
    expect((await own({ path: 'a.txt' }, ['cat', '{path}'])).observation).toBe('exit 0\ninside');
    expect((await own({ path: 'a\0b' })).observation).toBe('Refused: a value holds a NUL character.');
    expect((await own({ path: '150' }, ['sleep', '{path}'], 100)).observation).toMatch(/^ended by timeout/);
    expect((await own({ path: '20000' }, ['seq', '{path}'])).observation.length).toBeLessThan(8_300);
  });
});

describe('search', () => {
  test('looks into data and drafts by their names, everywhere else into files', async () => {
    const input = { code: 'one\r\nescape(x)\n', list: ['escape', 2] };
    const { see } = await place({ 'src/a.js': 'let a1 = (x);\nlet b-]\\ = 22;\n' }, { input });
    await see('generate', { type: 'text', spec: 'a draft\nwith escape' });
    const cases: [string, string, string][] = [
      ['escape', 'input', 'input.code:2: escape(x)\ninput.list:2: "escape",'],
      ['escape', 'input.list', 'input.list:2: "escape",'],
      ['e+s', 'draft-1', 'draft-1:2: with escape'],
      ['nowhere', 'input', 'No match.'],
      ['(', 'input', 'Refused: missing closing )'],
      ['escape', '', 'No match.'],
      ['escape', 'full_codebase', 'No match.'],
      ['a\\d', '.', 'src/a.js:1: let a1 = (x);'],
      ['^let [\\w]\\d?(?: |-)', 'src', 'src/a.js:1: let a1 = (x);\nsrc/a.js:2: let b-]\\ = 22;'],
      ['b[\\]\\-\\\\]{3}', '', 'src/a.js:2: let b-]\\ = 22;'],
      ['[\\d]{2}', '', 'src/a.js:2: let b-]\\ = 22;'],
      ['\\D\\(', '', 'src/a.js:1: let a1 = (x);'],
      ['(?i)LET', '', 'Refused: search knows POSIX extended expressions'],
      ['let(?! b)', '', 'Refused: search knows POSIX extended expressions'],
      ['a\0', '', 'Refused: search knows POSIX extended expressions'],
    ];
    for (const [query, scope, expected] of cases) {
      const seen = await see('search', { query, scope });
      expect(seen.slice(0, expected.length), query).toBe(expected);
    }
  });
});
