import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { adapter, fingerprint, inOne, put, repository, sh, tempDir } from './setup.ts';

it('counts what a run leaves out, by the rules of the tree and of the user, and writes nothing', async () => {
  const home = tempDir();
  put(home, { '.config/git/ignore': '*.mine\n' });
  const { repo } = adapter([], { HOME: home });
  const dir = repository({ '.gitignore': 'built/\n', 'a.txt': 'one\n', 'b.txt': 'two\n', 'sub/c.txt': 'three\n' });
  const target = await repo.inspect(join(dir, 'sub'));
  expect(await repo.uncommitted(target)).toBe(0);
  put(dir, { 'built/x.js': '', 'notes.mine': '', '.git/info/exclude': '*.local\n', 'x.local': '' });
  expect(await repo.uncommitted(target)).toBe(0);
  put(dir, { 'a.txt': 'changed\n', 'new/1.txt': '', 'new/2.txt': '', 'staged.txt': '' });
  inOne(dir, 'add staged.txt', 'rm -q b.txt');
  const before = [fingerprint(dir), lstatSync(join(dir, '.git/index')).mtimeMs];
  expect(await repo.uncommitted(target)).toBe(4);
  expect([fingerprint(dir), lstatSync(join(dir, '.git/index')).mtimeMs]).toEqual(before);
});

it('runs no program that the repository names', async () => {
  const { repo } = adapter();
  const dir = repository({ '.gitattributes': '*.txt filter=evil\n', 'a.txt': 'one\n' });
  const mark = join(tempDir(), 'ran');
  for (const key of ['filter.evil.clean', 'core.fsmonitor']) sh(dir, 'config', key, `touch ${mark}; cat`);
  put(dir, { 'a.txt': 'two\n' });
  expect(await repo.uncommitted(await repo.inspect(dir))).toBe(1);
  expect(existsSync(mark)).toBe(false);
  inOne(dir, 'status --short');
  expect(existsSync(mark)).toBe(true);
});
