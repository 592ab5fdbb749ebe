import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitRunner } from '../../../src/adapters/repo/git.ts';
import { treesOf } from '../../../src/adapters/repo/trees/trees.ts';
import { checkOutSmall } from '../../../src/adapters/repo/workspace/small-checkout.ts';
import { plainEnv, repository, sh, tempDir } from './setup.ts';

const dir = () => {
  const from = repository({ 'a.txt': '/etc\n' });
  const { objects } = treesOf(gitRunner(plainEnv('/nonexistent')), join(from, '.git'));
  return { objects, oid: sh(from, 'rev-parse', 'HEAD:a.txt') };
};

it.each([
  ['leads out of the folder', ['../x']],
  ['is in a git directory', ['.git/hooks/pre-commit']],
  ['is in one by another name', ['GIT~1/config']],
  ['goes through another', ['a', 'a/passwd']],
  ['has the name of another', ['a', 'a']],
])('leaves a tree to git in which a path %s', async (_, paths) => {
  const { objects, oid } = dir();
  const into = tempDir();
  const entries = paths.map((path, at) => ({ path, oid, mode: at === 0 ? '120000' : '100644' }));
  expect(await checkOutSmall(into, entries, objects)).toBe(false);
  expect(readdirSync(into)).toEqual([]);
});

it('leaves a tree to git that lacks a file', async () => {
  const { objects } = dir();
  const entry = { path: 'a', oid: '0'.repeat(40), mode: '100644' };
  expect(await checkOutSmall(tempDir(), [entry], objects)).toBe(false);
});
