import { describe, expect } from 'vitest';
import type { Script } from '../../src/faces/demo/model-server.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { deliver, finish, handOver, promptOf, read, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { adder, edges, right } from './support/projects.ts';
import { branches, commitsOn, git } from './support/repo.ts';
import { setting } from './support/single.ts';

const docs = { title: 'Say what add is for', kind: 'docs', acceptance: ['the README tells'], effort_hours: 0.5 };
const fix = { title: 'Make add add', kind: 'fix', acceptance: ['two and three make five'], effort_hours: 1 };
const doc = write('README.md', '# adder\n\nIt adds.\n');

/** Every agent is known by what it can finish with, whichever tier thinks for it. */
const planned =
  (tasks: object[], improvements: object[] = []): Script =>
  (request) => {
    const tools = JSON.stringify(request.tools);
    if (tools.includes('improvements')) return turns([deliver({ improvements })])(request);
    if (tools.includes('depends_on')) return turns([deliver({ tasks })])(request);
    const documents = promptOf(request).includes(`# Task\n${docs.title}`);
    return turns([documents ? doc : write('add.js', right), finish()])(request);
  };

describe.concurrent('a plan', () => {
  test('is proposed and nothing is developed; resume carries it out', async ({ place }) => {
    const scene = await setting(place, planned([fix]));
    const plan = await place.pawl(['plan', 'make it add', ...scene.here, '--json', '--yes']);
    expect(plan).toMatchObject({ code: 0, stderr: '' });
    const events = expectEvents(plan.stdout);
    expect(ofType(events, 'plan.proposed')).toMatchObject([{ tasks: [{ id: 't1', ...fix, depends_on: [] }] }]);
    expect(ofType(events, 'attempt.started')).toEqual([]);
    expect(branches(scene.target)).toEqual(['main']);

    const resumed = await place.pawl(['resume', ...scene.here, '--json', '--yes']);
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expectEvents(resumed.stdout, { from: (events.at(-1)?.seq ?? 0) + 1 });
    expect(commitsOn(scene.target, 'pawl/make-it-add')).toHaveLength(1);
  });

  test('of two tasks gives two commits on one branch', async ({ place }) => {
    const scene = await setting(place, planned([fix, { ...docs, depends_on: [1] }]));
    const ended = await place.pawl(['run', 'make it add', ...scene.here, '--json', '--yes', '--improve', '0']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const events = expectEvents(ended.stdout);
    const commits = commitsOn(scene.target, 'pawl/make-it-add');
    expect(ofType(events, 'commit.created').map((event) => event.sha)).toEqual(commits.toReversed());
    expect(git(scene.target, 'log', '--format=%s', '--name-only', '--reverse', 'main..pawl/make-it-add')).toMatch(
      /^fix: make add add\n\nadd\.js\ndocs: Say what add is for\n\nREADME\.md\n$/,
    );
  });

  test('waits for a person without --yes, goes on with yes and ends with no', async ({ place }) => {
    const run = async (answer: string) => {
      const scene = await setting(place, planned([fix]));
      const asked = await place.pawl(['run', 'make it add', ...scene.here, '--json', '--improve', '0']);
      expect(asked).toMatchObject({ code: 3, stderr: '' });
      expect(expectEvents(asked.stdout).at(-1)).toMatchObject({ type: 'handed.over' });
      expect(asked.events.at(-1)?.question).toMatch(/Proceed/);
      const status = await place.pawl(['status', asked.run, ...scene.here, '--json']);
      expect(status.lines).toMatchObject([{ status: 'waiting', question: asked.events.at(-1)?.question }]);
      const answered = await place.pawl(['answer', asked.run, answer, ...scene.here, '--json']);
      return { scene, answered };
    };
    const [yes, no] = await Promise.all([run('yes'), run('no')]);
    expect(yes.answered).toMatchObject({ code: 0, stderr: '' });
    expect(commitsOn(yes.scene.target, 'pawl/make-it-add')).toHaveLength(1);
    expect(no.answered).toMatchObject({ code: 4, stderr: '' });
    expect(no.answered.events.at(-1)).toMatchObject({ type: 'run.finished', status: 'cancelled', exit_code: 4 });
    expect(branches(no.scene.target)).toEqual(['main']);
  });

  test('is improved once by default, as the improver proposes', async ({ place }) => {
    const improvement = {
      ...{ title: docs.title, category: 'documentation', impact: 'high', effort_hours: 0.5 },
      acceptance: docs.acceptance,
    };
    const scene = await setting(place, planned([fix], [improvement]));
    const ended = await place.pawl(['run', 'make it add', ...scene.here, '--json', '--yes']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'improvement.proposed')).toMatchObject([{ category: 'documentation', impact: 'high' }]);
    expect(ofType(events, 'message.sent').map((event) => event.kind)).toContain('IMPROVEMENT_TASK');
    expect(commitsOn(scene.target, 'pawl/make-it-add')).toHaveLength(2);
  });
});

describe.concurrent('a developer who hands over', () => {
  test('hands over to the next tier, and from the top tier to a person whose answer goes on', async ({ place }) => {
    const question = 'Should add take two numbers or many?';
    const scene = await setting(place, (request) =>
      promptOf(request).includes('just two')
        ? turns([write('add.js', right), write('edges.test.js', edges), finish()])(request)
        : turns([handOver(question)])(request),
    );
    const asked = await place.pawl(['run', 'make it add', ...scene.here, '--json', '--yes', '--plan', 'single']);
    expect(asked).toMatchObject({ code: 3, stderr: '' });
    const events = expectEvents(asked.stdout);
    expect(ofType(events, 'tier.escalated')).toMatchObject([{ from: 'cheap', to: 'smart' }]);
    expect(events.at(-1)).toMatchObject({ type: 'handed.over', question });

    const answered = await place.pawl(['answer', asked.run, 'just two', ...scene.here, '--json']);
    expect(answered).toMatchObject({ code: 0, stderr: '' });
    expectEvents(answered.stdout, { from: (events.at(-1)?.seq ?? 0) + 1 });
    expect(commitsOn(scene.target, 'pawl/make-it-add')).toHaveLength(1);
  });

  test('says in words how to answer', async ({ place }) => {
    const scene = await setting(place, turns([handOver('Which one?')]), { files: adder });
    const ended = await place.pawl(['run', 'make it add', ...scene.here, '--yes', '--plan', 'single']);
    expect(ended.code).toBe(3);
    expect(ended.stdout).toMatch(/waiting for you: Which one\?\n.*pawl answer \S+ "<text>" --target/);
  });
});

describe.concurrent('a run that is under way', () => {
  test('takes an answer as a hint for its next step', async ({ place }) => {
    let go: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      go = resolve;
    });
    const scene = await setting(place, async (request) => {
      const said = JSON.stringify(request.messages);
      if (said.includes('A person says: use a plus')) return { calls: [write('add.js', right), finish()] };
      if (!said.includes('assistant')) await told;
      return { calls: [read('add.js')] };
    });
    const running = place.start(['run', 'make it add', ...scene.here, '--json', '--yes', '--plan', 'single']);
    await expect.poll(() => scene.server.requests.length, { timeout: 30_000 }).toBe(1);
    const status = await place.pawl(['status', ...scene.here, '--json']);
    const run = JSON.stringify(status.lines).match(/\d{8}-\d{6}-[0-9a-f]{4}/)?.[0] ?? '';
    const answered = await place.pawl(['answer', run, 'use a plus', ...scene.here, '--json']);
    expect(answered).toMatchObject({ code: 0, stderr: '' });
    go();
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ofType(ended.events, 'answer.given')).toMatchObject([{ text: 'use a plus' }]);
    expect(ofType(ended.events, 'attempt.started')).toHaveLength(1);
  });
});
