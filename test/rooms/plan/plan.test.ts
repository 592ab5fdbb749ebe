import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/core/run/decide.ts';
import { singleTask } from '../../../src/core/run/single-task.ts';
import { plan } from '../../../src/rooms/plan/plan.ts';
import { call, type Line, noEmbedder, scriptedModel } from '../../agents/thinking.ts';
import { policyWith, tier } from '../../core/policy.ts';
import { only, placeWith } from '../place.ts';

const thought = 'because';
const auto = policyWith({ plan: 'auto', improve: 1 });

describe('a single task', () => {
  const singleOf = (request: string) => singleTask({ request, policy: null });

  test.each([
    ['add a login page', 'feature'],
    ['fix the login', 'fix'],
    ['parse crashes on an empty line', 'fix'],
    ['Rename foo to bar', 'refactor'],
    ['simplify the parser', 'refactor'],
    ['write documentation for the parser', 'docs'],
    ['update the README', 'docs'],
    ['prefix every line', 'feature'],
    ['serve GET /todos', 'endpoint'],
    ['parse() must accept an empty line', 'fix'],
    ['make parse accept an empty line', 'fix'],
    ['make a page for it', 'feature'],
    ['add a page that must load at once', 'feature'],
  ])('%j is a %s, whatever the tests say now', (request, kind) => {
    expect(singleOf(request).kind).toBe(kind);
  });

  test('is a fix where tests are named or all are meant', () => {
    const kinds = (['all', ['a.test.js'], []] as const).map(
      (targets) => singleTask({ request: 'a login page', policy: policyWith({ targets: targets as never }) }).kind,
    );
    expect(kinds).toEqual(['fix', 'fix', 'feature']);
  });

  test.each([
    ['add a page\nwith a form', 'add a page'],
    ['\n\n## The plan\n\ntext', 'The plan'],
    ['#\n\nadd a page', 'add a page'],
    ['###', 'do what was asked'],
  ])('%j is called %j', (request, title) => {
    expect(singleOf(request).title).toBe(title);
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
  const place = await placeWith({ policy: auto, model, planned: false });
  const said = await place.lets((context, world) => plan({ kind: 'plan', task: null }, context, world));
  const { tasks, note } = only(said, 'plan.proposed');
  return { tasks, note, said, requests: model.requests };
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

  const goodPlan = call('finish', { thought, tasks: [row()] });
  const many = (count: number) => Array.from({ length: count }, (_, index) => row({ title: `part ${index}` }));

  test.each<[string, Record<string, unknown>[], RegExp]>([
    [
      'a later task',
      [row({ depends_on: [2] }), row({ title: 'use it' })],
      /task 1: it depends on t2, which comes later/,
    ],
    ['itself', [row(), row({ title: 'use it', depends_on: [2] })], /task 2: it depends on itself/],
    ['no task of the plan', [row({ depends_on: [9] })], /task 1: it depends on t9, which is no task of the plan/],
    ['too many tasks', many(6), /tasks takes at most 5 items/],
    ['an empty title', [row({ title: ' ' })], /task 1: the title is empty/],
    ['an endless title', [row({ title: 'word '.repeat(60) })], /task 1: the title has more than 200 characters/],
    ['an empty criterion', [row({ acceptance: [''] })], /task 1: an acceptance criterion is empty/],
    ['mere praise', [row({ acceptance: ['It works well.'] })], /task 1: no test can show "It works well\."/],
    ['a file that is not there', [row({ title: 'mend lib/sum.js' })], /task 1: there is no file lib\/sum\.js/],
    [
      'more than fits an event',
      [row({ acceptance: Array(30).fill('é"'.repeat(200)) })],
      /at most 6500 fit: shorten it/,
    ],
  ])('that names %s is told so, and asked again', async (_, tasks, why) => {
    const { tasks: accepted, requests } = await planned(call('finish', { thought, tasks }), goodPlan);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages.at(-1)?.text).toMatch(why);
    expect(accepted).toMatchObject([{ title: 'add it' }]);
  });

  test('that never mends its plan is asked three times, and the reason is said', async () => {
    const { tasks, note, requests } = await planned(call('finish', { thought, tasks: [row({ depends_on: [1] })] }));
    expect(requests).toHaveLength(3);
    expect(tasks).toMatchObject([{ id: 't1', title: 'make add add' }]);
    expect(note).toMatch(/^the request is one task, because the planner gave no plan: .*depends on itself/);
  });

  test('keeps what the planner says proves a criterion, and asks again about what nothing can be', async () => {
    const proofs = [{ criterion: 1, by: 'test', name: 'adds' }];
    const good = call('finish', { thought, tasks: [row({ proofs })] });
    expect((await planned(good)).tasks[0]?.proofs).toEqual(proofs);
    const silly = call('finish', { thought, tasks: [row({ proofs: [{ criterion: 1, by: 'magic', name: 'x' }] })] });
    const again = await planned(silly, good);
    expect(again.requests).toHaveLength(2);
    expect(again.tasks[0]?.proofs).toEqual(proofs);
  });

  test('may name new files, and those that another task makes', async () => {
    const rows = [
      row({ title: 'Put sums into lib/sum.js (new)', acceptance: ['add.js still adds'] }),
      row({ title: 'use it', acceptance: ['`add.js` takes it from lib/sum.js'], depends_on: [1] }),
    ];
    const { tasks, requests } = await planned(call('finish', { thought, tasks: rows }));
    expect(requests).toHaveLength(1);
    expect(tasks).toHaveLength(2);
  });

  test('with silly hours gives a plan all the same', async () => {
    const rows = [row({ effort_hours: Number.POSITIVE_INFINITY }), row({ title: 'use it', effort_hours: -3 })];
    const { tasks } = await planned(call('finish', { thought, tasks: rows }));
    expect(tasks.map((task) => task.effort_hours)).toEqual([1000, 1]);
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
  const question = 'Which one? (there are two calculators)';
  const asks = call('request_info', { thought, question: 'Which one?', context: 'there are two calculators' });
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

describe('a plan that a person wants changed', () => {
  const question = 'Proceed with these 2 tasks? (yes, no, or say what to change)';
  const runFor = async (script: (text: string) => Line) => {
    const asking = { ...auto, confirm: true };
    const model = scriptedModel(() => script(JSON.stringify(model.requests.at(-1)?.messages)));
    const place = await placeWith({ policy: asking, model, planned: false });
    place.tell({ type: 'phase.changed', from: 'initializing', to: 'decomposing' });
    const lets = () => place.lets((context, world) => plan({ kind: 'plan', task: null }, context, world));
    const next = () => {
      const [step] = decide(place.state, asking, place.state.last_at);
      if (step?.kind === 'record') place.tell(step.event);
      return step?.kind === 'record' ? step.event : step;
    };
    await lets();
    expect(next()).toMatchObject({ type: 'handed.over', question, about: 'plan' });
    return { place, model, lets, next };
  };
  const two = call('finish', { thought, tasks: [row(), row({ title: 'use it', depends_on: [1] })] });
  const one = call('finish', { thought, tasks: [row({ title: 'add it quickly' })] });

  test('is planned again with the plan and the words, and takes its place', async () => {
    const { place, model, lets, next } = await runFor((text) => (text.includes('in a single commit') ? one : two));
    place.tell({ type: 'answer.given', text: 'yes, but in a single commit' });
    expect(next()).toEqual({ kind: 'plan', task: null });
    await lets();
    const prompt = model.requests.at(-1)?.messages[1]?.text;
    expect(prompt).toContain('# A person said\nyes, but in a single commit');
    expect(prompt).toContain(
      '"title":"use it","kind":"feature","acceptance":["it is there"],"effort_hours":2,"depends_on":[1]}',
    );
    expect(place.state.tasks.map(({ task }) => [task.id, task.title])).toEqual([['t1', 'add it quickly']]);
    expect(next()).toMatchObject({ type: 'handed.over', about: 'plan' });
    place.tell({ type: 'answer.given', text: 'Yes.' });
    expect(next()).toEqual({ type: 'plan.confirmed', by: 'person' });
  });

  test('stays as it was where the planner does not deliver, and says so', async () => {
    const { place, lets } = await runFor((text) =>
      text.includes('shorter') ? { fault: { kind: 'unauthorized', message: 'no' } } : two,
    );
    place.tell({ type: 'answer.given', text: 'shorter' });
    expect(only(await lets(), 'plan.proposed')).toMatchObject({
      tasks: [{ title: 'add it' }, { title: 'use it' }],
      note: expect.stringMatching(/^the plan is unchanged, because the planner gave no new one: /),
    });
  });

  test('may need to know more: an answer to that is no answer to the plan', async () => {
    const asks = call('request_info', { thought, question: 'Is it urgent?', context: 'it matters' });
    const { place, model, lets, next } = await runFor((text) =>
      text.includes('Is it urgent') ? one : text.includes('shorter') ? asks : two,
    );
    place.tell({ type: 'answer.given', text: 'shorter' });
    await lets();
    expect(next()).toMatchObject({ type: 'handed.over', question: 'Is it urgent? (it matters)', about: 'request' });
    place.tell({ type: 'answer.given', text: 'yes' });
    expect(next()).toEqual({ kind: 'plan', task: null });
    await lets();
    expect(model.requests.at(-1)?.messages[1]?.text).toContain(
      '# You asked\nIs it urgent? (it matters)\n\n# A person said\nyes',
    );
    expect(place.state.plan).toEqual({ confirmed: false, answer: null });
    expect(place.state.tasks).toHaveLength(1);
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
