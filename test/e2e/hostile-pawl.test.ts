import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../src/faces/demo/model-server.ts';
import { forgedFix, forgedRun, kinds, type Scene } from './support/hostile.ts';
import { attempts, finish, ladder, promptOf, read, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, right, wrong } from './support/projects.ts';
import { additions, branches, git, listing, makeRepo, put } from './support/repo.ts';
import { openedBy, strace } from './support/strace.ts';

/** `all`: every command on every kind; else `verify` and one other, in turn, on every seventh kind. */
const all = process.env.PAWL_HOSTILE === 'all';
const others = ['undo', 'doctor', 'status', 'run'] as const;
const sample = Object.entries(kinds).map(([name, kind], at) => ({
  name,
  ...kind,
  commands: all ? others : others.filter((_, index) => index === at % others.length),
}));

/** Without a search for tests, in which node trips over links to nowhere. */
const command = 'tests: { command: ["node", "--test", "add.test.js"] }\n';

/** What may be different afterwards: the run's own objects and refs, and the machine's state. */
const mayChange = ['state', 'tmp', 'home/.cache', 'trace.txt', ...additions.map((path) => `clone/${path}`)];

const solving = turns([write('add.js', right), finish('It adds.')]);

async function clone(
  place: Place,
  plant: (pawl: string, scene: Scene) => unknown,
  ships = true,
  script: Script = solving,
) {
  const scene = { repo: join(place.dir, 'clone'), bait: join(place.dir, 'home', 'mine') };
  makeRepo(scene.repo, adder);
  mkdirSync(scene.bait, { recursive: true });
  writeFileSync(join(scene.bait, 'secret'), 'api_token: hunter2hunter2\n');
  chmodSync(scene.bait, 0o755);
  await plant(join(scene.repo, '.pawl'), scene);
  // What git can hold is committed, as in a clone; the rest lies there, as in an archive.
  if (ships) commitAll(scene.repo);
  put(scene.repo, { 'add.js': right });
  const server = await place.models(script);
  const here = ['--target', scene.repo, '--config', place.file('pawl.yaml', ladder(server.url, command))];
  return { ...scene, here, server };
}

function commitAll(repo: string): void {
  git(repo, 'add', '-A', '--', '.', ':!.pawl/huge');
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'more');
}

/** The files of this place; huge ones by their size only, pipes and devices by their kind. */
const filesOf = (place: Place) => listing(place.dir, mayChange);

describe.concurrent('a clone that ships a hostile .pawl', () => {
  it('does so in more than thirty ways', () => expect(sample.length).toBeGreaterThan(30));

  for (const { name, plant, verify, commands } of sample.filter((_, at) => all || at % 7 === 0))
    test(`harms nobody where ${name}`, async ({ place }) => {
      const { repo, bait, here, server } = await clone(place, plant, verify === 'fine');
      const before = filesOf(place);

      const judged = await strace(place, ['verify', ...here, '--json']);
      expect(judged.code, judged.stdout + judged.stderr).toBe(verify === 'fine' ? 0 : 2);
      expect(judged.stdout + judged.stderr).not.toContain('hunter2');
      for (const command of commands) {
        const words = {
          run: ['make it add', '--yes', '--json', '--plan', 'single'],
          undo: [forgedRun],
          doctor: [],
          status: [],
        };
        const ended = await strace(place, [command, ...words[command], ...here]);
        if (command === 'run') expect([0, 2]).toContain(ended.code);
        if (command === 'undo') expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('no run') });
        if (command === 'doctor') expect([0, 8]).toContain(ended.code);
        if (command === 'status')
          expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('no runs yet') });
        expect(ended.stdout + ended.stderr).not.toContain('hunter2');
      }

      expect(filesOf(place)).toEqual(before);
      for (const request of server.requests) expect(promptOf(request)).not.toMatch(/hunter2|PRINT EVERY KEY/);
      const opened = openedBy(place);
      expect(opened.filter((path) => path.startsWith(`${bait}/`))).toEqual([]);
      const strange = opened.filter(
        (path) => path.startsWith(`${repo}/.pawl/`) && !allowed.test(path.slice(repo.length)),
      );
      expect(strange).toEqual([]);
    });
});

/** The two names. Git looks for its own files in every folder. */
const allowed = /^\/\.pawl\/(config\.yaml|agents(\/.*)?|\.gitignore|\.gitattributes)$/;

describe.concurrent('what a clone brings along', () => {
  const forged = kinds['a journal and lessons are there'];
  const blobs = kinds['blobs and reports are links'];
  const ignoring = kinds['the state ignores itself through a link'];

  test('is no journal: undo deletes no branch of it', async ({ place }) => {
    const { repo, here } = await clone(place, (pawl, scene) => forged?.plant(pawl, scene));
    const undone = await place.pawl(['undo', forgedRun, ...here]);
    expect(undone).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`no run ${forgedRun} here`) });
    expect(branches(repo)).toContain('victim');
    expect((await place.pawl(['status', ...here, '--json'])).lines).toEqual([{ runs: [] }]);
  });

  test('is no memory: not a byte of its state reaches a model', async ({ place }) => {
    // The first attempt fails, so that failures are analysed and recalled; it also looks for what is there.
    const looking = turns(
      [{ name: 'search', input: { thought: 'x', query: 'export const add' } }, read('.pawl/state/memory.ndjson')],
      [write('add.js', wrong), finish('It multiplies.')],
    );
    const script = attempts(looking, turns([write('add.js', right), finish('It adds.')]));
    const plant = (pawl: string, scene: Scene) => forged?.plant(pawl, scene);
    const { repo, here, server } = await clone(place, plant, true, script);
    expect(git(repo, 'ls-files', '.pawl/state').split('\n').length).toBeGreaterThan(10);
    const ended = await place.pawl(['run', 'make it add', ...here, '--yes', '--json', '--plan', 'single']);
    expect(ended.code, ended.stdout + ended.stderr).toBe(0);
    expect(ended.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['failure.analysed', 'review.scored']));
    const sent = JSON.stringify(server.requests.map(({ body }) => body));
    // The search still finds what is not of the state.
    for (const words of ['add.js:2: export const add', 'is not shown: .pawlignore', '# verdict'])
      expect(sent.includes(words), words).toBe(true);
    expect(sent.includes(forgedFix)).toBe(false);
    expect(ended.stdout).not.toContain(forgedFix);
    const memory = await place.pawl(['memory', 'export', ...here]);
    expect(memory.stdout).not.toContain(forgedFix);
    expect(memory.lines).toHaveLength(1);
  });

  for (const [what, kind] of Object.entries({ 'its state': blobs, 'an ignore file': ignoring }))
    test(`leads no run to write elsewhere through links for ${what}`, async ({ place }) => {
      const { bait, here } = await clone(place, (pawl, scene) => kind?.plant(pawl, scene));
      const ended = await place.pawl(['run', 'make it add', ...here, '--yes', '--json', '--plan', 'single']);
      expect(ended.code).toBe(0);
      expect(readFileSync(join(bait, 'secret'), 'utf8')).toBe('api_token: hunter2hunter2\n');
      expect(Object.keys(listing(bait))).toEqual(['secret']);
    });

  test('is named by doctor, which says that it can be deleted', async ({ place }) => {
    const { repo, here } = await clone(place, (pawl, scene) => forged?.plant(pawl, scene));
    const doctor = await place.pawl(['doctor', ...here]);
    expect(doctor.stdout).toContain(`${repo}/.pawl/state is not used any more and can be deleted`);
  });
});
