import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adapter, fingerprint, put, repository, sh, tempDir } from './setup.ts';

async function change(dir: string, points: string[] = []) {
  const { repo, state_dir } = adapter(points);
  const target = await repo.inspect(dir);
  const clone = await repo.clone('r1', target);
  const workspace = await clone.workspace('main', await clone.treeOf(target.head));
  const commit = async (content: string, parent = target.head) => {
    await workspace.write('new/file.txt', content);
    return clone.commit({ tree: await workspace.snapshot(), parent, message: `Write ${content}`, at: 1e12 });
  };
  return { repo, state_dir, target, clone, commit };
}

describe('publishing a commit', () => {
  it('sees a branch that it cannot be made beside, above and below', async () => {
    const dir = repository();
    const { repo, target, commit } = await change(dir);
    const one = await commit('1');
    for (const name of ['a', 'b/c', 'd/e/f']) sh(dir, 'branch', name);
    const names = ['a/x', 'a/x/y', 'b/c/x', 'b/x', 'd/x', 'abc/x', 'a'];
    const found = await Promise.all(names.map((name) => repo.obstacle(target, name)));
    expect(found).toEqual(['a', 'a', 'b/c', null, null, null, null]);
    expect(await repo.publish('r1', target, 'd/e', one, null)).toBe(false);
    await expect(repo.publish('r1', target, 'a/x', one, null)).rejects.toThrow(
      'branch a/x cannot be created because branch a exists',
    );
  });

  it('makes the branch and moves it, one commit each, and doing it twice is doing it once', async () => {
    const dir = repository();
    const points: string[] = [];
    const { repo, target, commit } = await change(dir, points);
    const one = await commit('1');
    expect(await repo.branchTip(target, 'pawl/x')).toBeNull();
    expect(await repo.publish('r1', target, 'pawl/x', one, null)).toBe(true);
    expect(await repo.publish('r1', target, 'pawl/x', one, null)).toBe(true);
    expect(await repo.branchTip(target, 'pawl/x')).toBe(one);
    const two = await commit('2', one);
    expect(await repo.publish('r1', target, 'pawl/x', two, one)).toBe(true);
    expect(sh(dir, 'log', '--format=%s', 'main..pawl/x')).toBe('Write 2\nWrite 1');
    expect(sh(dir, 'show', 'pawl/x:new/file.txt')).toBe('2');
    sh(dir, 'fsck', '--strict');
    expect(points.filter((name) => name.startsWith('git.publish'))).toEqual([
      'git.publish.packed',
      'git.publish.fetched',
      'git.publish.done',
      'git.publish.packed',
      'git.publish.fetched',
      'git.publish.done',
    ]);
  });

  it('leaves work tree, index, HEAD, config and hooks byte for byte as they were', async () => {
    const dir = repository({ 'a.txt': '1', 'b.txt': '1' });
    put(dir, { 'a.txt': 'dirty', 'untracked.txt': 'x', '.git/hooks/post-update': 'x' });
    sh(dir, 'add', 'a.txt');
    put(dir, { 'a.txt': 'dirtier' });
    const { repo, target, commit } = await change(dir);
    const ours = (path: string) =>
      /^\.git\/(objects\/(?!info)|refs\/heads\/pawl|logs\/refs\/heads\/pawl)/.test(path) || path === '.git/objects';
    const before = fingerprint(dir, ours);
    const sha = await commit('1');
    expect(fingerprint(dir)).toMatchObject(before);
    expect(await repo.publish('r1', target, 'pawl/x', sha, null)).toBe(true);
    expect(fingerprint(dir, ours)).toEqual(before);
    expect(existsSync(join(dir, '.git/FETCH_HEAD'))).toBe(false);
  });

  it('says false when the branch is elsewhere, and does not move it', async () => {
    const dir = repository();
    const { repo, target, commit } = await change(dir);
    const sha = await commit('1');
    sh(dir, 'branch', 'pawl/x');
    expect(await repo.publish('r1', target, 'pawl/x', sha, null)).toBe(false);
    expect(await repo.publish('r1', target, 'pawl/y', sha, target.head)).toBe(false);
    expect(await repo.publish('r1', target, 'pawl/x', sha, sha.replace(/./, '0'))).toBe(false);
    expect(sh(dir, 'rev-parse', 'pawl/x')).toBe(target.head);
    expect(await repo.publish('r1', target, 'pawl/x', sha, target.head)).toBe(true);
  });

  it('lets one of two win when they race', async () => {
    const dir = repository();
    const { repo, target, commit } = await change(dir);
    const [one, two] = [await commit('1'), await commit('2')];
    const won = await Promise.all([one, two].map((sha) => repo.publish('r1', target, 'pawl/x', sha, null)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await repo.branchTip(target, 'pawl/x')).toBe(won[0] ? one : two);
  });

  it('never moves a branch that a work tree has checked out', async () => {
    const dir = repository();
    const linked = join(tempDir(), 'linked');
    sh(dir, 'worktree', 'add', '-q', '-b', 'pawl/side', linked);
    sh(linked, 'checkout', '-q', '--orphan', 'pawl/unborn');
    const other = join(tempDir(), 'other');
    sh(dir, 'worktree', 'add', '-q', other, 'pawl/side');
    const { repo, target, commit } = await change(dir);
    const sha = await commit('1');
    for (const [branch, at] of [
      ['main', target.head],
      ['pawl/side', target.head],
      ['pawl/unborn', null],
    ] as const) {
      const publish = repo.publish('r1', target, branch, sha, at);
      await expect(publish, branch).rejects.toMatchObject({ reason: 'checked_out', exitCode: 2 });
    }
    await expect(repo.deleteBranch(target, 'main', target.head)).rejects.toMatchObject({ reason: 'checked_out' });
    expect(sh(dir, 'rev-parse', 'main', 'pawl/side')).toBe(`${target.head}\n${target.head}`);
  });

  it('refuses names that are no branch, and a branch that is only a name for another', async () => {
    const dir = repository();
    const { repo, target, commit } = await change(dir);
    const sha = await commit('1');
    for (const branch of ['', '-x', 'a..b', '../../config', 'a b', 'x.lock', 'HEAD', '@{-1}', 'a/', 'x\ny']) {
      await expect(repo.publish('r1', target, branch, sha, null), branch).rejects.toMatchObject({ exitCode: 2 });
    }
    sh(dir, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    await expect(repo.publish('r1', target, 'alias', sha, target.head)).rejects.toThrow(/symbolic reference to/);
    sh(dir, 'branch', 'pawl');
    await expect(repo.publish('r1', target, 'pawl/x', sha, null)).rejects.toThrow(
      'branch pawl/x cannot be created because branch pawl exists',
    );
    expect(sh(dir, 'rev-parse', 'main')).toBe(target.head);
  });

  it('works from a linked work tree and says when the clone is gone', async () => {
    const dir = repository();
    const linked = join(tempDir(), 'linked');
    sh(dir, 'worktree', 'add', '-q', '-b', 'side', linked);
    const { repo, state_dir, target, commit } = await change(linked);
    const sha = await commit('1');
    expect(await repo.publish('r1', target, 'pawl/x', sha, null)).toBe(true);
    expect(sh(dir, 'rev-parse', 'pawl/x')).toBe(sha);
    rmSync(join(state_dir, 'runs/r1'), { recursive: true });
    await expect(repo.publish('r1', target, 'pawl/y', sha, null)).rejects.toThrow(/clone of run r1 is gone/);
  });

  it('brings nothing that the user’s repository could not follow', async () => {
    const dir = repository();
    const { repo, state_dir, target, clone } = await change(dir);
    const stray = repository({ 'other.txt': 'x' });
    const parent = sh(stray, 'rev-parse', 'HEAD');
    appendFileSync(join(state_dir, 'runs/r1/git/objects/info/alternates'), `${stray}/.git/objects\n`);
    const child = await clone.commit({ tree: await clone.treeOf(target.head), parent, message: 'x', at: 0 });
    await expect(repo.publish('r1', target, 'pawl/x', child, null)).rejects.toMatchObject({ reason: 'git_failed' });
    expect(await repo.branchTip(target, 'pawl/x')).toBeNull();
  });
});

describe('deleting a branch', () => {
  it('happens only while it points where it is said to, and is done once it is gone', async () => {
    const dir = repository();
    const { repo, target, commit } = await change(dir);
    const sha = await commit('1');
    await repo.publish('r1', target, 'pawl/x', sha, null);
    expect(await repo.deleteBranch(target, 'pawl/x', target.head)).toBe(false);
    expect(await repo.deleteBranch(target, 'pawl/x', sha)).toBe(true);
    expect(await repo.deleteBranch(target, 'pawl/x', sha)).toBe(true);
    expect(await repo.branchTip(target, 'pawl/x')).toBeNull();
    expect(sh(dir, 'branch', '--format=%(refname:short)')).toBe('main');
  });
});
