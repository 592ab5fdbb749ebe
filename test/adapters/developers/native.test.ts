import { describe, expect, onTestFinished, test } from 'vitest';
import { nativeDeveloper } from '../../../src/adapters/developers/native.ts';
import { aiModels } from '../../../src/adapters/models/ai-models.ts';
import { redacted } from '../../../src/adapters/redacted/redacted.ts';
import { none } from '../../../src/adapters/sandboxes/none.ts';
import { loadAgents } from '../../../src/config/agents/agents.ts';
import { type ServedRequest, startModelServer } from '../../../src/faces/demo/model-server.ts';
import { places } from '../../../src/languages/registry.ts';
import { commandIn } from '../../../src/languages/runs/command.ts';
import type { Assignment, Work } from '../../../src/ports/outside/developer.ts';
import type { Model } from '../../../src/ports/outside/model.ts';
import { call, journalled, type Line, scriptedModel, thinkingWith } from '../../agents/thinking.ts';
import { policyWith } from '../../core/policy.ts';
import { opened, repository } from '../repo/setup.ts';

const prompt = 'Implement this.\n\n# Task\nmake "add" add\n';
const thought = 'because';
const finish = call('finish', { thought, summary: 'it adds' });

/** The developer of the package at work on a small repository, with a model. */
async function work(model: Model, changes: Partial<Assignment> = {}) {
  const { workspace, target } = await opened(repository({ 'add.js': 'return a - b;\n' }));
  const thinking = await thinkingWith(model);
  const agent = (await loadAgents()).agents.developer;
  if (!agent) throw new Error('the package has no developer');
  const developer = nativeDeveloper({
    ...thinking,
    agent,
    sandbox: none({ equipment: places(), env: process.env }),
    sight: redacted({}).sight,
  });
  const assignment: Assignment = {
    run: 'r1',
    task: 't1',
    attempt: 1,
    tier: thinking.tier,
    prompt,
    workspace,
    shell: commandIn(workspace, target, policyWith()),
    isProtected: () => false,
    breach: async () => null,
    resume: null,
    outcome: null,
    max_steps: 60,
    caps: thinking.caps,
    ...changes,
  };
  const { events, outcome } = await journalled(developer.work(assignment, new AbortController().signal));
  return { events, outcome, workspace };
}

async function firstRequest(api: 'openai' | 'anthropic'): Promise<ServedRequest> {
  const server = await startModelServer(() => ({ calls: [{ name: 'finish', input: { thought, summary: 'done' } }] }));
  onTestFinished(() => server.close());
  const models = aiModels({ providers: { local: { api, base_url: server.url, api_key: 'k' } } });
  const tier = {
    name: 'cheap',
    developer: 'native' as const,
    model: 'local/small',
    price: null,
    attempts: 1,
    command: [],
  };
  await work(await models.open(tier));
  const [request] = server.requests;
  if (!request) throw new Error('nothing was asked');
  return request;
}

const types: Record<string, string> = { from: 'integer', to: 'integer', edits: 'array' };

interface Parameters {
  type: string;
  properties: Record<string, { type: string }>;
  required: string[];
  additionalProperties: boolean;
}

/** The tools of a request, whatever the wire calls their parts. */
function toolsIn({ wire, tools }: ServedRequest): { name: string; parameters: Parameters }[] {
  return tools.map((each) => {
    const tool = (wire === 'openai' ? each.function : each) as Record<string, unknown>;
    return { name: String(tool.name), parameters: (tool.parameters ?? tool.input_schema) as Parameters };
  });
}

describe.each(['openai', 'anthropic'] as const)('the first request on the %s wire', (api) => {
  test('takes under 4 KB before the task: system prompt, tools and all', async () => {
    const request = await firstRequest(api);
    const own = request.bytes - Buffer.byteLength(JSON.stringify(prompt));
    expect(JSON.stringify(request.body)).toContain('make \\"add\\" add');
    expect(own).toBeGreaterThan(1000);
    expect(own).toBeLessThan(4096);
  });

  test('has exactly the seven tools of the contract, each with a thought, finish last', async () => {
    const tools = toolsIn(await firstRequest(api));
    const shapes = tools.map(({ name, parameters: { properties, required } }) => {
      const keys = Object.keys(properties).filter((key) => key !== 'thought');
      return `${name} {${keys.map((key) => `${key}${required.includes(key) ? '' : '?'}`).join(', ')}}`;
    });
    expect(shapes).toEqual([
      'read {path, from?, to?}',
      'search {query, scope?}',
      'edit {path, old?, new?, edits?}',
      'write {path, content}',
      'run {command}',
      'hand_over {reason}',
      'finish {summary}',
    ]);
    for (const { name, parameters } of tools) {
      expect(parameters, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(parameters.required, name).toContain('thought');
      for (const [key, { type }] of Object.entries(parameters.properties))
        expect(type, `${name}.${key}`).toBe(types[key] ?? 'string');
    }
  });
});

describe('the work of the native developer', () => {
  const script = (...lines: Line[]) => scriptedModel((turn) => lines[turn] ?? finish);

  test('is done in the workspace, with every tool', async () => {
    const { events, outcome, workspace } = await work(
      script(
        call('read', { thought, path: 'add.js' }),
        call('search', { thought, query: 'return' }),
        call('edit', { thought, path: 'add.js', old: '-', new: '+' }),
        call('write', { thought, path: 'add.test.js', content: 'test\n' }),
        call('run', { thought, command: 'cat add.js' }),
      ),
    );
    const steps = events.flatMap((event) => (event.type === 'agent.step' ? [event] : []));
    expect(steps.map((step) => step.action)).toEqual(['read', 'search', 'edit', 'write', 'run', 'finish']);
    expect(steps[4]?.observation).toBe('exit 0\nreturn a + b;');
    expect(steps.map((step) => step.tree !== null)).toEqual([false, false, true, true, true, false]);
    expect(steps[4]?.tree).toBe(await workspace.snapshot());
    expect(outcome).toEqual({ ended: 'finished', summary: 'it adds' });
  });

  test('names the tests that show its criteria when it ends, where it has any', async () => {
    const proofs = [
      { criterion: 1, test: 'sums' },
      { criterion: 0, test: 'none' },
    ];
    const finish = call('finish', { thought, summary: 'it adds', proofs });
    const model = script(finish, finish);
    const { outcome } = await work(model, { criteria: 1 });
    expect(outcome).toEqual({
      ended: 'finished',
      summary: 'it adds',
      proofs: [{ criterion: 1, by: 'test', name: 'sums' }],
    });
    expect(JSON.stringify(model.requests[0]?.tools.at(-1))).toContain('criterion');
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('proofs[1] is of no criterion');
  });

  test.each<[Work['ended'], string, Model, Partial<Assignment>]>([
    ['hand_over', 'impossible', script(call('hand_over', { thought, reason: 'impossible' })), {}],
    [
      'step_limit',
      '2 steps are used',
      scriptedModel((turn) => call('read', { thought, path: `${turn}` })),
      { max_steps: 2 },
    ],
    [
      'step_loop',
      'steps 1, 2, 3, 4 and 5 are the same: read {"path":"a"}',
      scriptedModel(() => call('read', { thought, path: 'a' })),
      {},
    ],
    ['unavailable', 'no', scriptedModel(() => ({ fault: { kind: 'unauthorized', message: 'no' } })), {}],
    [
      'unavailable',
      'the next call could exceed the run limit of $0',
      script(),
      { caps: { task_usd: 1, run_usd: 0, day_usd: 1 } },
    ],
  ])('ends as %s: %s', async (ended, summary, model, changes) => {
    expect((await work(model, changes)).outcome).toEqual({ ended, summary });
  });

  test('hears what a person says meanwhile with the result of its step', async () => {
    const said = [['use plus'], []];
    const model = script(call('read', { thought, path: 'add.js' }), call('read', { thought, path: 'b.js' }), finish);
    const { events } = await work(model, { hints: () => said.shift() ?? [] });
    const seen = events.flatMap((event) => (event.type === 'agent.step' ? [event.observation] : []));
    expect(seen[0]).toBe('return a - b;\n\n\nA person says: use plus');
    expect(seen[1]).toBe('No file b.js.');
  });
});
