import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { canaries } from '../code/canaries.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { attempts, finish, ladder, run, turns, write } from './support/model.ts';
import { makePlace, type Place, test } from './support/place.ts';
import { adder, edges, right, wrong } from './support/projects.ts';
import { additions, branches, commitsOn, git, listing, put } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

const branch = 'pawl/make-it-add';
const solve = turns([write('add.js', right), write('edges.test.js', edges), run('node --test'), finish('It adds.')]);

/** A run that failed once and then was completed. */
async function completed(place: Place) {
  const scene = await setting(place, attempts(turns([write('add.js', wrong), finish()]), solve));
  const ended = await runSingle(place, scene);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const say = (command: string, ...words: string[]) => place.pawl([command, ...words, ...scene.here]);
  return { ...scene, ended, say, run: ended.run };
}

test('a run of one file starts git fewer than fifteen times', async ({ place }) => {
  const log = place.file('git.log', '');
  const scene = await setting(place, turns([write('add.js', right), finish('It adds.')]));
  const real = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim();
  mkdirSync(join(place.dir, 'counting'));
  const counting = place.file('counting/git', `#!/bin/sh\necho "$*" >> ${log}\nexec ${real} "$@"\n`);
  chmodSync(counting, 0o755);
  const env = { PATH: `${dirname(counting)}:${place.env.PATH}` };
  const ended = await place.pawl(['run', 'make it add', ...scene.here, '--yes', '--plan', 'single'], { env });
  expect(ended.code).toBe(0);
  const calls = readFileSync(log, 'utf8').trim().split('\n');
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.length).toBeLessThan(15);
});

describe.concurrent('looking back at a run', () => {
  // None of these changes anything, so one run serves them all.
  let past: Awaited<ReturnType<typeof completed>> & ReturnType<typeof makePlace>;
  beforeAll(async () => {
    const own = makePlace(inject('installed'));
    past = { ...own, ...(await completed(own.place)) };
  });
  afterAll(() => past.clear());

  test('status lists the runs and shows one by the beginning of its name', async () => {
    const { say, run } = past;
    const list = await say('status', '--json');
    expect(list.lines).toMatchObject([
      { runs: [{ run, status: 'completed', exit_code: 0, branch, request: 'make it add' }] },
    ]);
    const one = await say('status', run.slice(0, -2), '--json');
    expect(one.lines).toMatchObject([
      {
        run,
        tasks: [
          {
            status: 'completed',
            tier: 'cheap',
            attempts: [
              { attempt: 1, status: 'fail' },
              { attempt: 2, status: 'pass', score: 100 },
            ],
          },
        ],
      },
    ]);
    expect((await say('status')).stdout).toContain(run);
    expect(await say('status', 'nothing-like-it')).toMatchObject({ code: 2, stdout: '' });
  });

  test('log tells all, one attempt, the steps of the agents, or what failed', async () => {
    const { say, run, ended } = past;
    expect((await say('log', run, '--json')).stdout).toBe(ended.stdout);
    const failed = await say('log', run, '--json', '--level', 'error');
    expect(ofType(failed.events, 'verdict.reached')).toHaveLength(1);
    expect(ofType(failed.events, 'commit.created')).toEqual([]);
    const second = await say('log', run, '--attempt', '2');
    expect(second.stdout).toContain('edges.test.js');
    expect(second.stdout).not.toContain('attempt 1');
    const steps = parseAllDocuments((await say('log', run, '--agent')).stdout).map((document) => document.toJS());
    // Each step, and how each agent ended.
    expect(steps).toHaveLength(
      ofType(ended.events, 'agent.step').length + ofType(ended.events, 'agent.finished').length,
    );
    expect(JSON.stringify(steps)).toContain('This is what comes next.');
    expect(await say('log', run, '--attempt', '9')).toMatchObject({ code: 2, stdout: '' });
  });

  test('diff prints a patch that git applies to the base and that gives the committed tree', async () => {
    const { say, run, target, place } = past;
    const { stdout } = await say('diff', run);
    const clone = join(place.dir, 'clone');
    git(place.dir, 'clone', '-q', '-b', 'main', target, clone);
    const applied = spawnSync('git', ['apply', '--index', '-'], { cwd: clone, input: stdout, encoding: 'utf8' });
    expect(applied).toMatchObject({ status: 0, stderr: '' });
    expect(git(clone, 'write-tree')).toBe(git(target, 'rev-parse', `${branch}^{tree}`));
  });

  test('report prints a page for a person and a record for a program', async () => {
    const { say, run, target } = past;
    const [sha] = commitsOn(target, branch);
    expect((await say('report', run)).stdout).toMatch(/^# Done: make it add\n[\s\S]*Attempt 1, cheap: fail/);
    const { lines } = await say('report', run, '--json');
    const keys = [
      'run',
      'request',
      'status',
      'total_attempts',
      'tiers_used',
      'unique_errors',
      'last_diff',
      'last_commit',
    ];
    expect(Object.keys(lines[0] ?? {})).toEqual(expect.arrayContaining([...keys, 'recommendation', 'usd', 'seconds']));
    expect(lines).toMatchObject([
      { run, status: 'completed', total_attempts: 2, tiers_used: ['cheap'], last_commit: sha },
    ]);
  });

  test('nothing that looks writes anything into the repository', async () => {
    const { say, run, target } = past;
    const before = listing(target);
    for (const words of [
      ['status'],
      ['log', run],
      ['diff', run],
      ['report', run],
      ['graph'],
      ['config'],
      ['doctor'],
      ['clean'],
    ])
      expect((await say(words[0] ?? '', ...words.slice(1))).code).toBe(0);
    expect(listing(target)).toEqual(before);
  });
});

describe.concurrent('taking a run back', () => {
  test('undo deletes its branch and nothing else, however often it is said', async ({ place }) => {
    const { say, run, target } = await completed(place);
    const before = listing(target, additions);
    const [sha] = commitsOn(target, branch);
    expect(await say('undo', run, '--json')).toMatchObject({ code: 0, lines: [{ run, branch, sha }] });
    expect(branches(target)).toEqual(['main']);
    expect(listing(target, additions)).toEqual(before);
    const { stdout: report } = await say('report', run);
    expect(report).toContain('## What to do next\n\nNothing: what it delivered was undone.\n');
    expect(report).not.toContain('git merge');
    git(target, 'merge', '-q', String(sha));
    const merged = await say('undo', run);
    expect(merged).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\S+ was already undone, but for this:\nnot undone: /),
    });
    expect(merged.stdout).toMatch(/^not undone: main still contains \w+; to take it back: git reset --keep \w+$/m);
    expect(branches(target)).toEqual(['main']);
    expect((await say('status')).stdout).toContain('completed, partly undone');
  });

  test('undo leaves a branch that somebody has moved on', async ({ place }) => {
    const { say, run, target } = await completed(place);
    git(target, 'worktree', 'add', '-q', join(place.dir, 'tree'), branch);
    git(join(place.dir, 'tree'), 'commit', '-q', '--allow-empty', '-m', 'mine');
    git(target, 'worktree', 'remove', join(place.dir, 'tree'));
    const refused = await say('undo', run);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^pawl: nothing was undone: branch \S+ has moved .*: git log \w+\.{3}\S+ shows what came after\n$/,
    );
    expect(commitsOn(target, branch)).toHaveLength(2);
  });

  test('clean removes the private clones of ended runs and keeps their journal', async ({ place }) => {
    const { say, run } = await completed(place);
    const clones = () =>
      readdirSync(join(place.dir, 'state', 'pawl', 'runs'), { recursive: true }).filter((name) =>
        String(name).includes(run),
      );
    expect(clones()).not.toEqual([]);
    expect((await say('clean', '--json')).lines).toMatchObject([{ removed: [run], kept: [] }]);
    expect(clones()).toEqual([]);
    expect((await say('status', run)).code).toBe(0);
    expect((await say('diff', run)).stdout).toContain('+export const add');
    expect((await say('undo', run)).code).toBe(0);
  });
});

describe.concurrent('the other commands', () => {
  test('graph draws the loop as Mermaid', async ({ place }) => {
    const { code, stdout } = await place.pawl(['graph']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(graph|flowchart|stateDiagram)/);
    for (const word of ['develop', 'verify', 'review', 'deliver', 'next tier']) expect(stdout).toContain(word);
  });

  test('config says where each value comes from', async ({ place }) => {
    const target = place.repo({ ...adder, '.pawl/config.yaml': 'limits: { run_usd: 2 }\n' });
    mkdirSync(join(place.dir, 'config', 'pawl'));
    put(join(place.dir, 'config', 'pawl'), { 'config.yaml': 'limits: { day_usd: 9 }\n' });
    const config = place.file('mine.yaml', ladder('http://127.0.0.1:9/v1', 'limits: { task_usd: 0.5 }\n'));
    const here = ['--target', target, '--config', config];
    const { lines } = await place.pawl(['config', '--show-origin', '--json', ...here]);
    expect(lines).toMatchObject([
      { values: { limits: { run_usd: 2, day_usd: 9, task_usd: 0.5, attempts_per_tier: 3 } } },
    ]);
    const origins = lines[0]?.origins as Record<string, string>;
    expect(origins['limits.attempts_per_tier']).toBe('default');
    const plain = (await place.pawl(['config', '--show-origin', ...here])).stdout;
    expect(plain).toMatch(/run_usd: 2 .*\.pawl\/config\.yaml/);
    expect(plain).toMatch(/day_usd: 9 .*config\/pawl\/config\.yaml/);
    expect(plain).toMatch(/task_usd: 0\.5 .*mine\.yaml/);
    expect(plain).not.toContain(place.env.LOCAL_KEY);
  });

  test('doctor finds a sound machine fit and names what is missing on another', async ({ place }) => {
    const scene = await setting(place, solve);
    const fit = await place.pawl(['doctor', '--json', ...scene.here]);
    expect(fit).toMatchObject({ code: 0, lines: [{ ok: true }] });
    const unfit = await place.pawl(['doctor', ...scene.here], { env: { LOCAL_KEY: undefined } });
    expect(unfit.code).toBe(8);
    expect(unfit.stdout).toContain('LOCAL_KEY');
    const nowhere = await place.pawl(['doctor', '--target', place.dir]);
    expect(nowhere).toMatchObject({ code: 8, stderr: '' });
    expect(nowhere.stdout.match(/is not inside a git repository: `pawl init` makes one/g)).toHaveLength(1);
    expect(nowhere.stdout).toMatch(/^ok +sandbox +/m);
  });

  test('what a person configured for all repositories is shown outside of one, unless one is named', async ({
    place,
  }) => {
    expect(await place.pawl(['config', 'get', 'limits.run_usd'])).toMatchObject({ code: 0, stdout: '5\n' });
    expect(await place.pawl(['agents', 'list'])).toMatchObject({ code: 0, stderr: '' });
    expect((await place.pawl(['config', '--target', place.dir])).code).toBe(2);
    expect((await place.pawl(['run', 'x'])).stderr).toContain('is not inside a git repository');
  });

  test('what is wrong is named: a configuration that cannot be read, and a test without a name', async ({ place }) => {
    const target = join(place.dir, 'fresh');
    put(target, { ...adder, '.pawl/config.yaml': 'limits:\n  verify_seconds: [1\n' });
    const config = join(target, '.pawl', 'config.yaml');
    const ended = await place.pawl(['init', '--yes', '--target', target]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(new RegExp(`^pawl: ${config}:3:1: malformed YAML: .*\\n$`));
    expect(existsSync(join(target, '.git'))).toBe(false);
    put(target, { '.pawl/config.yaml': 'limits:\n  verify_secondz: 1\n' });
    git(target, 'init', '-q');
    git(target, 'commit', '-q', '--allow-empty', '-m', 'x');
    expect(await place.pawl(['init', '--target', target])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `pawl: ${config}:2: unknown key 'limits.verify_secondz' (did you mean 'limits.verify_seconds'?)\n`,
    });
    for (const words of [
      ['fix', ''],
      ['fix', 'adds', ' '],
    ])
      expect(await place.pawl([...words, '--target', target])).toMatchObject({
        code: 2,
        stderr: `pawl: the name of test ${words.length - 1} is empty: leave it out to fix all failing tests\n`,
      });
  });

  test('init makes a folder a repository with a first commit, and then a run works', async ({ place }) => {
    const target = join(place.dir, 'fresh');
    mkdirSync(target);
    put(target, adder);
    const unasked = await place.pawl(['init', '--target', target]);
    expect(unasked).toMatchObject({ code: 3, stderr: '' });
    expect(unasked.stdout).toContain('nothing was changed; `pawl init --yes` makes this commit');
    expect(existsSync(join(target, '.git'))).toBe(false);
    expect(await place.pawl(['init', '--yes', '--target', target])).toMatchObject({ code: 0, stderr: '' });
    expect(git(target, 'rev-list', '--count', 'HEAD')).toBe('1\n');
    expect(git(target, 'ls-files')).toBe('.gitignore\nadd.js\nadd.test.js\npackage.json\n');
    const written = readFileSync(join(target, '.pawl', 'config.yaml'), 'utf8');
    expect(written).toMatch(/^# 1 test, .* node:test\n(?:#.*\n)*# tests:\n# {3}command: \["node", "--test"\]\n/m);
    expect(await place.pawl(['init', '--target', target])).toMatchObject({
      code: 0,
      stdout: 'nothing to do: the folder is ready\n',
    });
    put(target, { '.pawl/config.yaml': 'tests: { command: ["node", "--test"] }\n' });
    const differing = await place.pawl(['init', '--yes', '--target', target]);
    expect(differing).toMatchObject({ code: 0, stderr: '' });
    expect(differing.stdout).toMatch(/^\.pawl\/config\.yaml already exists and is not changed.*\n {2}- tests: /);
    expect(readFileSync(join(target, '.pawl', 'config.yaml'), 'utf8')).toMatch(/^tests: /);
    const server = await place.models(solve);
    const config = place.file('pawl.yaml', ladder(server.url));
    const options = ['--target', target, '--config', config, '--yes', '--plan', 'single'];
    expect((await place.pawl(['run', 'make it add', ...options])).code).toBe(0);
    expect(commitsOn(target, branch, 'HEAD')).toHaveLength(1);
  });

  test('init commits neither secrets nor dependencies: it names file and line and exits 2', async ({ place }) => {
    const target = join(place.dir, 'leaky');
    mkdirSync(target);
    const { text } = canaries.github ?? { text: '' };
    put(target, {
      ...adder,
      '.env': 'A=1\n',
      'src/keys.js': `\n\nconst key = '${text}';\n`,
      'node_modules/x/i.js': '1',
    });
    const refused = await place.pawl(['init', '--yes', '--target', target, '--json']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      /nothing was committed, because of \.env:1 \(.*\), src\/keys\.js:3 \(a GitHub token\)/,
    );
    expect(refused.stdout + refused.stderr).not.toContain(text);
    expect(refused.lines[0]).toMatchObject({
      refused: [
        { file: '.env', line: 1 },
        { file: 'src/keys.js', line: 3 },
      ],
    });
    expect([existsSync(join(target, '.git')), existsSync(join(target, '.gitignore'))]).toEqual([false, false]);
    put(target, { '.gitignore': '.env\n', 'src/keys.js': 'const key = process.env.KEY;\n' });
    const ended = await place.pawl(['init', '--yes', '--target', target, '--json']);
    expect(ended).toMatchObject({ code: 0, lines: [{ committed: true, count: 5 }] });
    expect(git(target, 'ls-files')).toBe('.gitignore\nadd.js\nadd.test.js\npackage.json\nsrc/keys.js\n');
    expect(git(target, 'show', 'HEAD:.gitignore')).toMatch(/^\.env\nnode_modules\/\n/);
  });

  test('doctor says which test files do not load, and how a command ends that names no test', async ({ place }) => {
    const target = place.repo({ ...adder, 'bad.test.js': "import './nowhere.js';\n" });
    const unloaded = await place.pawl(['doctor', '--target', target]);
    expect(unloaded.stdout).toMatch(
      /^ok +tests +node:test.* 2 failed, 0 skipped .*\n +bad\.test\.js does not load: .*nowhere\.js/m,
    );
    const made = place.repo({ Makefile: 'test:\n\t@echo no tools here >&2; exit 3\n' });
    const failing = await place.pawl(['doctor', '--target', made]);
    expect(failing.stdout).toMatch(/^ok +tests +command.*\n +the command fails with exit code 2: no tools here/m);
  });

  test('a dry run says what would happen, writes nothing and asks no model', async ({ place }) => {
    const scene = await setting(place, solve);
    const before = listing(place.dir);
    const words = ['run', 'make it add', ...scene.here, '--dry-run', '--yes', '--merge', '--squash'];
    const [plain, json] = [await place.pawl(words), await place.pawl([...words, '--json'])];
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    expect(plain.stdout).toContain(branch);
    expect(plain.stdout).toMatch(/^delivery +a branch of its own, one commit for all tasks, merged into main$/m);
    expect(plain.stdout).toMatch(/tests +node:test, by `node --test`: 1 test, 0 passed, 1 failed, 0 skipped \(\d/);
    expect(json.lines).toMatchObject([{ branch, runner: 'node:test', tiers: [{ name: 'cheap' }, { name: 'smart' }] }]);
    expect(json.lines).toMatchObject([
      { survey: { total: 1, failed: 1, parts: [{ dir: '.', command: ['node', '--test'] }] } },
    ]);
    expect(listing(place.dir)).toEqual(before);
    expect(scene.server.requests).toEqual([]);
  });

  test('the demo prints its events with --json', async ({ place }) => {
    const { code, stdout } = await place.pawl(['demo', '--json']);
    expect(code).toBe(0);
    const types = expectEvents(stdout).map((event) => event.type);
    expect(types).toEqual(expect.arrayContaining(['loop.detected', 'tier.escalated', 'commit.created']));
  });

  test('every command explains itself', async ({ place }) => {
    const { stdout } = await place.pawl(['--help']);
    const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)]
      .map(([, name]) => name ?? '')
      .filter((name) => name !== 'help');
    const wanted = [
      'run',
      'plan',
      'resume',
      'answer',
      'status',
      'log',
      'diff',
      'report',
      'cancel',
      'undo',
      'graph',
      'config',
      'doctor',
      'clean',
      'init',
      'demo',
    ];
    expect(names).toEqual(expect.arrayContaining(wanted));
    for (const name of wanted) {
      const help = await place.pawl([name, '--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      for (const option of ['--json', '--target', '--config', 'Example:']) expect(help.stdout).toContain(option);
    }
    expect(existsSync(join(place.dir, 'state', 'pawl'))).toBe(false);
  });
});
