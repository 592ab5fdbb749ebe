import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../src/adapters/state-folder.ts';
import { tempDir } from './repo/setup.ts';

it('makes a folder with its parents and names the first that was missing', () => {
  const dir = tempDir();
  expect(makeFolder(join(dir, 'a/b/c'))).toBe(join(dir, 'a'));
  expect(makeFolder(join(dir, 'a/b/c'))).toBeNull();
});

it('says so where the system lets nobody make one', () => {
  const unusable = { message: expect.stringContaining('XDG_STATE_HOME can name another folder'), exitCode: 8 };
  expect(() => makeFolder('/proc/nowhere/pawl')).toThrow(expect.objectContaining(unusable));
});
