import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeTree } from '../../src/adapters/remove-tree.ts';
import { tempDir } from '../support/temp.ts';

test('a folder is removed with all that is in it, and one that is not there is none', async () => {
  const folder = join(tempDir(), 'folder');
  mkdirSync(join(folder, 'deep/down'), { recursive: true });
  writeFileSync(join(folder, 'deep/file'), '');
  await removeTree(folder);
  expect(existsSync(folder)).toBe(false);
  await removeTree(folder);
});

test('a nest too deep for its path to be named is removed', async () => {
  const folder = join(tempDir(), 'folder');
  mkdirSync(folder);
  const name = 'd'.repeat(200);
  const nest = `i=0; while [ $((i+=1)) -lt 40 ]; do mkdir ${name} && cd -P ${name} || exit 1; done; touch file; chmod 0 .`;
  expect(spawnSync('sh', ['-c', nest], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  await removeTree(folder);
  expect(existsSync(folder)).toBe(false);
});
