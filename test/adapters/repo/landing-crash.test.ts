import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outcomeOf, startChild } from '../../support/child.ts';
import { adapter, fingerprint, plainEnv, put, repository, sh, tempDir } from './setup.ts';

/** `PAWL_SWEEP=all` tries every point; otherwise every fourth, from the third on. */
const isWhole = process.env.PAWL_SWEEP === 'all';
const [first, stride] = isWhole ? [1, 1] : [3, 4];

it(
  'killed at any point of a merge and a push, what goes on comes to the same end, once',
  async () => {
    let last = 99;
    let ends: unknown = null;
    for (let at = first; at <= last; at += stride) {
      const { dir, bare, state_dir, sha, base } = await scene();
      const go = async (crash: number) =>
        outcomeOf(
          await startChild(new URL('./lander.child.ts', import.meta.url), [dir, state_dir, sha, String(crash)], {
            env: { ...plainEnv('/nonexistent'), base },
          }),
        );
      const crashed = await go(at);
      if (crashed.code === 0) last = at;
      else expect(crashed.stderr).toBe('');
      const whole = await go(0);
      expect(JSON.parse(whole.stdout || '{}'), `at point ${at}: ${whole.stderr}`).toEqual({
        advanced: { files: 4 },
        pushed: true,
      });
      const end = {
        files: fingerprint(dir, (path) => path.startsWith('.git')),
        status: sh(dir, 'status', '--porcelain'),
        main: sh(dir, 'rev-list', '--count', 'main'),
        pushed: sh(bare, 'rev-list', '--count', 'main'),
        lock: existsSync(join(dir, '.git/index.lock')),
      };
      ends ??= end;
      expect(end, `at point ${at}`).toEqual(ends);
      expect(end).toMatchObject({ main: '2', pushed: '2', lock: false, status: 'M kept.txt\nA  staged.txt\n?? new/' });
    }
    expect(last).toBeGreaterThan(first);
  },
  isWhole ? 600_000 : 120_000,
);

/** Files that change and files that come, beside a person's own changes. */
async function scene() {
  const dir = repository({ 'a.txt': '1', 'gone.txt': '1', 'kept.txt': '1' });
  const bare = join(tempDir(), 'remote.git');
  sh(dir, 'init', '-q', '--bare', bare);
  sh(dir, 'remote', 'add', 'origin', bare);
  put(dir, { 'kept.txt': 'mine', 'staged.txt': 'mine', 'new/own.txt': 'mine' });
  sh(dir, 'add', 'staged.txt');
  const { repo, state_dir } = adapter();
  const target = await repo.inspect(dir);
  const clone = await repo.clone('r1', target);
  const workspace = await clone.workspace('main', await clone.treeOf(target.head));
  await workspace.write('a.txt', '2');
  await workspace.write('b/c.txt', '2');
  await workspace.write('d.txt', '2');
  await workspace.write('gone.txt', '');
  const tree = await workspace.snapshot();
  const sha = await clone.commit({ tree, parent: target.head, message: 'x', at: 1e12 });
  return { dir, bare, state_dir, sha, base: target.head };
}
