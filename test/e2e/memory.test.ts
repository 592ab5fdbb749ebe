import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { attempts, finish, ladder, turns, write } from './support/model.ts';
import { type Ended, type Place, test } from './support/place.ts';
import { adder, right, wrong } from './support/projects.ts';
import { git, makeRepo } from './support/repo.ts';

const learning = () =>
  attempts(turns([write('add.js', wrong), finish()]), turns([write('add.js', right), finish('It adds.')]));

/** Starts a run that fails once and then passes, with a model of its own. */
async function started(place: Place, target: string, more: string) {
  const server = await place.models(learning());
  const config = place.file(`pawl-${server.url.replaceAll(/\D/g, '')}.yaml`, ladder(server.url, more));
  const here = ['--target', target, '--config', config];
  const { ended } = place.start(['run', 'make it add', ...here, '--yes', '--json', '--plan', 'single']);
  return { here, ended };
}

/** What is remembered where a run was: by run, the attempts and whether a lesson was learned. */
async function remembered(
  place: Place,
  here: string[],
): Promise<Record<string, [attempts: number[], learned: boolean]>> {
  const ended = await place.pawl(['memory', 'export', ...here]);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return Object.fromEntries(
    ended.lines.map((line) => {
      const { debug_memory, pawl } = line as unknown as Document;
      return [debug_memory.session_id, [debug_memory.executions.map(({ attempt }) => attempt), pawl.lesson !== null]];
    }),
  );
}

interface Document {
  debug_memory: { session_id: string; executions: { attempt: number }[] };
  pawl: { lesson: unknown };
}

/** `PAWL_SWEEP=all`: also where nothing is shared. */
const ways = process.env.PAWL_SWEEP === 'all' ? [true, false] : [true];

describe.concurrent('runs at once, two in one repository and one in a clone of it', () => {
  for (const shared of ways)
    test(`lose nothing of what they remember, ${shared ? 'in one memory' : 'each repository in its own'}`, async ({
      place,
    }) => {
      const origin = 'git@example.test:team/shop.git';
      const more = shared ? 'memory: { share_origins: ["https://example.test/team/shop"] }\n' : '';
      const repos = ['one', 'two'].map((name) => makeRepo(join(place.dir, name), adder));
      for (const repo of repos) git(repo, 'remote', 'add', 'origin', origin);
      const [one = '', two = ''] = repos;
      const runs = await Promise.all([one, one, two].map((repo) => started(place, repo, more)));
      const all: Ended[] = await Promise.all(runs.map(({ ended }) => ended));
      for (const { code, stdout, stderr } of all) expect(code, stdout + stderr).toBe(0);
      const whole = (ended: Ended[]) => Object.fromEntries(ended.map(({ run }) => [run, [[1, 2], true]]));
      const [first, , third] = runs;
      expect(await remembered(place, first?.here ?? [])).toEqual(whole(shared ? all : all.slice(0, 2)));
      expect(await remembered(place, third?.here ?? [])).toEqual(whole(shared ? all : all.slice(2)));
      expect(all.flatMap(({ events }) => events).filter(({ type }) => type === 'memory.failed')).toEqual([]);
    });
});

test('the memory is searched, shown, exported, imported and pruned from the command line', async ({ place }) => {
  const scene = await started(place, place.repo(adder), '');
  const { run } = await scene.ended;
  const memory = (words: string[], here = scene.here) => place.pawl(['memory', ...words, ...here]);

  const found = await memory(['search', 'add.js']);
  expect(found.stdout).toContain(`${run} t1, attempt 1 (cheap): 1 failure, passed later; add.js`);
  expect(found.stdout).toMatch(/^lesson 1: .+\n +fix: .+\n +proved in add\.js; not used yet$/m);
  expect((await memory(['search', 'nowhere'])).stdout).toBe('nothing in the memory matches\n');
  const shown = await memory(['show']);
  expect(shown.stdout).toMatch(/attempt 1 \(cheap\), .+: 0 of 1 test passed in/);
  expect((await memory(['show', 'nosuch', '--json'])).lines).toMatchObject([{ type: 'error', reason: 'unknown_run' }]);

  const file = join(place.dir, 'memory.ndjson');
  expect((await memory(['export', file])).stdout).toBe(`1 task written to ${file}\n`);
  expect((await memory(['show', '--json'])).stdout).toBe(readFileSync(file, 'utf8'));
  const again = await memory(['export', file]);
  expect(again).toMatchObject({ code: 2, stderr: `pawl: ${file} exists already: choose a new file\n` });
  expect(readdirSync(place.dir).filter((name) => name.endsWith('.part'))).toEqual([]);

  const other = ['--target', place.repo(adder)];
  const cut = join(place.dir, 'cut.ndjson');
  writeFileSync(cut, readFileSync(file, 'utf8').slice(0, -20));
  const refused = await memory(['import', cut], other);
  expect(refused).toMatchObject({ code: 2, stderr: 'pawl: line 1: it is not JSON; nothing was imported\n' });
  expect((await memory(['export'], other)).stdout).toBe('');
  expect((await memory(['import', file, '--json'], other)).lines).toEqual([
    { lines: 1, executions: 2, lessons: 1, skipped: 0 },
  ]);
  expect((await memory(['export'], other)).stdout).toBe(readFileSync(file, 'utf8'));

  expect((await memory(['prune', '--days', '0'], other)).stdout).toBe('2 executions and 0 lessons removed\n');
  expect((await memory(['prune', '--lesson', '1', '--json'], other)).lines).toEqual([{ executions: 0, lessons: 1 }]);
  expect((await memory(['import', file], other)).stdout).toContain('0 executions and 0 lessons added, 3 skipped');
  expect(existsSync(join(place.dir, 'target-2', '.pawl'))).toBe(false);
});
