import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { fingerprint } from '../adapters/repo/setup.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { finish, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { edges, right } from './support/projects.ts';
import { branches, git, put } from './support/repo.ts';
import { runSingle, setting } from './support/single.ts';

const solve = turns([write('add.js', right)], [write('edges.test.js', edges), finish()]);

describe.concurrent('delivery', () => {
  test('merges and pushes, and undo gives back branch, files and index', async ({ place }) => {
    const scene = await setting(place, solve);
    const { target, here } = scene;
    const bare = join(place.dir, 'remote.git');
    git(target, 'init', '-q', '--bare', bare);
    git(target, 'remote', 'add', 'origin', bare);
    put(target, { 'mine.txt': 'mine\n' });
    git(target, 'add', 'mine.txt');
    const head = git(target, 'rev-parse', 'HEAD').trim();
    const [index, file] = [git(target, 'ls-files', '-s'), readFileSync(join(target, 'add.js'), 'utf8')];

    const ended = await runSingle(place, scene, '--merge', '--push');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const events = expectEvents(ended.stdout);
    const tip = git(target, 'rev-parse', 'main').trim();
    expect(ofType(events, 'commit.created')).toMatchObject([{ sha: tip }]);
    expect(ofType(events, 'branch.merged')).toMatchObject([{ branch: 'main', from: head, to: tip, files: 2 }]);
    expect(ofType(events, 'branch.pushed')).toMatchObject([{ branch: 'main', sha: tip, remote: 'origin', url: bare }]);
    expect(events.at(-1)).toMatchObject({
      status: 'completed',
      stat: { files: 2 },
      next: `git log -p ${head.slice(0, 12)}..main`,
    });
    expect(git(bare, 'rev-parse', 'main').trim()).toBe(tip);
    expect(git(target, 'status', '--porcelain')).toBe('A  mine.txt\n');
    expect(readFileSync(join(target, 'add.js'), 'utf8')).toBe(right);

    git(target, 'checkout', '-q', 'pawl/make-it-add');
    const refused = await place.pawl(['undo', ...here]);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nothing was undone') });
    expect(git(target, 'rev-parse', 'main').trim()).toBe(tip);
    git(target, 'checkout', '-q', 'main');
    const state = join(place.dir, 'state');
    const walls = ['bwrap', '--dev-bind', '/', '/', '--ro-bind', state, state, '--die-with-parent', '--'];
    expect((await place.pawl(['undo', ...here], { under: walls })).code).toBe(8);
    expect(git(target, 'rev-parse', 'main', 'pawl/make-it-add')).toBe(`${tip}\n${tip}\n`);
    const undone = await place.pawl(['undo', ...here]);
    expect(undone).toMatchObject({ code: 0, stderr: '' });
    expect(undone.stdout).toContain(
      'main was pushed to origin, and stays there; to take it back: git push --force-with-lease',
    );
    expect(branches(target)).toEqual(['main']);
    expect(git(target, 'rev-parse', 'main').trim()).toBe(head);
    expect(git(target, 'ls-files', '-s')).toBe(index);
    expect(readFileSync(join(target, 'add.js'), 'utf8')).toBe(file);
    expect(git(target, 'status', '--porcelain')).toBe('A  mine.txt\n');
    expect((await place.pawl(['status', ...here])).stdout).toContain('completed, partly undone');
  });

  test('that a person is in the way of ends as undelivered, with the work on its branch', async ({ place }) => {
    const scene = await setting(place, solve);
    put(scene.target, { 'add.js': '// mine\n' });
    const ended = await runSingle(place, scene, '--strategy', 'direct');
    expect(ended.code).toBe(8);
    const events = expectEvents(ended.stdout);
    expect(ofType(events, 'delivery.refused')).toMatchObject([{ reason: 'overlap' }]);
    const run = String(events.at(-1)?.run);
    const reason = 'your own changes in add.js would be lost: commit or stash them';
    expect(events.at(-1)).toMatchObject({ status: 'undelivered', reason, next: `pawl resume ${run}` });
    expect(readFileSync(join(scene.target, 'add.js'), 'utf8')).toBe('// mine\n');

    git(scene.target, 'checkout', '-q', '--', 'add.js');
    const resumed = await place.pawl(['resume', run, ...scene.here, '--yes', '--json']);
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expect(git(scene.target, 'for-each-ref', '--format=%(refname)', 'refs/heads')).toBe('refs/heads/main\n');
    expect(readFileSync(join(scene.target, 'add.js'), 'utf8')).toBe(right);
  });

  const ways = {
    branch: [],
    merge: ['--merge'],
    direct: ['--strategy', 'direct'],
    push: ['--push'],
    pr: ['--strategy', 'pr'],
  };
  /** `PAWL_SWEEP=all` takes every way; otherwise those that move a branch of the user's. */
  const tried = Object.entries(ways).filter(
    ([way]) => process.env.PAWL_SWEEP === 'all' || way === 'merge' || way === 'direct',
  );

  test('a protected branch is refused before anything is done, and work beside it is not', async ({ place }) => {
    for (const [way, flags] of tried) {
      const scene = await setting(place, solve, { more: 'protected_branches: [main, release/*]\n' });
      const bare = join(place.dir, `${way}.git`);
      git(scene.target, 'clone', '-q', '--bare', scene.target, bare);
      git(scene.target, 'remote', 'add', 'origin', bare);
      const before = git(scene.target, 'rev-parse', 'main');
      const ended = await runSingle(place, scene, ...flags);
      const isRefused = way === 'merge' || way === 'direct';
      expect(ended.code, way).toBe(isRefused ? 2 : 0);
      if (isRefused) expect(ended.lines, way).toMatchObject([{ type: 'error', reason: 'protected' }]);
      expect(git(scene.target, 'rev-parse', 'main'), way).toBe(before);
      expect(git(bare, 'rev-parse', 'main'), way).toBe(before);
      expect(branches(scene.target), way).toEqual(isRefused ? ['main'] : ['main', 'pawl/make-it-add']);
    }
  });

  test('a repository that cannot be written is told before any model is called', async ({ place }) => {
    for (const [way, flags] of tried.slice(0, process.env.PAWL_SWEEP === 'all' ? 9 : 1)) {
      const scene = await setting(place, solve);
      const { target } = scene;
      const bare = join(place.dir, `${way}-remote.git`);
      git(target, 'clone', '-q', '--bare', target, bare);
      git(target, 'remote', 'add', 'origin', bare);
      const before = fingerprint(target);
      const walls = ['bwrap', '--dev-bind', '/', '/', '--ro-bind', target, target, '--die-with-parent', '--'];
      const start = ['run', 'make it add', ...scene.here, '--yes', '--plan', 'single', '--review', 'checks', '--json'];
      const ended = await place.pawl([...start, ...flags], { under: walls });
      expect(scene.server.requests, way).toEqual([]);
      const message = expect.stringMatching(/\.git cannot be written \(the file system is read-only\)/);
      expect(ended.code, way).toBe(8);
      expect(ended.lines, way).toMatchObject([{ type: 'error', reason: 'git_read_only', message }]);
      expect(fingerprint(target), way).toEqual(before);
    }
  });
});
