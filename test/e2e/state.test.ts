import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { attempts, finish, handOver, promptOf, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, right, wrong } from './support/projects.ts';
import { git, makeRepo } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

const solving = turns([write('add.js', right), finish('It adds.')]);
const inPackage = Object.fromEntries(Object.entries(adder).map(([path, text]) => [`packages/one/${path}`, text]));
const runsAt = async (place: Place, folder: string) =>
  ((await place.pawl(['status', '--target', folder, '--json'])).lines[0]?.runs ?? []) as { run: string }[];

describe.concurrent('what is known about a repository', () => {
  test('is the same in all of its folders and work trees, and nothing of it lies in them', async ({ place }) => {
    const scene = await setting(place, turns([write('add.js', right), finish()]), { files: inPackage });
    const linked = join(place.dir, 'linked');
    git(scene.target, 'worktree', 'add', '-q', '-b', 'other', linked);
    const scope = join(scene.target, 'packages/one');
    const config = scene.here.slice(2);
    const ended = await place.pawl([
      'run',
      'make it add',
      '--target',
      scope,
      ...config,
      '--yes',
      '--json',
      '--plan',
      'single',
    ]);
    expect(ended.code).toBe(0);
    for (const folder of [scene.target, scope, linked])
      expect(await runsAt(place, folder), folder).toMatchObject([{ run: ended.run, status: 'completed' }]);
    expect((await place.pawl(['undo', ended.run, '--target', linked])).code).toBe(0);
    expect(existsSync(join(place.state(scene.target), 'journal.db'))).toBe(true);
    for (const folder of [scene.target, scope, linked]) expect(existsSync(join(folder, '.pawl'))).toBe(false);
  });

  test('lets a run of a folder go on from the top, in its own folder', async ({ place }) => {
    const asking = (request: Parameters<typeof promptOf>[0]) =>
      promptOf(request).includes('just two')
        ? turns([write('add.js', right), finish()])(request)
        : turns([handOver('Two or many?')])(request);
    const scene = await setting(place, asking, { files: inPackage });
    const inScope = ['--target', join(scene.target, 'packages/one'), ...scene.here.slice(2)];
    const asked = await place.pawl(['run', 'make it add', ...inScope, '--yes', '--json', '--plan', 'single']);
    expect(asked.code).toBe(3);
    const answered = await place.pawl(['answer', asked.run, 'just two', ...scene.here, '--json']);
    expect(answered, answered.stderr).toMatchObject({ code: 0 });
    expect(git(scene.target, 'diff', '--name-only', 'main..pawl/make-it-add')).toBe('packages/one/add.js\n');
  });

  test('cannot be asked outside a repository, which is said in one line', async ({ place }) => {
    mkdirSync(join(place.dir, 'plain'));
    const ended = await place.pawl(['status', '--target', join(place.dir, 'plain')]);
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^pawl: .* is not inside a git repository: `pawl init` makes one\n$/),
    });
  });
});

describe.concurrent('a lesson', () => {
  const fix = 'Adding needs a plus between the two.';
  const learning = () =>
    attempts(turns([write('add.js', wrong), finish()]), turns([write('add.js', right), finish(fix)]));

  for (const shared of [false, true])
    test(`is ${shared ? 'shared by clones of an origin that the user lists' : 'kept from other clones'}`, async ({
      place,
    }) => {
      let script = learning();
      const origin = 'git@example.test:team/shop.git';
      const more = shared ? 'memory: { share_origins: ["https://example.test/team/shop"] }\n' : '';
      const scene = await setting(place, (request) => script(request), { more });
      const clone = makeRepo(join(place.dir, 'clone'), adder);
      for (const repo of [scene.target, clone]) git(repo, 'remote', 'add', 'origin', origin);
      expect((await runSingle(place, scene)).code).toBe(0);
      script = learning();
      const before = scene.server.requests.length;
      const second = await runSingle(place, { ...scene, here: ['--target', clone, '--config', scene.config] });
      expect(second.code).toBe(0);
      // The reviewer is told what the second run's own developer says.
      const prompts = scene.server.requests.slice(before).map(promptOf);
      const developers = prompts.filter((prompt) => !prompt.includes('# summary'));
      expect(developers.length).toBeGreaterThan(1);
      expect(developers.join('').includes('proved by a change of "add.js"')).toBe(shared);
    });
});

test('a report says where it is, and is opened with the browser of the user', async ({ place }) => {
  const scene = await setting(place, solving);
  const ended = await runSingle(place, scene);
  const page = join(place.state(scene.target), 'reports', ended.run, 'report.html');
  const shown = join(place.dir, 'shown.txt');
  const BROWSER = join(place.dir, 'browser');
  writeFileSync(BROWSER, `#!/bin/sh\nprintf '%s %s' "$1" "$LOCAL_KEY" > ${shown}\n`);
  chmodSync(BROWSER, 0o755);
  const say = (words: string[], env = {}) => place.pawl(['report', ended.run, ...words, ...scene.here], { env });
  expect((await say([])).stderr).toBe(`report: ${page.replace('.html', '.md')}\n`);
  expect(await say(['--open'], { BROWSER })).toMatchObject({ code: 0, stdout: `${page}\n` });
  expect(readFileSync(shown, 'utf8')).toBe(`${page} `);
  expect((await say(['--open', '--json'], { BROWSER })).lines).toMatchObject([{ path: page, status: 'completed' }]);
  const missing = await say(['--open'], { BROWSER: '/nowhere/browser' });
  expect(missing).toMatchObject({ code: 8, stderr: expect.stringContaining('set BROWSER to a program that can') });
});
