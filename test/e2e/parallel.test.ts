import { describe, expect } from 'vitest';
import type { Script } from '../../src/faces/demo/model-server.ts';
import { outputOf } from '../../src/faces/demo/role-answer.ts';
import { ofType } from './support/contract.ts';
import { deliver, finish, promptOf, turns, write } from './support/model.ts';
import { type Place, type Printed, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { git } from './support/repo.ts';
import { setting } from './support/single.ts';

const names = ['one', 'two', 'three'];
const branch = 'pawl/add-three-numbers';

const testOf = (name: string, value: number) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from './${name}.js';

test('${name} is ${value}', () => assert.equal(${name}(), ${value}));
`;

const planned = names.map((name) => ({
  title: `Add the number ${name}`,
  kind: 'feature',
  acceptance: [`${name}() gives its number`],
  effort_hours: 1,
}));

/** Three tasks that know nothing of each other, by a model that takes its time. */
const apart: Script = (request) => {
  if (outputOf(request).includes('tasks')) return { calls: [deliver({ tasks: planned })] };
  const value = names.findIndex((name) => promptOf(request).includes(`Add the number ${name}`)) + 1;
  const name = names[value - 1] ?? '';
  const code = `/** The number ${value}. */\nexport const ${name} = () => ${value};\n`;
  const calls = [write(`${name}.js`, code), write(`${name}.test.js`, testOf(name, value)), finish()];
  return { ...turns(calls)(request), delay_ms: 1500 };
};

/** All three add a line at the same place. */
const together: Script = (request) => {
  const answer = apart(request);
  const name = names.find((one) => promptOf(request).includes(`# Task\nAdd the number ${one}`));
  if (outputOf(request).includes('tasks') || name === undefined || !('calls' in answer)) return answer;
  const known = [...promptOf(request).matchAll(/^[ +](export \* from .*)$/gm)].map(([, line]) => `${line}\n`);
  const list = [...new Set([...known, `export * from './${name}.js';\n`])].join('');
  return { ...answer, calls: [write('index.js', list), ...(answer.calls ?? [])] };
};

const start = async (place: Place, script: Script, ...more: string[]) => {
  const scene = await setting(place, script, { files: { ...adder, 'add.js': right } });
  const ended = await place.pawl([
    ...['run', 'add three numbers', ...scene.here, '--json', '--yes', '--improve', '0'],
    ...more,
  ]);
  return { scene, ended };
};

/** How many attempts were under way at the same time, at most. */
function mostAtOnce(events: Printed[]): number {
  const counts = events.map((_, index) => {
    const before = events.slice(0, index + 1);
    return ofType(before, 'attempt.started').length - ofType(before, 'attempt.finished').length;
  });
  return Math.max(...counts);
}

describe.concurrent('--parallel', () => {
  test('works on tasks at the same time, and commits each on top of the others as it was judged there', async ({
    place,
  }) => {
    const { scene, ended } = await start(place, apart, '--parallel', '3');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(mostAtOnce(ended.events)).toBe(3);
    const commits = git(scene.target, 'log', '--format=%s', `main..${branch}`).trim().split('\n');
    expect(commits).toHaveLength(3);
    const files = git(scene.target, 'diff', '--name-only', `main..${branch}`).trim().split('\n');
    expect(files).toEqual(names.flatMap((name) => [`${name}.js`, `${name}.test.js`]).sort());
    expect(ofType(ended.events, 'change.merged').length).toBeGreaterThanOrEqual(2);
    expect(ofType(ended.events, 'verdict.reached').at(-1)?.verdict).toMatchObject({ tests: { total: 4 } });
  });

  test('keeps both sides of changes that conflict', async ({ place }) => {
    const { scene, ended } = await start(place, together, '--parallel', '3');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const conflicts = ofType(ended.events, 'change.merged').filter(({ tree }) => tree === null);
    expect(conflicts[0]).toMatchObject({ conflicts: ['index.js'] });
    const lines = git(scene.target, 'show', `${branch}:index.js`).trim().split('\n').sort();
    expect(lines).toEqual(names.map((name) => `export * from './${name}.js';`).sort());
  });
});
