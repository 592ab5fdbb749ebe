import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Answer, ServedRequest } from '../../src/faces/demo/model-server.ts';
import { outputOf, roleAnswer } from '../../src/faces/demo/role-answer.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { type Call, deliver, finish, promptOf, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, edges, right, wrong } from './support/projects.ts';
import { commitsOn, git } from './support/repo.ts';
import { engineering, playing, takesAway } from './support/roles.ts';
import { runSingle, setting } from './support/single.ts';

const branch = 'pawl/make-it-add';
const solve = turns([write('add.js', right), write('edges.test.js', edges), finish()]);

const once = (call: Call) => turns([call]);

function override(place: Place, target: string, text: string): void {
  for (const dir of [join(target, '.pawl/agents'), join(place.dir, 'config/pawl/agents')]) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'reviewer.agent.md'), text);
  }
}

const mine = `---
id: reviewer
description: Mine.
role: reviewer
contract:
  input: { type: object, required: [task, diff], properties: { task: { type: string }, diff: { type: string } } }
  output:
    type: object
    required: [quality, findings, summary, verse]
    properties:
      quality: { type: integer, minimum: 0, maximum: 30 }
      findings:
        type: array
        maxItems: 20
        items:
          type: object
          required: [file, line, severity, message]
          properties:
            file: { type: string }
            line: { type: integer, minimum: 1 }
            severity: { type: string, enum: [blocking, major, minor] }
            message: { type: string, minLength: 1 }
      summary: { type: string, minLength: 1, maxLength: 1200 }
      verse: { type: string }
actions: [read, finish]
---
You are the poet of this house, and you review in verse.

## REACT_CYCLE
### Typical thoughts
- Does it rhyme?
### Specific actions
### Done criteria
- It rhymes.
### Escalation triggers
- It does not.
`;

describe.concurrent('the roles of a run', () => {
  test('a reviewer of one’s own takes the place of the built-in one', async ({ place }) => {
    const findings = [{ file: 'add.js', line: 1, severity: 'minor', message: 'the rhythm limps' }];
    const scene = await setting(place, solve, {
      roles: playing({ verse: once(deliver({ quality: 22, findings, summary: 'Prose.', verse: 'It adds.' })) }),
    });
    override(place, scene.target, mine);
    const ended = await runSingle(place, scene);
    expect(ended).toMatchObject({ code: 0 });
    const asked = scene.server.requests.filter((request) => outputOf(request).includes('verse'));
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked[0]?.messages[0])).toContain('You are the poet of this house');
    expect(promptOf(asked[0] as ServedRequest)).toContain('+export');
    const [scored] = ofType(ended.events, 'review.scored');
    expect(scored).toMatchObject({ score: 92, breakdown: { code_quality: 22 } });
    expect(scored?.feedback).toContain('review: minor at add.js:1: the rhythm limps');
  });

  test('a reviewer who blocks sends the change back with file and line, and the next one is accepted', async ({
    place,
  }) => {
    const better = `${right}// Numbers only.\n`;
    const block = {
      quality: 20,
      findings: [{ file: 'add.js', line: 1, severity: 'blocking', message: 'it takes text' }],
    };
    const scene = await setting(
      place,
      (request) =>
        promptOf(request).includes('review: blocking at add.js:1: it takes text')
          ? turns([write('add.js', better), finish()])(request)
          : solve(request),
      {
        roles: playing({
          quality: (request) =>
            promptOf(request).includes('Numbers only')
              ? (roleAnswer(request) as Answer)
              : once(deliver({ ...block, summary: 'Not yet.' }))(request),
        }),
      },
    );
    const ended = await runSingle(place, scene);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ofType(expectEvents(ended.stdout), 'review.scored')).toMatchObject([
      { decision: 'request_changes', blocking: ['review: blocking at add.js:1: it takes text'] },
      { decision: 'approve', score: 100 },
    ]);
    expect(git(scene.target, 'show', `${branch}:add.js`)).toBe(better);
  });

  test('nobody is asked with --review off', async ({ place }) => {
    const scene = await setting(place, solve);
    expect((await runSingle(place, scene, '--review', 'off')).code).toBe(0);
    expect(scene.server.requests.filter((request) => roleAnswer(request) !== null)).toEqual([]);
  });

  test('the next developer reads what the analyst found', async ({ place }) => {
    const cause = { root_cause: 'add.js:1 takes b away', fix_strategy: 'put it on', confidence: 0.9 };
    const scene = await setting(
      place,
      (request) =>
        (promptOf(request).includes('add.js:1 takes b away; put it on')
          ? solve
          : turns([write('add.js', wrong), finish()]))(request),
      { roles: playing({ root_cause: once(deliver(cause)) }) },
    );
    const ended = await runSingle(place, scene);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ofType(ended.events, 'failure.analysed')[0]).toMatchObject(cause);
    expect(ofType(ended.events, 'attempt.started')).toHaveLength(2);
  });

  const feature = (place: Place, expected: number) =>
    setting(place, turns([write('take-away.js', `// Takes away.\n${takesAway}`), finish()]), {
      files: { ...adder, 'add.js': right },
      roles: engineering('take-away.test.js', expected),
    });

  test('a change without tests gets them from the test engineer, and is judged with them', async ({ place }) => {
    const scene = await feature(place, 2);
    const ended = await place.pawl(['run', 'make it add', ...scene.here, '--yes', '--json', '--plan', 'single']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'tests.written')).toMatchObject([{ files: ['take-away.test.js'] }]);
    expect(ofType(events, 'verdict.reached')).toHaveLength(2);
    expect(ofType(events, 'review.scored')).toMatchObject([{ score: 100 }]);
    expect(git(scene.target, 'diff', '--name-only', `main..${branch}`)).toBe('take-away.js\ntake-away.test.js\n');
    expect((await place.pawl(['diff', ended.run, ...scene.here])).stdout).toContain('+++ b/take-away.test.js');
  });

  test('a test of the test engineer that fails is left out, and sinks nothing', async ({ place }) => {
    const scene = await feature(place, 9);
    const ended = await runSingle(place, scene, '--review', 'off');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const warnings = ofType(ended.events, 'verdict.reached').at(-1)?.verdict as { warnings: string[] };
    expect(warnings.warnings.join('\n')).toMatch(/test_engineer: its tests were dropped.*take-away\.test\.js/);
    expect(git(scene.target, 'diff', '--name-only', `main..${branch}`)).toBe('take-away.js\n');
    expect((await place.pawl(['diff', ended.run, ...scene.here])).stdout).not.toContain('take-away.test.js');
  });

  test('a planner who asks makes the run wait, and goes on with the answer', async ({ place }) => {
    const question = 'Add numbers or texts?';
    const tasks = [{ title: 'Make add add', kind: 'fix', acceptance: ['it adds'], effort_hours: 1 }];
    const scene = await setting(place, (request) => {
      if (!outputOf(request).includes('tasks')) return solve(request);
      const told = promptOf(request).includes('numbers, please');
      return once(
        told ? deliver({ tasks }) : { name: 'request_info', input: { thought: 'Two ways.', question, context: '' } },
      )(request);
    });
    const asked = await place.pawl(['run', 'make it add', ...scene.here, '--json', '--yes', '--improve', '0']);
    expect(asked).toMatchObject({ code: 3, stderr: '' });
    expect(expectEvents(asked.stdout).at(-1)).toMatchObject({ type: 'handed.over', task: null, question });
    const again = await place.pawl(['resume', asked.run, ...scene.here, '--json', '--yes']);
    expect(again.code).toBe(3);
    const answered = await place.pawl(['answer', asked.run, 'numbers, please', ...scene.here, '--json', '--yes']);
    expect(answered).toMatchObject({ code: 0, stderr: '' });
    expect(commitsOn(scene.target, branch)).toHaveLength(1);
  });
});
