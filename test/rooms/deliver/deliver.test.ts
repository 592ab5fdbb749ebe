import { describe, expect, test } from 'vitest';
import { habitOf } from '../../../src/core/delivery/habit.ts';
import { deliver } from '../../../src/rooms/deliver/deliver.ts';
import { commitMessage, squashMessage } from '../../../src/rooms/deliver/message.ts';
import { right } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

const habit = habitOf([]);
type Place = Awaited<ReturnType<typeof placeWith>>;

async function passed(options: Parameters<typeof placeWith>[0] = {}) {
  const place = await placeWith(options);
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
  return place;
}
const delivering = (place: Place, partial = false) =>
  place.lets((context, world) => deliver({ kind: 'deliver', task: 't1', attempt: 1, partial }, context, world));

describe('the commit', () => {
  test('is exactly the judged tree on top of base, on a branch named after the request', async () => {
    const place = await passed();
    const commit = only(await delivering(place), 'commit.created');
    const judged = place.state.tasks[0]?.attempts[0]?.judged?.judged_tree;
    expect(commit).toMatchObject({
      branch: 'pawl/make-add-add',
      parent: place.target.head,
      tree: judged,
      partial: false,
    });
    expect(place.git('rev-parse', 'pawl/make-add-add')).toBe(commit.sha);
    expect(place.git('rev-parse', `${commit.sha}^{tree}`, `${commit.sha}^`)).toBe(`${judged}\n${place.target.head}`);
    expect(place.git('rev-parse', 'HEAD')).toBe(place.target.head);
  });

  test('is made once, however often it is asked for', async () => {
    const place = await passed();
    const { context, world } = place;
    const again = { kind: 'deliver', task: 't1', attempt: 1, partial: false } as const;
    const first = only(await delivering(place), 'commit.created');
    const second = (await deliver(again, context, world).next()).value;
    expect(second).toEqual(first);
    expect(place.git('rev-list', '--count', `${place.target.head}..pawl/make-add-add`)).toBe('1');
    expect(place.git('branch', '--list', 'pawl/*', '--format=%(refname:short)')).toBe('pawl/make-add-add');
  });

  test('goes beside a branch that is taken', async () => {
    const place = await passed();
    place.git('branch', 'pawl/make-add-add');
    place.git('branch', 'pawl/make-add-add-2');
    expect(only(await delivering(place), 'commit.created').branch).toBe('pawl/make-add-add-3');
    expect(place.git('rev-parse', 'pawl/make-add-add')).toBe(place.target.head);
  });

  test('of unfinished work has a branch of its own and says so', async () => {
    const place = await passed();
    const commit = only(await delivering(place, true), 'commit.created');
    expect(commit).toMatchObject({ branch: 'pawl/make-add-add-wip', partial: true });
    expect(place.git('log', '-1', '--format=%B', commit.branch)).toMatch(/^WIP: make add add\n\nUnfinished: /);
  });

  test('of a second task goes on top of the first', async () => {
    const place = await passed();
    const first = only(await delivering(place), 'commit.created');
    expect(place.state).toMatchObject({ tip: first.sha, branch: 'pawl/make-add-add' });
    const task = { id: 't2', title: 'more', kind: 'feature' as const, acceptance: [], depends_on: [], effort_hours: 1 };
    const words = {
      from: 'moderator',
      to: 'tech_lead',
      kind: 'TASK_ASSIGNED',
      task: 't2',
      round: 0,
      ref: null,
    } as const;
    place.tell(
      { type: 'plan.proposed', tasks: [task], forecast_usd: null, improvement: false },
      { type: 'message.sent', ...words, feedback: [] },
    );
    const [, done] = place.events.filter(
      (event) => event.type === 'attempt.finished' || event.type === 'attempt.started',
    );
    const start = place.events.find((event) => event.type === 'attempt.started');
    const verdict = place.events.find((event) => event.type === 'verdict.reached');
    for (const event of [start, done, verdict]) if (event) place.tell({ ...event, task: 't2' } as never);
    const step = { kind: 'deliver', task: 't2', attempt: 1, partial: false } as const;
    const second = only(await place.lets((context, world) => deliver(step, context, world)), 'commit.created');
    expect(second).toMatchObject({ branch: 'pawl/make-add-add', parent: first.sha });
    expect(place.git('rev-list', `${place.target.head}..pawl/make-add-add`)).toBe(`${second.sha}\n${first.sha}`);
  });
});

describe('its message', () => {
  test('depends on nothing but the journal', async () => {
    const place = await passed();
    const { state } = place;
    const [task] = state.tasks;
    const attempt = task?.attempts[0];
    if (!task || !attempt) throw new Error('nothing was tried');
    const message = commitMessage(state, task, attempt, { partial: false, habit });
    expect(message).toBe(
      [
        'fix: make add add',
        '',
        'what it says',
        '',
        'Pawl-Run: r1',
        'Pawl-Task: t1',
        'Pawl-Tier: cheap',
        'Pawl-Attempts: 1',
        'Pawl-Cost: $0.0000',
        'Pawl-Tests: 2 passed, 0 failed, 1 fixed',
        'Pawl-Review: not reviewed',
        '',
      ].join('\n'),
    );
    expect(commitMessage(structuredClone(state), task, attempt, { partial: false, habit })).toBe(message);
    // How a developer was stopped is no description of its change.
    const finished = attempt.finished && { ...attempt.finished, ended: 'step_limit' as const };
    const cut = commitMessage(state, task, { ...attempt, finished }, { partial: false, habit });
    expect(cut).toBe(message.replace('what it says\n\n', ''));
    const same = { ...attempt, finished: attempt.finished && { ...attempt.finished, summary: 'Made add add.' } };
    expect(commitMessage(state, task, same, { partial: false, habit })).toBe(cut);
  });

  test('of two tasks adds up what they took', async () => {
    const { state } = await passed();
    const [task] = state.tasks;
    if (!task) throw new Error('nothing was tried');
    const attempts = task.attempts.map((attempt) => ({ ...attempt, usd: 0.25 }));
    const two = ['t1', 't2'].map((id) => ({ ...task, task: { ...task.task, id }, attempts }));
    expect(squashMessage(state, two, habit).split('\n').slice(-9, -1)).toEqual([
      'Pawl-Run: r1',
      'Pawl-Task: t1',
      'Pawl-Task: t2',
      'Pawl-Tier: cheap',
      'Pawl-Attempts: 2',
      'Pawl-Cost: $0.5000',
      'Pawl-Tests: 2 passed, 0 failed, 2 fixed',
      'Pawl-Review: not reviewed',
    ]);
  });

  test.each([
    ['feature', 'a  title\n\nPawl-Run: forged', 'feat: a title Pawl-Run: forged'],
    ['fix', 'fix: parse long build ids', 'fix: parse long build ids'],
    ['docs', 'with\u0000control\u001b[31mcharacters', 'docs: with control [31mcharacters'],
    ['refactor', `${'word '.repeat(30)}`, `refactor: ${'word '.repeat(12).trim()}…`],
    ['endpoint', 'x'.repeat(200), `feat: ${'x'.repeat(33)}…`],
  ] as const)('has one short line for a %s task called %j', async (kind, title, subject) => {
    const place = await placeWith({ task: { kind, title } });
    await place.attempt({ 'add.js': right });
    const { state } = place;
    const [task] = state.tasks;
    const attempt = task?.attempts[0];
    if (!task || !attempt) throw new Error('nothing was tried');
    const [first = '', second] = commitMessage(state, task, attempt, { partial: false, habit }).split('\n');
    expect(first).toBe(subject);
    expect(first.length).toBeLessThanOrEqual(72);
    expect(second).toBe('');
  });
});
