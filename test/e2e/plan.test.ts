import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { Script } from '../../src/faces/demo/model-server.ts';
import { ofType } from './support/contract.ts';
import { deliver, finish, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { right } from './support/projects.ts';
import { commitsOn } from './support/repo.ts';
import { setting } from './support/single.ts';
import { terminal } from './support/terminal.ts';

const fix = { title: 'Make add add', kind: 'fix', acceptance: ['two and three make five'], effort_hours: 1 };
const docs = { title: 'Say what add is for', kind: 'docs', acceptance: ['the README tells'], effort_hours: 0.5 };

/** Plans two tasks, and one once a person said that the second is not needed. */
const planner: Script = (request) => {
  if (!JSON.stringify(request.tools).includes('depends_on')) return turns([write('add.js', right), finish()])(request);
  const revised = JSON.stringify(request.messages).includes('leave the README alone');
  return turns([deliver({ tasks: revised ? [fix] : [fix, { ...docs, depends_on: [1] }] })])(request);
};

describe.concurrent('a plan', () => {
  const reason = spawnSync('script', ['--version']).status !== 0;
  test.skipIf(reason)(
    'is edited, corrected and changed by words at a terminal until the person agrees (needs script)',
    async ({ place }) => {
      const scene = await setting(place, planner);
      const editor = place.file(
        'editor',
        `#!/bin/sh
if grep -q 't7$' "$1"; then sed -i 's/- t7$/- t1/; s/Say what add is for/Say what add does/' "$1"
else sed -i 's/- t1$/- t7/' "$1"; fi
`,
      );
      chmodSync(editor, 0o755);
      const at = terminal(place, ['run', 'make it add', ...scene.here, '--improve', '0'], editor);
      await at.shows('t2 docs: Say what add is for (after t1)', 'Proceed?');
      at.types('edit');
      await at.shows('it depends on t7, which is no task of the plan', 'The plan is unchanged', 'Proceed?');
      at.types('edit');
      await at.shows('as you edited it', 't2 docs: Say what add does (after t1)', 'Proceed?');
      at.types('leave the README alone');
      await at.shows('plan      1 task', 'Proceed?');
      at.types('yes');
      expect(await at.ended, at.screen()).toBe(0);
      expect(at.screen()).toMatch(/plan\.yaml:\d+: it depends on t7/);
      expect(commitsOn(scene.target, 'pawl/make-it-add')).toHaveLength(1);
      const asked = scene.server.requests.map((request) => JSON.stringify(request.messages));
      expect(asked.some((text) => text.includes('leave the README alone') && text.includes('Say what add does'))).toBe(
        true,
      );

      const run = /\d{8}-\d{6}-[0-9a-f]{4}/.exec(at.screen())?.[0] ?? '';
      const { events } = await place.pawl(['log', run, ...scene.here, '--json']);
      expect(ofType(events, 'plan.proposed').map(({ by, tasks }) => [by, (tasks as unknown[]).length])).toEqual([
        [undefined, 2],
        ['person', 2],
        [undefined, 1],
      ]);
    },
  );

  test('is changed by the words of pawl answer, and asked about again', async ({ place }) => {
    const scene = await setting(place, planner);
    const asked = await place.pawl(['run', 'make it add', ...scene.here, '--json', '--improve', '0']);
    const changed = await place.pawl(['answer', asked.run, 'ok, but leave the README alone', ...scene.here, '--json']);
    expect(changed).toMatchObject({ code: 3, stderr: '' });
    expect(changed.events.at(-1)).toMatchObject({ type: 'handed.over', question: expect.stringMatching(/this task/) });
    const agreed = await place.pawl(['answer', asked.run, 'ok', ...scene.here, '--json']);
    expect(agreed).toMatchObject({ code: 0, stderr: '' });
    expect(commitsOn(scene.target, 'pawl/make-it-add')).toHaveLength(1);
  });
});
