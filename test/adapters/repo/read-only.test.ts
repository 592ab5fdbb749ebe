import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outcomeOf, startChild } from '../../support/child.ts';
import { adapter, fingerprint, plainEnv, put, repository, sh, tempDir } from './setup.ts';

/** Permissions do not hold for root: the repository is mounted read-only for one process. */
it('a repository that cannot be written is told by name, and pushing from the clone still works', async () => {
  const dir = repository({ 'a.txt': '1' });
  const bare = join(tempDir(), 'remote.git');
  sh(dir, 'init', '-q', '--bare', bare);
  sh(dir, 'remote', 'add', 'origin', bare);
  const { repo, state_dir } = adapter();
  const target = await repo.inspect(dir);
  const clone = await repo.clone('r1', target);
  const workspace = await clone.workspace('main', await clone.treeOf(target.head));
  put(workspace.dir, { 'a.txt': '2' });
  const sha = await clone.commit({ tree: await workspace.snapshot(), parent: target.head, message: 'x', at: 1e12 });
  const before = fingerprint(dir);

  const walls = ['bwrap', '--dev-bind', '/', '/', '--ro-bind', dir, dir, '--die-with-parent', '--'];
  const child = await startChild(new URL('./read-only.child.ts', import.meta.url), [dir, state_dir, sha], {
    env: plainEnv('/nonexistent'),
    through: walls,
  });
  const told = await outcomeOf(child);
  expect(JSON.parse(told.stdout || '{}'), told.stderr).toEqual({
    publish: expect.stringMatching(/^git_failed: git unpack-objects .*(?:read-only|unable|cannot)/i),
    advance: expect.stringMatching(/^git_failed: /),
    keepRef: expect.stringMatching(/^git_failed: git update-ref /),
    pushed: true,
  });
  expect(fingerprint(dir)).toEqual(before);
  expect(sh(bare, 'rev-parse', 'pawl/x')).toBe(sha);
});
