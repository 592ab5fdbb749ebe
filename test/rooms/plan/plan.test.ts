import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/core/run/decide.ts';
import { initialState } from '../../../src/core/run/run-state.ts';
import { improve } from '../../../src/rooms/plan/improve.ts';
import { plan, singleTask } from '../../../src/rooms/plan/plan.ts';
import { call, type Line, noEmbedder, scriptedModel } from '../../agents/thinking.ts';
import { policyWith, tier } from '../../core/policy.ts';
import { adder, right } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

const thought = 'because';
const auto = policyWith({ plan: 'auto', improve: 1 });

describe('a single task', () => {
  const kindOf = (request: string, failed = 0) =>
    singleTask({
      ...initialState,
      request,
      baseline: { tree: '', runner: null, total: 5, failed, duration_ms: 0, run_ref: '' },
    });

  test.each([
    ['add a login page', 0, 'feature'],
    ['fix the login', 0, 'fix'],
    ['add a login page', 2, 'fix'],
    ['Rename foo to bar', 0, 'refactor'],
    ['simplify the parser', 3, 'refactor'],
    ['write documentation for the parser', 0, 'docs'],
    ['update the README', 2, 'docs'],
    ['prefix every line', 0, 'feature'],
  ])('%j with %i failing tests is a %s', (request, failed, kind) => {
    expect(kindOf(request, failed).kind).toBe(kind);
  });

  test.each([
    ['add a page\nwith a form', 'add a page'],
    ['\n\n## The plan\n\ntext', 'The plan'],
    ['#\n\nadd a page', 'add a page'],
    ['###', 'do what was asked'],
  ])('%j is called %j', (request, title) => {
    expect(kindOf(request).title).toBe(title);
  });

  test('is what the plan of a single run is', async () => {
    const place = await placeWith();
    const said = await place.lets((context, world) => plan({ kind: 'plan', task: null }, context, world));
    expect(said).toMatchObject([
      { type: 'plan.proposed', tasks: [{ id: 't1', title: 'make add add', kind: 'fix' }], improvement: false },
    ]);
  });
});

/** Lets the planner of a run say these lines. */
async function planned(...lines: Line[]) {
  const model = scriptedModel((turn) => lines[turn] ?? lines.at(-1) ?? { text: '' });
  const place = await placeWith({ policy: auto, model });
  const said = await place.lets((context, world) => plan({ kind: 'plan', task: null }, context, world));
  return { tasks: only(said, 'plan.proposed').tasks, said, requests: model.requests };
}
const row = (changes: Record<string, unknown> = {}) => ({
  title: 'add it',
  kind: 'feature',
  acceptance: ['it is there'],
  effort_hours: 2,
  ...changes,
});

describe('a planner', () => {
  test('looks at the code and gives the tasks', async () => {
    const { tasks, said, requests } = await planned(
      call('read', { thought, path: 'add.js' }),
      call('finish', { thought, tasks: [row(), row({ title: 'use it', kind: 'endpoint', depends_on: [1] })] }),
    );
    expect(tasks).toEqual([
      { id: 't1', title: 'add it', kind: 'feature', acceptance: ['it is there'], depends_on: [], effort_hours: 2 },
      { id: 't2', title: 'use it', kind: 'endpoint', acceptance: ['it is there'], depends_on: ['t1'], effort_hours: 2 },
    ]);
    expect(said.flatMap((event) => (event.type === 'agent.step' ? [event.action] : []))).toEqual(['read', 'finish']);
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['read', 'search', 'request_info', 'finish']);
    expect(requests[0]?.messages[1]?.text).toContain('The project has 2 tests (node:test), 1 of which fail.');
  });

  test('that names tasks that are not earlier has them left out', async () => {
    const depends_on = [0, 1, 2, 3, -1, 9];
    const rows = [row({ depends_on }), row({ title: 'use it', depends_on })];
    const { tasks } = await planned(call('finish', { thought, tasks: rows }));
    expect(tasks.map((task) => task.depends_on)).toEqual([[], ['t1']]);
  });

  test('with endless words gives a plan that fits an event', async () => {
    const long = '\u0001"é'.repeat(3000);
    const many = Array.from({ length: 8 }, (_, index) =>
      row({ title: `${index}${long}`, acceptance: Array(30).fill(long) }),
    );
    const { tasks } = await planned(call('finish', { thought, tasks: many }));
    expect(tasks).toHaveLength(8);
  });

  test('with silly values gives a plan all the same', async () => {
    const rows = [row({ title: '', effort_hours: Number.POSITIVE_INFINITY }), row({ effort_hours: -3 })];
    const { tasks } = await planned(call('finish', { thought, tasks: rows }));
    expect(tasks.map((task) => [task.title, task.effort_hours])).toEqual([
      ['task 1', 1000],
      ['add it', 1],
    ]);
  });

  test.each<[string, Line]>([
    ['gives none', call('finish', { thought, tasks: [] })],
    ['never calls a tool', { text: 'I would rather talk.' }],
    ['cannot be reached', { fault: { kind: 'unauthorized', message: 'no' } }],
  ])('that %s costs the plan, not the run', async (_, line) => {
    const { tasks } = await planned(line);
    expect(tasks).toMatchObject([{ id: 't1', title: 'make add add' }]);
  });
});

describe('a planner with a question', () => {
  const question = 'Which of the two calculators?';
  const asks = call('request_info', { thought, question, context: 'there are two' });
  const runFor = async (script: (text: string) => Line) => {
    const model = scriptedModel(() => script(JSON.stringify(model.requests.at(-1)?.messages)));
    const place = await placeWith({ policy: auto, model, planned: false });
    place.tell({ type: 'phase.changed', from: 'initializing', to: 'decomposing' });
    const lets = () => place.lets((context, world) => plan({ kind: 'plan', task: null }, context, world));
    return { place, model, lets, next: () => decide(place.state, auto, place.state.last_at) };
  };

  test('makes the run wait, and is asked again with the answer', async () => {
    const done = call('finish', { thought, tasks: [row({ title: 'mend the first' })] });
    const { place, model, lets, next } = await runFor((text) => (text.includes('the first one') ? done : asks));
    expect((await lets()).map((event) => event.type)).toEqual(['model.called', 'agent.step', 'agent.finished']);
    const [step] = next();
    if (step?.kind !== 'record') throw new Error('nobody is asked');
    expect(step.event).toMatchObject({
      type: 'handed.over',
      task: null,
      question,
      reason: 'the planner needs a person',
    });
    place.tell(step.event);
    expect(next()).toEqual([]);

    place.tell({ type: 'answer.given', text: 'the first one' });
    expect(next()).toEqual([{ kind: 'plan', task: null }]);
    expect(only(await lets(), 'plan.proposed').tasks).toMatchObject([{ title: 'mend the first' }]);
    expect(model.requests.at(-1)?.messages[1]?.text).toContain(`# You asked\n${question}\n\n# A person said\n`);
    expect(model.requests.at(-1)?.messages).toHaveLength(2);
  });

  test('out of steps asks nobody: it costs the plan alone', async () => {
    const { lets } = await runFor(() => call('search', { thought, query: 'x' }));
    expect(only(await lets(), 'plan.proposed').tasks).toHaveLength(1);
  });
});

describe('the tier of a role', () => {
  test('is the one it names, else the strongest with a model', async () => {
    const asked: string[] = [];
    const models = {
      open: async ({ name }: { name: string }) => {
        asked.push(name);
        return scriptedModel(() => call('finish', { thought, tasks: [row()] }));
      },
      embedder: noEmbedder,
    };
    const tiers = [tier('cheap'), tier('smart'), { ...tier('repair'), model: null }];
    for (const roles of [{}, { planner: 'cheap' }, { planner: 'repair' }]) {
      const place = await placeWith({ policy: { ...auto, tiers, roles }, world: { models } });
      await place.lets((context, world) => plan({ kind: 'plan', task: null }, context, world));
    }
    expect(asked).toEqual(['smart', 'cheap', 'smart']);
  });
});

describe('an improver', () => {
  async function improved(...lines: Line[]) {
    const model = scriptedModel((turn) => lines[turn] ?? lines.at(-1) ?? { text: '' });
    const place = await placeWith({ policy: auto, model, files: { ...adder, 'add.js': right } });
    await place.attempt({ 'README.md': '# adder\n' });
    place.tell({ type: 'task.finished', task: 't1', status: 'completed', reason: '' });
    const said = await place.lets((context, world) => improve({ kind: 'improve', task: null }, context, world));
    return { said, requests: model.requests, tasks: only(said, 'plan.proposed').tasks };
  }
  const idea = (title: string, impact: string, effort_hours: number) => ({
    title,
    category: 'documentation',
    impact,
    effort_hours,
    acceptance: ['said'],
  });

  test('proposes, and the best proposal becomes a task', async () => {
    const improvements = [idea('low', 'low', 0), idea('high', 'high', 2), idea('slow', 'high', 30)];
    const { said, tasks, requests } = await improved(call('finish', { thought, improvements }));
    const proposed = said.flatMap((event) =>
      event.type === 'improvement.proposed' ? [[event.title, event.priority]] : [],
    );
    expect(proposed).toEqual([
      ['high', 9],
      ['low', 2],
      ['slow', -5],
    ]);
    expect(tasks).toMatchObject([{ id: 'i1', title: 'high', kind: 'docs', acceptance: ['said'] }]);
    expect(said.at(-1)).toMatchObject({ type: 'plan.proposed', improvement: true });
    expect(requests[0]?.messages[1]?.text).toContain('- make add add: README.md');
  });

  test.each<[string, Line]>([
    ['finds nothing', call('finish', { thought, improvements: [] })],
    ['cannot be reached', { fault: { kind: 'unauthorized', message: 'no' } }],
  ])('that %s ends its cycle without a task', async (_, line) => {
    expect((await improved(line)).tasks).toEqual([]);
  });

  test('with silly hours is taken at its word within reason', async () => {
    const { said } = await improved(
      call('finish', { thought, improvements: [idea('', 'high', Number.POSITIVE_INFINITY)] }),
    );
    expect(said).toContainEqual(expect.objectContaining({ title: 'improve it', effort_hours: 1000, priority: -490 }));
  });
});
