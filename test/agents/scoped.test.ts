import { expect, it } from 'vitest';
import { scopedWorkspace } from '../../src/agents/scoped.ts';
import { opened, repository } from '../adapters/repo/setup.ts';

const files = {
  'packages/a/one.js': 'const needle = 1;\n',
  'packages/b/two.js': 'const needle = 2;\n',
  'top.js': 'needle\n',
};

it('names everything from the scope, and nothing above it', async () => {
  const { workspace } = await opened(repository(files));
  const scoped = scopedWorkspace(workspace, 'packages/a');
  expect(await scoped.list()).toEqual(['one.js']);
  expect(new TextDecoder().decode((await scoped.read('one.js')) ?? new Uint8Array())).toBe(files['packages/a/one.js']);
  expect(await scoped.read('top.js')).toBeNull();
  expect(await scoped.search('needle', null)).toEqual([{ path: 'one.js', line: 1, text: 'const needle = 1;' }]);
  expect(await scoped.search('needle', '*.py')).toEqual([]);
  await expect(scoped.read('../b/two.js')).rejects.toThrow('is outside the repository');
  for (const refused of [scoped.read('/one.js'), scoped.write('/one.js', ''), scoped.search('x', '/packages')])
    await expect(refused).rejects.toThrow('is absolute');
});

it('writes below the scope', async () => {
  const { workspace } = await opened(repository(files));
  await scopedWorkspace(workspace, 'packages/a').write('new.js', 'x\n');
  expect(await workspace.list()).toContain('packages/a/new.js');
});

it('is the workspace itself where the whole repository is the target', async () => {
  const { workspace } = await opened(repository(files));
  expect(scopedWorkspace(workspace, '')).toBe(workspace);
});
