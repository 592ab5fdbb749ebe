import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRunner } from '../../../src/adapters/repo/git.ts';
import { removeClone } from '../../../src/adapters/repo/remove.ts';
import { gitRepo } from '../../../src/adapters/repo/repo.ts';
import { treesOf } from '../../../src/adapters/repo/trees/trees.ts';
import { adapter, fingerprint, opened, plainEnv, put, repository, sh, tempDir } from './setup.ts';

describe('a private clone', () => {
  it('is made once, for its owner alone, and changes nothing in the repository', async () => {
    const dir = repository();
    const { repo, state_dir } = adapter();
    const before = fingerprint(dir);
    const target = await repo.inspect(dir);
    await repo.clone('r1', target);
    expect(statSync(join(state_dir, 'runs/r1')).mode & 0o777).toBe(0o700);
    const made = fingerprint(state_dir);
    await repo.clone('r1', target);
    expect(fingerprint(state_dir)).toEqual(made);
    expect(fingerprint(dir)).toEqual(before);
    await expect(repo.clone('../r1', target)).rejects.toMatchObject({ reason: 'path_refused' });
  });

  it('lists and reads the files of a tree', async () => {
    const dir = repository({ 'a.txt': 'é\n', 'b/c d.txt': 'x', 'b/"q"\n.txt': 'y' });
    symlinkSync('a.txt', join(dir, 'link'));
    sh(dir, 'add', '-A');
    sh(dir, 'commit', '-qm', 'more');
    const { clone, base } = await opened(dir);
    expect(await clone.list(base)).toEqual(['a.txt', 'b/"q"\n.txt', 'b/c d.txt', 'link']);
    expect(await clone.read(base, 'a.txt')).toBe('é\n');
    expect(await clone.read(base, 'b/"q"\n.txt')).toBe('y');
    for (const path of ['link', 'b', 'nowhere', '../a.txt']) expect(await clone.read(base, path)).toBeNull();
    await expect(clone.treeOf('nothing')).rejects.toMatchObject({ reason: 'git_failed', exitCode: 8 });
  });

  it('names a file that git has lost, instead of reading it as an empty one', async () => {
    const dir = repository({ 'a.txt': 'one', 'b.txt': 'two' });
    const [oid, tree] = [sh(dir, 'rev-parse', 'HEAD:a.txt').trim(), sh(dir, 'rev-parse', 'HEAD^{tree}').trim()];
    rmSync(join(dir, '.git/objects', oid.slice(0, 2), oid.slice(2)));
    const trees = treesOf(gitRunner(plainEnv('/nonexistent')), join(dir, '.git'));
    await expect(trees.readMany(tree, ['a.txt', 'b.txt'])).rejects.toMatchObject({ reason: 'damaged', exitCode: 8 });
  });

  it('says what differs between two trees', async () => {
    const dir = repository({ 'keep.txt': 'k', 'gone.txt': '1\n2\n', 'c d\n".txt': 'a\nb\n', bin: Buffer.from([0, 1]) });
    const { clone, base, workspace } = await opened(dir);
    rmSync(join(workspace.dir, 'gone.txt'));
    put(workspace.dir, { 'c d\n".txt': 'a\nB\nc\n', 'né.txt': 'new\n', bin: Buffer.from([0, 2]) });
    chmodSync(join(workspace.dir, 'keep.txt'), 0o755);
    const { changes, patch } = await clone.diff(base, await workspace.snapshot());
    expect(changes.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'bin', status: 'modified', insertions: 0, deletions: 0 },
      { path: 'c d\n".txt', status: 'modified', insertions: 2, deletions: 1 },
      { path: 'gone.txt', status: 'deleted', insertions: 0, deletions: 2 },
      { path: 'keep.txt', status: 'modified', insertions: 0, deletions: 0 },
      { path: 'né.txt', status: 'added', insertions: 1, deletions: 0 },
    ]);
    expect(patch).toContain('+++ b/né.txt\n@@ -0,0 +1 @@\n+new');
    expect(patch).toContain('Binary files a/bin and b/bin differ');
    expect(patch).toContain('new mode 100755');
    expect(await clone.diff(base, base)).toEqual({ changes: [], patch: '' });
  });

  it('shows a rename as one file gone and one new', async () => {
    const { clone, base, workspace } = await opened(repository({ 'old.txt': 'same\n'.repeat(50) }));
    rmSync(join(workspace.dir, 'old.txt'));
    put(workspace.dir, { 'new.txt': 'same\n'.repeat(50) });
    const { changes } = await clone.diff(base, await workspace.snapshot());
    expect(changes.map(({ path, status }) => [path, status])).toEqual([
      ['new.txt', 'added'],
      ['old.txt', 'deleted'],
    ]);
  });

  it('lays the named paths of one tree over another', async () => {
    const dir = repository({ 'a.txt': '1', 'b.txt': '1', 'c.txt': '1', 'd/e.txt': '1', 'd/f.txt': '1' });
    const { clone, base, workspace } = await opened(dir);
    put(workspace.dir, { 'a.txt': '2', 'b.txt': '2', 'n/new.txt': '2' });
    rmSync(join(workspace.dir, 'd'), { recursive: true });
    writeFileSync(join(workspace.dir, 'd'), 'now a file');
    const from = await workspace.snapshot();
    expect(await clone.overlay(base, from, [])).toBe(base);
    expect(await clone.overlay(base, from, [...(await clone.list(base)), ...(await clone.list(from))])).toBe(from);

    const mixed = await clone.overlay(base, from, ['a.txt', 'd/e.txt', 'n/new.txt', 'nowhere.txt']);
    expect(await clone.list(mixed)).toEqual(['a.txt', 'b.txt', 'c.txt', 'd/f.txt', 'n/new.txt']);
    expect(await clone.read(mixed, 'a.txt')).toBe('2');
    expect(await clone.read(mixed, 'b.txt')).toBe('1');

    const file = await clone.overlay(base, from, ['d']);
    expect(await clone.list(file)).toEqual(['a.txt', 'b.txt', 'c.txt', 'd']);
  });

  it('makes the same commit from the same parts, also after a restart and a change of name', async () => {
    const dir = repository();
    const home = tempDir();
    writeFileSync(join(home, '.gitconfig'), '[user]\nname = Zoë\nemail = zoe@example.test\n');
    const state_dir = tempDir();
    const points: string[] = [];
    const start = () => gitRepo({ waste: [], state_dir, env: plainEnv(home), point: (name) => points.push(name) });
    const target = await start().inspect(dir);
    const make = async (at: number) => {
      const clone = await start().clone('r1', target);
      const tree = await clone.treeOf(target.head);
      return clone.commit({ tree, parent: target.head, message: 'Title\n\nBody é\0\n', at });
    };
    const sha = await make(1_700_000_000_500);
    writeFileSync(join(home, '.gitconfig'), '[user]\nname = Other\n');
    expect(await make(1_700_000_000_900)).toBe(sha);
    expect(await make(1_700_000_001_000)).not.toBe(sha);
    expect(points).toContain('git.commit');
    const raw = sh(dir, '--git-dir', join(state_dir, 'runs/r1/git'), 'cat-file', 'commit', sha);
    expect(raw).toContain('author Zoë <zoe@example.test> 1700000000 +0000');
    expect(raw).toContain('committer Zoë <zoe@example.test> 1700000000 +0000');
    expect(raw).toMatch(/\n\nTitle\n\nBody é$/);

    writeFileSync(join(state_dir, 'runs/r1/identity.json'), '{');
    await expect(make(0)).rejects.toMatchObject({ reason: 'damaged' });
  });

  it('commits as Pawl where the user has no name', async () => {
    const { state_dir, target, clone, base } = await opened(repository());
    const sha = await clone.commit({ tree: base, parent: target.head, message: 'x', at: 0 });
    const raw = sh(state_dir, '--git-dir', join(state_dir, 'runs/r1/git'), 'cat-file', 'commit', sha);
    expect(raw).toContain('author Pawl <pawl@localhost> 0 +0000');
  });

  it('works from shallow and sparse clones, and says when objects are missing', async () => {
    const origin = repository({ 'a.txt': '1', 'sub/b.txt': '1' });
    put(origin, { 'a.txt': '2' });
    sh(origin, 'commit', '-qam', 'second');
    const places = tempDir();
    const allow = ['-c', 'protocol.file.allow=always', '-c', 'uploadpack.allowFilter=true'];
    sh(places, ...allow, 'clone', '-q', '--depth=1', `file://${origin}`, 'shallow');
    sh(places, ...allow, 'clone', '-q', '--sparse', `file://${origin}`, 'sparse');
    for (const name of ['shallow', 'sparse']) {
      const { repo, target, clone, workspace } = await opened(join(places, name));
      expect(Object.keys(fingerprint(workspace.dir))).toEqual(['a.txt', 'sub', 'sub/b.txt']);
      put(workspace.dir, { 'new.txt': 'x' });
      const tree = await workspace.snapshot();
      const sha = await clone.commit({ tree, parent: target.head, message: 'x', at: 0 });
      expect(await repo.publish('r1', target, 'pawl/x', sha, null)).toBe(true);
      expect(sh(join(places, name), 'show', 'pawl/x:new.txt')).toBe('x');
    }

    const lacking = repository({ 'a.txt': '1', 'b.txt': '2' });
    const blob = sh(lacking, 'rev-parse', 'HEAD:b.txt');
    rmSync(join(lacking, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const { repo } = adapter();
    await expect(repo.clone('r1', await repo.inspect(lacking))).rejects.toThrow(/lacks 1 objects.*partial/);
  });

  it('works with SHA-256 repositories', async () => {
    const dir = tempDir();
    sh(dir, 'init', '-q', '--object-format=sha256');
    put(dir, { 'a.txt': '1' });
    sh(dir, 'add', '-A');
    sh(dir, 'commit', '-qm', 'first');
    const { repo, target, clone, workspace } = await opened(dir);
    put(workspace.dir, { 'a.txt': '2' });
    const tree = await workspace.snapshot();
    const sha = await clone.commit({ tree, parent: target.head, message: 'x', at: 0 });
    expect(await repo.publish('r1', target, 'pawl/x', sha, null)).toBe(true);
    expect(sh(dir, 'show', 'pawl/x:a.txt')).toBe('2');
  });

  it('is removed whole, and says how much that freed', async () => {
    const { state_dir, workspace } = await opened(repository());
    put(workspace.dir, { 'locked/big.txt': 'x'.repeat(5000) });
    chmodSync(join(workspace.dir, 'locked'), 0o500);
    const onDisk = Number(execFileSync('du', ['-sk', join(state_dir, 'runs/r1')], { encoding: 'utf8' }).split('\t')[0]);
    const freed = await removeClone(state_dir, 'r1');
    expect(freed / 1024).toBeGreaterThan(onDisk * 0.9);
    expect(freed / 1024).toBeLessThan(onDisk * 1.1);
    expect(() => statSync(join(state_dir, 'runs/r1'))).toThrow();
    expect(await removeClone(state_dir, 'r1')).toBe(0);
    await expect(removeClone(state_dir, '..')).rejects.toMatchObject({ reason: 'path_refused' });
  });

  it('finds the objects again when the repository has moved', async () => {
    const dir = repository();
    const { state_dir, repo } = adapter();
    await repo.clone('r1', await repo.inspect(dir));
    const moved = join(tempDir(), 'moved "here"');
    sh('/', 'clone', '-q', '--no-hardlinks', dir, moved);
    rmSync(dir, { recursive: true });
    const later = gitRepo({ waste: [], state_dir, env: plainEnv('/nonexistent'), point: () => undefined });
    const target = await later.inspect(moved);
    const clone = await later.clone('r1', target);
    expect(await clone.list(await clone.treeOf(target.head))).toEqual(['a.txt']);
    expect(readFileSync(join(state_dir, 'runs/r1/git/objects/info/alternates'), 'utf8')).toContain(moved);
  });
});
