import { describe, expect } from 'vitest';
import type { Answer, ServedRequest } from '../../src/faces/demo/model-server.ts';
import { outputOf, roleAnswer } from '../../src/faces/demo/role-answer.ts';
import { ofType } from './support/contract.ts';
import { finish, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { right } from './support/projects.ts';
import { commitsOn } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

const solve = turns([write('add.js', right), finish()]);
const branch = 'pawl/make-it-add';
const onlyReview = ['review', 'deliver', 'learn', 'accept', 'report'];

describe.concurrent('a run that ended for want of something', () => {
  test('for a refused key goes on with the review alone once the key is right', async ({ place }) => {
    let refuses = true;
    const asked: string[] = [];
    const roles = (request: ServedRequest): Answer | null => {
      if (!outputOf(request).includes('findings')) return roleAnswer(request);
      asked.push(outputOf(request).includes('quality') ? 'reviewer' : 'auditor');
      if (refuses) return { fault: { kind: 'status', status: 401, body: '{"error":{"message":"no such key"}}' } };
      return roleAnswer(request);
    };
    const scene = await setting(place, solve, { roles });
    const ended = await runSingle(place, scene);
    expect(ended.code).toBe(8);

    refuses = false;
    const before = asked.length;
    const resumed = await place.pawl(['resume', ended.run, ...scene.here, '--yes', '--json']);
    expect(resumed.code).toBe(0);
    expect(ofType(resumed.events, 'run.resumed')).toMatchObject([{ reopened: true }]);
    expect(ofType(resumed.events, 'step.started').map(({ step }) => step)).toEqual(onlyReview);
    expect(asked.slice(before)).toEqual(['auditor', 'reviewer']);
    expect(ofType(resumed.events, 'review.scored')).toMatchObject([{ by: 'models', decision: 'approve' }]);
    expect(commitsOn(scene.target, branch)).toHaveLength(1);
    const status = await place.pawl(['status', ended.run, ...scene.here, '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ status: 'completed', exit_code: 0, branch });
    const again = await place.pawl(['resume', ended.run, ...scene.here]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('there is nothing to resume');
  });

  test('for a key that the planner needs ends at once, without a plan to confirm, and plans once it is right', async ({
    place,
  }) => {
    let refuses = true;
    const refusal: Answer = { fault: { kind: 'status', status: 401, body: '{"error":{"message":"no such key"}}' } };
    const scene = await setting(place, (request) => (refuses ? refusal : solve(request)), {
      roles: (request) => (refuses ? refusal : roleAnswer(request)),
    });
    const ended = await place.pawl(['run', 'make it add', ...scene.here, '--json', '--improve', '0']);
    expect(ended.code).toBe(8);
    expect(ofType(ended.events, 'plan.proposed')).toEqual([]);
    expect(ofType(ended.events, 'run.finished')).toMatchObject([
      {
        status: 'unfit',
        next: `pawl resume ${ended.run}`,
        reason: expect.stringMatching(/rejected .*put a valid key/),
      },
    ]);
    refuses = false;
    const resumed = await place.pawl(['resume', ended.run, ...scene.here, '--json']);
    expect(resumed.code).toBe(3);
    expect(ofType(resumed.events, 'plan.proposed')).toHaveLength(1);
  });

  test('because its models could not answer goes on with the first of them once it can', async ({ place }) => {
    let isDown = true;
    const script = (request: ServedRequest): Answer =>
      isDown ? { fault: { kind: 'status', status: 500, body: '{"error":{"message":"down"}}' } } : solve(request);
    const scene = await setting(place, script, { more: 'limits: { outage_minutes: 0 }\n' });
    const ended = await runSingle(place, scene, '--review', 'checks');
    expect(ended.code).toBe(1);
    expect(ofType(ended.events, 'run.finished')).toMatchObject([
      {
        status: 'failed',
        next: `pawl resume ${ended.run}`,
        reason: expect.stringContaining('HTTP 500: down; try again'),
      },
    ]);
    isDown = false;
    const resumed = await place.pawl(['resume', ended.run, ...scene.here, '--yes', '--json']);
    expect(resumed.code).toBe(0);
    expect(ofType(resumed.events, 'run.finished')).toMatchObject([{ status: 'completed', tier: 'cheap', attempts: 1 }]);
    expect(commitsOn(scene.target, branch)).toHaveLength(1);
  });

  test('for its budget goes on with a higher one, and says which flag that is', async ({ place }) => {
    const scene = await setting(place, (request) => ({ ...solve(request), usage: { input: 100, output: 8192 } }));
    const ended = await runSingle(place, scene, '--budget', '0.0125');
    expect(ended.code).toBe(5);
    const refused = await place.pawl(['resume', ended.run, ...scene.here, '--yes']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`pawl resume ${ended.run} --budget `);
    const resumed = await place.pawl(['resume', ended.run, ...scene.here, '--yes', '--json', '--budget', '2']);
    expect(resumed.code).toBe(0);
    expect(ofType(resumed.events, 'run.resumed')).toMatchObject([{ reopened: true, limits: { run_usd: 2 } }]);
    expect(ofType(resumed.events, 'step.started').map(({ step }) => step)).toEqual(onlyReview);
    expect(commitsOn(scene.target, branch)).toHaveLength(1);
  });
});
