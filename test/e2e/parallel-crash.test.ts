import { describe, expect } from 'vitest';
import type { Script } from '../../src/faces/demo/model-server.ts';
import { outputOf } from '../../src/faces/demo/role-answer.ts';
import { ofType } from './support/contract.ts';
import { stateOf } from './support/crash.ts';
import { deliver, finish, promptOf, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { git } from './support/repo.ts';
import { setting } from './support/single.ts';

/** `PAWL_SWEEP=all` tries every message that is sent or received; otherwise one of each. */
const points = process.env.PAWL_SWEEP === 'all' ? Array.from({ length: 12 }, (_, index) => index + 1) : [4, 9];
const minutes = 60_000;
const names = ['one', 'two'];
const branch = 'pawl/add-two-numbers';

const tasks = names.map((name) => ({
  title: `Add the number ${name}`,
  kind: 'feature',
  acceptance: [`${name}() gives its number`],
  effort_hours: 1,
}));

const script: Script = (request) => {
  if (outputOf(request).includes('tasks')) return { calls: [deliver({ tasks })] };
  const value = names.findIndex((name) => promptOf(request).includes(`Add the number ${name}`)) + 1;
  const name = names[value - 1] ?? '';
  const code = `/** The number ${value}. */\nexport const ${name} = () => ${value};\n`;
  const tested = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from './${name}.js';

test('${name} is ${value}', () => assert.equal(${name}(), ${value}));
`;
  return turns([write(`${name}.js`, code), write(`${name}.test.js`, tested), finish()])(request);
};

describe('kill -9 between the messages of tasks side by side', () => {
  test.for(points)(
    'at message %i, then resume: none is lost, none handled twice, and every task is committed once',
    { timeout: 5 * minutes },
    async (point, { place }) => {
      const { target, events } = await killed(place, point);
      const sent = ofType(events, 'message.sent');
      const received = ofType(events, 'message.received');
      expect(received.map(({ message }) => Number(message)).sort(byNumber)).toEqual(
        sent.map(({ seq }) => seq).sort(byNumber),
      );
      for (const name of ['t1', 't2'])
        expect(sent.filter(({ task }) => task === name).map(({ kind }) => kind)).toEqual([
          'TASK_ASSIGNED',
          'PR_SUBMITTED',
          'TASK_COMPLETED',
        ]);
      const commits = ofType(events, 'commit.created');
      expect(commits.map(({ task }) => task).sort()).toEqual(['t1', 't2']);
      expect(git(target, 'log', '--format=%s', `main..${branch}`).trim().split('\n')).toHaveLength(2);
      expect(events.at(-1)).toMatchObject({ type: 'run.finished', exit_code: 0 });
    },
  );
});

const byNumber = (one: number, other: number): number => one - other;

/** Starts the run, which dies once so many messages stand in the journal, and goes on with it to its end. */
async function killed(place: Place, point: number) {
  const { target, here } = await setting(place, script, { files: { ...adder, 'add.js': right } });
  const env = stateOf(place, `message-${point}`);
  const options = [...here, '--json', '--yes'];
  const start = ['run', 'add two numbers', ...options, '--improve', '0', '--parallel', '2'];
  const first = await place.pawl(start, { env: { ...env, PAWL_CRASH_AT: `after:message.#${point}` } });
  expect(first.signal).toBe('SIGKILL');
  const resumed = await place.pawl(['resume', ...options], { env });
  expect(resumed.code).toBe(0);
  const { events } = await place.pawl(['log', resumed.run, ...here, '--json'], { env });
  return { target, events };
}
