import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { history } from '../../src/engine/history/history.ts';
import { policyWith, tier } from '../core/policy.ts';
import { adder, type Doing, finished, type HouseOptions, houseWith, right, wrong } from './house.ts';

/** A house with one run that has come to its end, and what can be told of it. */
async function pastOf(options: HouseOptions = {}) {
  const house = await houseWith(options);
  const { end } = await finished(await house.launch.run('make add add'));
  const past = history(house.wiring);
  return { ...house, past, run: end.run };
}
const failing: Doing = async () => ({ files: { 'add.js': wrong } });
const once = policyWith({ tiers: [tier('cheap', 1)] });

describe('a run that is solved', () => {
  test('can be looked at: state, events, change and report', async () => {
    const { past, run, git } = await pastOf();
    const [view] = await past.runs();
    expect(view).toEqual(await past.view(run.slice(0, -1)));
    expect(view).toMatchObject({
      run,
      request: 'make add add',
      phase: 'completed',
      status: 'completed',
      exit_code: 0,
      question: null,
      branch: 'pawl/make-add-add',
      next: 'git merge pawl/make-add-add',
      tasks: [
        { status: 'completed', tier: 'cheap', attempts: [{ attempt: 1, status: 'pass', failing: 0, score: 100 }] },
      ],
    });
    expect(await past.heads()).toEqual([{ run, events: expect.any(Number), alive: false }]);
    expect(await past.brief(run)).toMatchObject({
      ...{ run, request: 'make add add', status: 'completed', exit_code: 0, question: null },
      ...{ attempts: 1, tier: 'cheap', branch: 'pawl/make-add-add', commits: 1, usd: view?.usd, undone: false },
    });
    const events = [];
    for await (const event of past.events(run)) events.push(event.type);
    const later = [];
    for await (const event of past.events(run, events.length - 1)) later.push(event.type);
    expect(later).toEqual(['run.finished']);
    expect([events[0], events.at(-1)]).toEqual(['run.started', 'run.finished']);
    expect(await past.diff(run)).toContain('+export const add = (a, b) => a + b;');
    expect(await past.report(run, 'markdown')).toMatch(/^# Done: make add add/);
    expect(JSON.parse(await past.report(run, 'json'))).toMatchObject({
      last_commit: git('rev-parse', 'pawl/make-add-add'),
    });
  });

  test('can be taken back, once, and leaves what somebody added to it', async () => {
    const { past, run, git } = await pastOf();
    const sha = git('rev-parse', 'pawl/make-add-add');
    git('update-ref', 'refs/heads/pawl/make-add-add', git('rev-parse', 'HEAD'));
    await expect(past.undo(run)).rejects.toThrow('has moved since run');
    git('update-ref', 'refs/heads/pawl/make-add-add', sha);
    git('checkout', '-q', 'pawl/make-add-add');
    await expect(past.undo(run)).rejects.toThrow(
      /^nothing was undone: branch \S+ is checked out in .* pawl undo \S+ again$/,
    );
    git('checkout', '-q', 'main');
    expect(await past.undo()).toEqual({
      ...{ run, branch: 'pawl/make-add-add', sha },
      restored: [{ ref: 'pawl/make-add-add', sha: null }],
      left: [],
    });
    expect(await past.view(run)).toMatchObject({ status: 'completed', undone: true });
    expect(await past.undo(run)).toMatchObject({ run, sha, restored: [] });
    expect(await past.undo()).toMatchObject({ run, restored: [], already: { before: null } });
    expect(git('branch', '--format=%(refname:short)')).toBe('main');
  });
});

test('an unnamed undo that follows another leaves the run before alone, and names it', async () => {
  const { past, launch, run, git } = await pastOf();
  const { end } = await finished(await launch.run('make add add again'));
  await past.undo();
  const kept = git('branch', '--format=%(refname:short)');
  expect(kept).toContain('pawl/make-add-add');
  expect(await past.undo()).toMatchObject({ run: end.run, restored: [], left: [], already: { before: run } });
  expect(git('branch', '--format=%(refname:short)')).toBe(kept);
  expect(await past.undo(run)).toMatchObject({ run, restored: [{ ref: 'pawl/make-add-add', sha: null }] });
});

describe('a run that somebody merged by hand', () => {
  const branch = 'pawl/make-add-add';

  test('is taken back in part: the branch stays, and the command that takes the commits out of it is told', async () => {
    const { past, run, git, dir } = await pastOf();
    const [base, sha] = [git('rev-parse', 'HEAD'), git('rev-parse', branch)];
    const { seconds } = await past.view(run);
    expect(await past.view(run, true)).toMatchObject({ merged_into: null, next: `git merge ${branch}` });
    git('merge', '-q', branch);
    const index = readFileSync(join(dir, '.git', 'index'));
    expect(await past.view(run, true)).toMatchObject({
      merged_into: 'main',
      next: expect.stringMatching(/^git log -p /),
    });
    expect(await past.report(run, 'markdown')).not.toContain(`git merge ${branch}`);
    expect(readFileSync(join(dir, '.git', 'index'))).toEqual(index);
    const command = `git reset --keep ${base.slice(0, 12)}`;
    const left = [`main still contains ${sha.slice(0, 12)}; to take it back: ${command}`];
    await new Promise((passed) => setTimeout(passed, 150));
    expect(await past.undo()).toMatchObject({ restored: [{ ref: branch, sha: null }], left });
    expect(git('rev-parse', 'main')).toBe(sha);
    expect(await past.view(run)).toMatchObject({ undone: true, left, seconds, next: null });
    expect(await past.brief(run)).toMatchObject({ status: 'completed', undone: true });
    expect(await past.undo()).toMatchObject({ run, restored: [], left });

    git(...command.split(' ').slice(1));
    expect(git('rev-parse', 'main')).toBe(base);
    expect(await past.undo(run)).toMatchObject({ left: [] });
    expect(await past.view(run)).toMatchObject({ undone: true, left: [], seconds });
  });
});

describe('a run that failed', () => {
  test('shows what was tried last, and has nothing to take back', async () => {
    const { past, run } = await pastOf({ develop: failing, policy: once });
    expect(await past.view(run)).toMatchObject({ status: 'failed', exit_code: 1, branch: null, commits: [] });
    expect(await past.diff(run)).toContain('+export const add = (a, b) => a + 2 * b;');
    await expect(past.undo(run)).rejects.toThrow('committed nothing: there is nothing to undo');
  });

  test('shows the newest change, not the attempt after it that changed nothing, and names it', async () => {
    const tries: Doing[] = [failing, async () => ({ ended: 'hand_over', files: { 'add.js': adder['add.js'] ?? '' } })];
    const policy = policyWith({ tiers: [tier('cheap', 2)] });
    const { past, run } = await pastOf({ develop: async (...how) => (await tries.shift()?.(...how)) ?? {}, policy });
    expect(await past.change(run)).toMatchObject({ task: 't1', attempt: 1, patch: expect.stringContaining('2 * b;') });
  });

  test('says that its report is gone, not that it has not ended, where somebody removed the files', async () => {
    const { past, run, repository_state } = await pastOf({ develop: failing, policy: once });
    rmSync(join(repository_state, 'reports'), { recursive: true });
    await expect(past.report(run, 'json')).rejects.toThrow(`the report of run ${run} is gone`);
  });

  test('and left unfinished work is taken back with it', async () => {
    const second = (adder['test/add.test.js'] ?? '').replace('3)', '4)').replaceAll("'adds'", "'adds more'");
    const { past, run, git } = await pastOf({
      files: { ...adder, 'test/more.test.js': second },
      develop: async () => ({ files: { 'add.js': right } }),
      policy: once,
    });
    expect(git('branch', '--format=%(refname:short)')).toContain('pawl/make-add-add-wip');
    expect(await past.undo(run)).toMatchObject({ branch: 'pawl/make-add-add-wip' });
    expect(await past.undo(run)).toMatchObject({ restored: [], left: [] });
    expect(git('branch', '--format=%(refname:short)')).toBe('main');
  });
});

describe('a run that has not ended', () => {
  test('says what it waits for, and has no report yet', async () => {
    const { past, run } = await pastOf({ develop: async () => ({ ended: 'hand_over', summary: 'Which one?' }) });
    expect(await past.view(run)).toMatchObject({ status: 'waiting', exit_code: null, question: 'Which one?' });
    await expect(past.report(run, 'json')).rejects.toThrow('has not ended and has no report yet');
    expect(await past.brief(run)).toMatchObject({ status: 'waiting', exit_code: null, question: 'Which one?' });
  });

  test('costs what it is charged with, also for a call that was cut off', async () => {
    const { past, run, world } = await pastOf({ develop: async () => ({ ended: 'hand_over', summary: 'Which one?' }) });
    const caps = { task_usd: 9, run_usd: 9, day_usd: 9 };
    await world.ledger.reserve({ run, task: 't1', tier: 'cheap', worst_usd: 0.5, caps });
    expect(await past.view(run)).toMatchObject({ usd: 0.5, usd_cut_off: 0.5 });
    expect(await past.runs()).toMatchObject([{ usd: 0.5, usd_cut_off: 0.5 }]);
    expect(await past.brief(run)).toMatchObject({ usd: 0.5 });
  });

  test('is being worked on while it has an owner, who must let go before it is taken back', async () => {
    const { past, run, journal } = await pastOf({ develop: async () => ({ ended: 'hand_over' }) });
    const lease = await journal.claim(run);
    expect((await past.view(run)).status).toBe('running');
    await expect(past.undo(run)).rejects.toThrow('is still running: cancel it first');
    await lease.release();
  });
});

test('a run that is not there is said not to be', async () => {
  const { past } = await pastOf({ develop: failing, policy: once });
  await expect(past.view('nope')).rejects.toThrow('there is no run nope here: pawl status lists them');
  await expect(past.view('')).rejects.toThrow('there is no run');
});
