import { chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepo } from '../../../src/adapters/repo/repo.ts';
import { adapter, asRoot, fingerprint, repository, sh, tempDir } from './setup.ts';

describe('inspecting a target', () => {
  it('names the top, the scope, the commit and the branch', async () => {
    const dir = repository({ 'packages/x/a.txt': 'one\n' });
    symlinkSync(join(dir, 'packages'), join(dir, 'link'));
    const { repo } = adapter();
    const target = await repo.inspect(join(dir, 'link/x'));
    expect(target).toEqual({
      dir: join(dir, 'packages/x'),
      top: dir,
      scope: 'packages/x',
      git_dir: join(dir, '.git'),
      head: sh(dir, 'rev-parse', 'HEAD'),
      branch: 'main',
    });
  });

  it('says null for the branch of a detached HEAD', async () => {
    const dir = repository();
    sh(dir, 'checkout', '-q', '--detach');
    const { repo } = adapter();
    expect(await repo.inspect(dir)).toMatchObject({ branch: null, scope: '' });
  });

  it('works in a linked work tree and in a submodule', async () => {
    const dir = repository();
    const inner = repository({ 'inner.txt': 'x\n' });
    const linked = join(tempDir(), 'linked');
    sh(dir, 'worktree', 'add', '-q', '-b', 'side', linked);
    sh(dir, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
    const { repo } = adapter();
    expect(await repo.inspect(linked)).toMatchObject({ top: linked, branch: 'side' });
    const sub = await repo.inspect(join(dir, 'sub'));
    expect(sub).toMatchObject({ top: join(dir, 'sub'), git_dir: join(dir, '.git/modules/sub') });
    for (const [run, place] of [
      ['r1', linked],
      ['r2', join(dir, 'sub')],
    ] as const) {
      const target = await repo.inspect(place);
      const clone = await repo.clone(run, target);
      expect(await clone.list(await clone.treeOf(target.head))).toHaveLength(1);
    }
  });

  it('refuses each place that cannot be a target, in one line with a reason', async () => {
    const { repo } = adapter();
    const empty = tempDir();
    const bare = tempDir();
    sh(bare, 'init', '-q', '--bare');
    const unborn = tempDir();
    sh(unborn, 'init', '-q');
    const inside = join(repository(), '.git/refs');
    const file = join(repository(), 'a.txt');
    const cases: [string, string, RegExp][] = [
      [join(empty, 'nowhere'), 'no_target', /does not exist/],
      [file, 'no_target', /not a folder/],
      [empty, 'not_a_repository', /not inside a git repository/],
      [inside, 'not_a_repository', /inside a git directory/],
      [bare, 'bare', /bare repository/],
      [unborn, 'unborn', /pawl init/],
    ];
    for (const [dir, reason, message] of cases) {
      const error = await repo.inspect(dir).catch((caught) => caught);
      expect(error).toMatchObject({ reason, exitCode: 2 });
      expect(error.message).toMatch(message);
      expect(error.message).toContain(dir);
      expect(error.message).not.toContain('\n');
    }
  });

  it('tells a damaged repository from one without commits', async () => {
    const { repo } = adapter();
    const broken = repository();
    writeFileSync(join(broken, '.git/refs/heads/main'), 'rubbish\n');
    await expect(repo.inspect(broken)).rejects.toMatchObject({ reason: 'git_failed' });

    const lost = repository();
    rmSync(join(lost, '.git/objects'), { recursive: true });
    mkdirSync(join(lost, '.git/objects'));
    await expect(repo.inspect(lost)).rejects.toMatchObject({ reason: 'git_failed' });

    const garbled = repository();
    writeFileSync(join(garbled, '.git/config'), '[core\n');
    await expect(repo.inspect(garbled)).rejects.toThrow(/bad config/);
  });

  it('leaves every byte of the repository as it was, also an index with stale times', async () => {
    const dir = repository();
    utimesSync(join(dir, 'a.txt'), 1000, 1000);
    const before = fingerprint(dir);
    const index = readFileSync(join(dir, '.git/index'));
    const { repo } = adapter();
    await repo.inspect(dir);
    expect(fingerprint(dir)).toEqual(before);
    sh(dir, 'status');
    expect(readFileSync(join(dir, '.git/index')).equals(index), 'plain git refreshes the index').toBe(false);
  });

  it.skipIf(!asRoot())('reads a repository that belongs to another user (needs root to make one)', async () => {
    const dir = repository();
    for (const path of ['', '.git', 'a.txt']) chownSync(join(dir, path), 65534, 65534);
    const { repo } = adapter();
    expect(await repo.inspect(dir)).toMatchObject({ branch: 'main' });
  });

  it('says that git is missing', async () => {
    const dir = repository();
    const repo = gitRepo({ waste: [], state_dir: tempDir(), env: { PATH: tempDir() }, point: () => undefined });
    await expect(repo.inspect(dir)).rejects.toMatchObject({ reason: 'no_git', exitCode: 8 });
  });

  it('is not misled by git variables in its own environment', async () => {
    const dir = repository();
    const other = repository({ 'other.txt': 'x' });
    const env = { ...process.env, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other, GIT_INDEX_FILE: '/nowhere' };
    const repo = gitRepo({ waste: [], state_dir: tempDir(), env, point: () => undefined });
    expect(await repo.inspect(dir)).toMatchObject({ top: dir });
  });
});
