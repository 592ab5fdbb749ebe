import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stillHeld } from '../../../src/engine/history/still-held.ts';
import { adapter, inOne, put, repository, sh, tempDir } from './setup.ts';

/** A repository whose branch `work` has two commits that `main` does not have. */
async function scene() {
  const dir = repository();
  const base = sh(dir, 'rev-parse', 'HEAD');
  const commit = (message: string) => {
    put(dir, { [`${message}.txt`]: `${message}\n` });
    inOne(dir, 'add -A', `commit -q -m ${message}`);
    return sh(dir, 'rev-parse', 'HEAD');
  };
  sh(dir, 'switch', '-q', '-c', 'work');
  const commits = [commit('one'), commit('two')];
  sh(dir, 'switch', '-q', 'main');
  const { repo } = adapter();
  const look = async () => {
    const target = await repo.inspect(dir);
    return (await repo.holders(target, commits)).filter(({ branch }) => branch !== 'work');
  };
  const type = async () => {
    const [sentence = ''] = stillHeld(await look(), (await repo.inspect(dir)).top);
    const command = /; to take (?:it|them) back: (git .*)$/.exec(sentence)?.[1] ?? '';
    for (const part of command.split(' && ')) sh(dir, ...part.split(' ').slice(1));
    return command;
  };
  const [one = '', two = ''] = commits;
  return { dir, base, one, two, commit, look, type, reverted: `${two.slice(0, 12)} ${one.slice(0, 12)}` };
}

describe('branches that contain commits', () => {
  it('are none before somebody merges, and commits that are gone are in none', async () => {
    const { dir, look } = await scene();
    expect(await look()).toEqual([]);
    const { repo } = adapter();
    expect(await repo.holders(await repo.inspect(dir), ['1'.repeat(40)])).toEqual([]);
  });

  it('can go back where nothing came after, fast-forward or with a merge commit', async () => {
    for (const how of ['--ff-only', '--no-ff']) {
      const { dir, base, one, two, look, type } = await scene();
      inOne(dir, `merge -q --no-edit ${how} work`);
      expect(await look()).toEqual([{ branch: 'main', commits: [two, one], before: base, worktree: dir }]);
      put(dir, { 'untracked.txt': 'x' });
      expect(await type()).toBe(`git reset --keep ${base.slice(0, 12)}`);
      expect(sh(dir, 'rev-parse', 'main')).toBe(base);
    }
  });

  it('name those that it has, where a part was merged', async () => {
    const { dir, base, one, look } = await scene();
    sh(dir, 'merge', '-q', one);
    expect(await look()).toMatchObject([{ commits: [one], before: base }]);
  });

  it.each([
    ['something came after', '--ff-only'],
    ['something came after', '--no-ff'],
    ['a file is changed', '--ff-only'],
    ['the branch was pushed', '--ff-only'],
  ])('are reverted where %s (%s), once', async (what, how) => {
    const { dir, base, two, commit, look, type, reverted } = await scene();
    inOne(dir, `merge -q --no-edit ${how} work`);
    if (what === 'something came after') commit('after');
    if (what === 'a file is changed') put(dir, { 'a.txt': 'mine\n' });
    if (what === 'the branch was pushed') sh(dir, 'update-ref', 'refs/remotes/origin/main', two);
    expect(await look()).toMatchObject([{ before: null }]);
    expect(await type()).toBe(`git revert --no-edit ${reverted}`);
    expect(sh(dir, 'diff', '--name-only', base, 'main', '--', 'one.txt', 'two.txt')).toBe('');
    expect(await look()).toEqual([]);
    sh(dir, 'revert', '--no-edit', 'HEAD');
    expect(await look()).toHaveLength(1);
  });

  it('contain them no more once the merge is reverted', async () => {
    const { dir, look } = await scene();
    inOne(dir, 'merge -q --no-edit --no-ff work', 'revert --no-edit -m 1 HEAD');
    expect(await look()).toEqual([]);
  });

  it('keep what was merged together with them', async () => {
    const { dir, commit, look } = await scene();
    sh(dir, 'switch', '-q', 'work');
    commit('mine');
    sh(dir, 'switch', '-q', 'main');
    inOne(dir, 'merge -q --no-edit --no-ff work');
    expect(await look()).toMatchObject([{ before: null }]);
  });

  it('may be checked out elsewhere, or nowhere', async () => {
    const { dir, base, one, look, type, reverted } = await scene();
    const tree = join(tempDir(), 'a tree');
    sh(dir, 'worktree', 'add', '-q', '-b', 'other', tree, 'work');
    const list = await look();
    expect(list).toMatchObject([{ branch: 'other', before: null, worktree: tree }]);
    const moved = `other still contains ${reverted.replace(' ', ', ')}; to take them back: git -C '${tree}' revert --no-edit ${reverted}`;
    expect(stillHeld(list, dir)).toEqual([moved]);
    sh(dir, 'worktree', 'remove', tree);
    expect(await type()).toBe(`git branch --force other ${base.slice(0, 12)}`);
    expect(sh(dir, 'rev-parse', 'other')).toBe(base);
    for (let number = 1; number <= 7; number += 1) sh(dir, 'branch', `b${number}`, one);
    const sentences = stillHeld(await look(), dir);
    expect(sentences).toHaveLength(6);
    expect(sentences[5]).toBe(`2 more branches contain them; to list all: git branch --contains ${one.slice(0, 12)}`);
  });
});
