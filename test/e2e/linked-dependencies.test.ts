import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { finish, ladder, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { put } from './support/repo.ts';

/** Passes only where it cannot read the user's file through the dependencies. */
const prying = (path: string) => `import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { add } from './add.js';
test('two and three make five', () => assert.equal(add(2, 3), 5));
test('it sees nothing of the user', () => assert.equal(existsSync(${JSON.stringify(path)}), false));
`;

/** A repository whose dependencies are ignored by git, as they are, and a folder of the user with a file in it. */
async function scene(place: Place, test: string, more = '') {
  const target = place.repo({ ...adder, 'add.test.js': test, '.gitignore': 'node_modules\n.venv\nvenv\n' });
  const mine = join(place.dir, 'home', 'mine');
  mkdirSync(mine, { recursive: true });
  writeFileSync(join(mine, 'secret.txt'), 'hunter2');
  const server = await place.models(turns([write('add.js', right), finish('It adds.')]));
  const here = ['--target', target, '--config', place.file('pawl.yaml', ladder(server.url, more))];
  return { target, mine, server, here };
}

describe.concurrent('dependencies that are a link out of the repository', () => {
  for (const name of ['node_modules', '.venv', 'venv'])
    test(`are refused as ${name}, before a model is called or anything is written`, async ({ place }) => {
      const { target, mine, server, here } = await scene(place, prying(`./${name}/secret.txt`));
      symlinkSync(mine, join(target, name));
      const refusal = `${target}/${name} is a link to ${mine}, which would be visible to the tests`;
      const ended = await place.pawl(['run', 'make it add', ...here, '--yes', '--plan', 'single']);
      expect(ended).toMatchObject({ code: 8, stderr: expect.stringContaining(refusal) });
      expect(server.requests).toEqual([]);
      expect(existsSync(place.state(target))).toBe(false);
      put(target, { 'add.js': right });
      const judged = await place.pawl(['verify', ...here]);
      expect(judged).toMatchObject({ code: 8, stderr: expect.stringContaining(`name ${name} in tests.bind`) });
    });

  test('are shown where tests.bind of the user names them', async ({ place }) => {
    const seeing = prying('./node_modules/secret.txt').replace('), false)', '), true)');
    const { target, mine, here } = await scene(place, seeing, 'tests: { bind: ["node_modules"] }\n');
    symlinkSync(mine, join(target, 'node_modules'));
    put(target, { 'add.js': right });
    expect(await place.pawl(['verify', ...here])).toMatchObject({ code: 0 });
  });

  test('may lead to other dependencies of the repository', async ({ place }) => {
    const { target, here } = await scene(place, prying('./secret.txt'));
    mkdirSync(join(target, 'deps/node_modules/a'), { recursive: true });
    symlinkSync('deps/node_modules', join(target, 'node_modules'));
    put(target, { 'add.js': right });
    expect(await place.pawl(['verify', ...here])).toMatchObject({ code: 0 });
  });
});

describe.concurrent('a link inside the dependencies', () => {
  test('that leads out of the repository shows nothing of the host', async ({ place }) => {
    const { target, mine, here } = await scene(place, prying('./node_modules/evil/secret.txt'));
    mkdirSync(join(target, 'node_modules/@scope'), { recursive: true });
    mkdirSync(join(target, 'node_modules/.store'));
    for (const path of ['evil', '@scope/evil', '.store/evil', '.evil'])
      symlinkSync(mine, join(target, 'node_modules', path));
    put(target, {
      'add.js': right,
      'add.test.js': ['evil', '@scope/evil', '.store/evil', '.evil'].reduce(
        (text, path) =>
          `${text}test('nor ${path}', () => assert.equal(existsSync('./node_modules/${path}/secret.txt'), false));\n`,
        prying('./node_modules/evil/secret.txt'),
      ),
    });
    const judged = await place.pawl(['verify', ...here, '--unlock', 'add.test.js', '--json']);
    expect(judged, judged.stdout).toMatchObject({ code: 0 });
  });

  test('that stays in the repository works, as a workspace and pnpm have them', async ({ place }) => {
    const importing = `${adder['add.test.js']}\nimport { seven } from 'numbers';\ntest('seven', () => assert.equal(seven, 7));\n`;
    const { target, here } = await scene(place, importing);
    put(target, {
      'add.js': right,
      'node_modules/.pnpm/numbers@1/node_modules/numbers/package.json':
        '{ "name": "numbers", "type": "module", "exports": "./index.js" }',
      'node_modules/.pnpm/numbers@1/node_modules/numbers/index.js': 'export const seven = 7;\n',
    });
    symlinkSync('.pnpm/numbers@1/node_modules/numbers', join(target, 'node_modules/numbers'));
    expect(await place.pawl(['verify', ...here])).toMatchObject({ code: 0 });
  });
});
