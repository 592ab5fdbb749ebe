import { expect, test } from 'vitest';
import { forging } from '../../src/engine/forge/forges.ts';
import type { Forge } from '../../src/ports/outside/forge.ts';
import type { Pull } from '../../src/schema/forge/pull.ts';

const closed: Pull = {
  ...{ number: 1, url: 'pawl pr show 1', title: 'fix: add', body: '', draft: false, state: 'closed' },
  ...{ head: 'pawl/add', head_sha: '1'.repeat(40), base: 'main' },
};

test('a pull request that was closed is not merged, which is no fault of the environment', async () => {
  const forge = { pull: async () => closed } as unknown as Forge;
  const needs = {
    forges: { open: async () => forge },
    forgeHosts: async () => ({}),
    target: async () => ({}),
    repo: { remotes: async () => [], origin: async () => null },
  } as unknown as Parameters<typeof forging>[0];
  await expect(forging(needs, async () => undefined).mergePull(1)).rejects.toMatchObject({
    exitCode: 2,
    message: 'pull request 1 is closed; to take its work all the same: git merge pawl/add',
  });
});
