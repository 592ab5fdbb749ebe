import { describe, expect } from 'vitest';
import type { Answer, ServedRequest } from '../../src/faces/demo/model-server.ts';
import { outputOf, roleAnswer } from '../../src/faces/demo/role-answer.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { attempts, deliver, finish, read, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { edges, right } from './support/projects.ts';
import { commitsOn, git } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

type Say = (request: ServedRequest) => Answer;

const solve = turns([write('add.js', right), finish()]);
const branch = 'pawl/make-it-add';
const refusing = (): Answer => ({
  fault: { kind: 'status', status: 401, body: '{"error":{"message":"no such key"}}' },
});
const stopping = turns(
  [read('add.js')],
  [
    {
      name: 'read',
      input: { ...read('add.js').input, reflection: 'a + b', decision: 'escalate', reason: 'a person must look' },
    },
  ],
);

/** What the auditor says, and the reviewer; the others of the house say nothing that matters. */
const saying =
  (auditor: Say, reviewer: Say = (request) => roleAnswer(request) as Answer) =>
  (request: ServedRequest): Answer | null => {
    const output = outputOf(request);
    if (output.includes('quality')) return reviewer(request);
    return output.includes('findings') ? auditor(request) : roleAnswer(request);
  };

describe.concurrent('a change that nobody reviewed', () => {
  test('is not committed where no key is right: exit 8, and the work is kept', async ({ place }) => {
    const scene = await setting(place, solve, { roles: saying(refusing, refusing) });
    const ended = await runSingle(place, scene);
    expect(ended.code).toBe(8);
    expect(ofType(ended.events, 'review.scored')).toEqual([]);
    expect(ofType(ended.events, 'run.finished')[0]?.reason).toContain('nobody reviewed the change');
    expect(ofType(ended.events, 'commit.created')).toMatchObject([{ branch: `${branch}-wip`, partial: true }]);
    expect(git(scene.target, 'log', '-1', '--format=%B', `${branch}-wip`)).toContain('Unfinished: its tests pass');
  });

  test('waits for a person where the auditor asks for one; a yes commits it, and it says that nobody looked', async ({
    place,
  }) => {
    const scene = await setting(place, solve, { roles: saying(stopping) });
    const asked = await place.pawl(['run', 'make it add', ...scene.here, '--plan', 'single'], { input: 'yes\n' });
    expect(asked.code).toBe(3);
    expect(asked.stdout).toContain('asks for a person: a person must look');
    const [run = ''] = /\d{8}-\d{6}-\w{4}/.exec(asked.stdout) ?? [];
    const answered = await place.pawl(['answer', run, 'yes', ...scene.here, '--json']);
    expect(answered.code).toBe(0);
    expect(commitsOn(scene.target, branch)).toHaveLength(1);
    expect(git(scene.target, 'log', '-1', '--format=%B', branch)).toContain('Pawl-Review: not reviewed');
    expect(answered.stdout).toContain('tested and committed, not reviewed');
  });

  test('is refused where nobody can be asked: exit 7, and the work is kept', async ({ place }) => {
    const scene = await setting(place, solve, { roles: saying(stopping) });
    const ended = await runSingle(place, scene);
    expect(ended.code).toBe(7);
    expect(ofType(ended.events, 'review.missing')).toMatchObject([
      { missing: [{ part: 'audit', cause: 'escalation' }] },
    ]);
    expect(ofType(ended.events, 'commit.created')).toMatchObject([{ partial: true }]);
  });

  test('is reviewed by the next tier where the first cannot', async ({ place }) => {
    const { requests, roles } = failingFirst();
    const scene = await setting(place, solve, { roles });
    const ended = await runSingle(place, scene);
    expect(ended.code).toBe(0);
    expect(ofType(ended.events, 'review.scored')).toMatchObject([{ by: 'models', decision: 'approve' }]);
    expect(new Set(requests.map(({ model }) => model)).size).toBe(2);
    expectEvents(ended.stdout);
  });

  test('reads so everywhere where checks alone were wanted, or nothing', async ({ place }) => {
    const scene = await setting(place, solve);
    const checks = await place.pawl([
      'run',
      'make it add',
      ...scene.here,
      '--yes',
      '--plan',
      'single',
      '--review',
      'checks',
    ]);
    expect(checks.code).toBe(0);
    expect(checks.stdout).toContain('checks passed, 100/100; no model reviewed it');
    expect(git(scene.target, 'log', '-1', '--format=%B', branch)).toContain('100, checks only, nobody reviewed it');
    const off = await setting(place, solve);
    const unreviewed = await runSingle(place, off, '--review', 'off');
    expect(git(off.target, 'log', '-1', '--format=%B', branch)).toContain('Pawl-Review: not reviewed');
    expect(ofType(unreviewed.events, 'task.finished')[0]?.reason).toBe('tested and committed, not reviewed');
  });
});

/** An auditor whose first tier refuses to look. */
function failingFirst() {
  const requests: ServedRequest[] = [];
  const roles = saying((request) => {
    requests.push(request);
    if (requests.length === 1) return { fault: { kind: 'refuse' } };
    return turns([deliver({ findings: [] })])(request);
  });
  return { requests, roles };
}

describe.concurrent('acceptance criteria', () => {
  const proofs = [{ criterion: 1, by: 'test', name: 'zero is nothing' }];
  const acceptance = ['adding zero changes nothing', 'it reads well'];
  const tasks = [{ title: 'Make add add', kind: 'fix', acceptance, proofs, effort_hours: 1 }];
  const planning = (request: ServedRequest): Answer | null =>
    outputOf(request).includes('tasks') ? turns([deliver({ tasks })])(request) : null;

  test('whose proof nobody wrote refuse the change; the test that shows one counts, and what none shows is said', async ({
    place,
  }) => {
    const named = deliver({ summary: 'It adds.', proofs: [{ criterion: 1, test: 'nothing can be added' }] });
    const first = turns([write('add.js', right), write('edges.test.js', edges), finish()]);
    const second = turns([named]);
    const scene = await setting(place, attempts(first, second), {
      roles: (request) => planning(request) ?? roleAnswer(request),
    });
    const ended = await place.pawl(['run', 'make it add', ...scene.here, '--yes', '--json', '--improve', '0']);
    expect(ended.code).toBe(0);
    const [refused, approved] = ofType(ended.events, 'review.scored');
    expect(refused).toMatchObject({ score: 90, decision: 'request_changes' });
    expect(refused?.blocking).toEqual([expect.stringContaining('no test "zero is nothing" ran')]);
    expect(approved).toMatchObject({ decision: 'approve', breakdown: { acceptance: 5 } });
    expect(ofType(ended.events, 'criteria.checked')).toMatchObject([
      {
        judged: true,
        failures: [],
        criteria: [{ state: 'proven', name: 'nothing can be added' }, { state: 'unproven' }],
      },
    ]);
    const message = git(scene.target, 'log', '-1', '--format=%B', branch);
    expect(message).toContain('1 of 2 criteria proven.');
    const report = await place.pawl(['report', ended.run, ...scene.here]);
    expect(report.stdout).toContain('Accepted when: it reads well: not proven');
    expectEvents(ended.stdout);
  });
});
