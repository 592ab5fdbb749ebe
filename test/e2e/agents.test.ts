import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { finish, run, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { edges, right } from './support/projects.ts';
import { runSingle, setting } from './support/single.ts';

const solve = turns([write('add.js', right), write('edges.test.js', edges), run('node --test'), finish('It adds.')]);
const cycle =
  '## REACT_CYCLE\n### Typical thoughts\n- t\n### Specific actions\n### Done criteria\n- d\n### Escalation triggers\n- e\n';
const agent = (head: string): string => `---\n${head}\n---\nYou are the one of this house.\n${cycle}`;
const developer = 'id: developer\ndescription: Mine.\nactions: [read, write, run, finish]';

/** A repository with a sound agent file and one that says who thinks for it, and a user with a broken one. */
async function settled(place: Place) {
  const scene = await setting(place, solve);
  const put = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const files = {
    developer: put(join(scene.target, '.pawl/agents/mine.agent.md'), agent(developer)),
    greedy: put(
      join(scene.target, '.pawl/agents/reviewer.agent.md'),
      agent('id: reviewer\ndescription: x\ntier: smart\nactions: [finish]'),
    ),
    broken: put(join(place.dir, 'config/pawl/agents/scout.agent.md'), agent('id: scout\nactions: [finish, fly]')),
  };
  return { ...scene, files, say: (...words: string[]) => place.pawl(['agents', ...words, ...scene.here]) };
}

describe.concurrent('agent files', () => {
  test('are listed with where they come from; a bad one takes nobody’s place', async ({ place }) => {
    const { say, files } = await settled(place);
    const { code, stdout } = await say('list', '--json');
    expect(code).toBe(0);
    const { agents, errors } = JSON.parse(stdout);
    const sources = Object.fromEntries(agents.map(({ id, source }: Record<string, string>) => [id, source]));
    expect(sources).toMatchObject({ developer: files.developer, reviewer: 'built-in', planner: 'built-in' });
    expect(errors).toHaveLength(4);
    const table = await say('list');
    expect(table.stdout).toMatch(/^AGENT +TIER +SOURCE +DESCRIPTION\n/);
    expect(table.stdout).toContain(`ignored  ${files.greedy}:4: \`tier\` cannot be set by the repository`);
  });

  test('are checked, all or those that are named, with a line for each fault and exit code 2', async ({ place }) => {
    const { say, files } = await settled(place);
    const all = await say('check');
    expect(all).toMatchObject({ code: 2, stderr: '' });
    expect(all.stdout.split('\n')).toEqual([
      `${files.broken}:2: \`description\` is missing`,
      expect.stringContaining(`${files.broken}:3: unknown action 'fly'`),
      `${files.broken}:3: the last of the actions must be finish`,
      expect.stringContaining(`${files.greedy}:4: \`tier\` cannot be set by the repository`),
      '',
    ]);
    expect(await say('check', files.developer)).toMatchObject({
      code: 0,
      stdout: '1 agent file checked: no errors\n',
    });
    expect((await say('check', files.broken, '--json')).lines).toMatchObject([{ ok: false, checked: 1 }]);
    expect(await say('check', 'no-such.agent.md')).toMatchObject({ code: 2 });
  });

  test('that a run can use are used, and it says what it leaves out', async ({ place }) => {
    const scene = await settled(place);
    const ended = await runSingle(place, scene);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain(`note: this agent file is ignored: ${scene.files.greedy}:4: `);
    expect(JSON.stringify(scene.server.requests[0]?.messages[0])).toContain('You are the one of this house.');
    const doctor = await place.pawl(['doctor', '--json', ...scene.here]);
    expect(doctor).toMatchObject({ code: 0, lines: [{ ok: true }] });
    expect(doctor.stdout).toContain(`${scene.files.greedy}:4: `);
  });
});
