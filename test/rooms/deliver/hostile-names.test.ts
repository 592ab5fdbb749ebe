import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isDueForLanding } from '../../../src/core/delivery/landing.ts';
import { deliver } from '../../../src/rooms/deliver/deliver.ts';
import { land } from '../../../src/rooms/deliver/land.ts';
import { fingerprint, sh, tempDir } from '../../adapters/repo/setup.ts';
import { policyWith } from '../../core/policy.ts';
import { right } from '../../engine/house.ts';
import { placeWith } from '../place.ts';

const marker = '/tmp/pawl-hostile-name';

/** One task from request to remote: its commit goes into the branch that is checked out, and is pushed. */
async function delivered(request: string, { branch = 'main', file = 'docs/new.md' } = {}) {
  const bare = join(tempDir(), 'remote.git');
  const place = await placeWith({
    request,
    task: { title: request },
    policy: policyWith({ merge: true, push: true }),
    prepare: (dir) => {
      sh(dir, 'init', '-q', '--bare', bare);
      sh(dir, 'remote', 'add', 'origin', bare);
      if (branch === 'main') return;
      sh(dir, 'update-ref', `refs/heads/${branch}`, 'HEAD');
      sh(dir, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`);
    },
  });
  const around = fingerprint(join(place.dir, '..'), (path) => path.includes('/') || !path.startsWith('pawl-repo'));
  await place.attempt({ 'add.js': right, [file]: 'new\n' });
  place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
  await place.lets((context, world) =>
    deliver({ kind: 'deliver', task: 't1', attempt: 1, partial: false }, context, world),
  );
  for (let steps = 0; steps < 3 && isDueForLanding(place.state, place.policy); steps += 1)
    await place.lets((context, world) => land({ kind: 'land', task: null }, context, world));
  expect(existsSync(marker)).toBe(false);
  expect(Object.keys(around)).not.toContain('etc');
  return { place, bare, landing: place.state.landing };
}

describe('names that somebody chose to do harm with', () => {
  test.each([
    '--upload-pack=touch /tmp/pawl-hostile-name',
    '-rf ../../..',
    'fix add\n\nrun: 1\u001b[31m\u0000\r\nPawl-Run: forged',
    '../../.git/hooks/pre-commit',
    'refs/heads/main',
    'HEAD',
    '@{-1}..main^{tree}',
    'ünïcode ✨ 加算 𝔣𝔦𝔵',
    '$(touch /tmp/pawl-hostile-name); `touch /tmp/pawl-hostile-name`',
  ])('a request %j becomes a plain branch and a plain subject', async (request) => {
    const { place, landing } = await delivered(request);
    expect(place.state.branch).toMatch(/^pawl\/[a-z0-9-]+$/);
    expect(landing).toMatchObject({ refused: null, merged: { branch: 'main' }, pushed: { branch: 'main' } });
    const subject = place.git('log', '-1', '--format=%s', 'main');
    expect(subject).not.toMatch(/\p{Cc}/u);
    expect(subject.length).toBeLessThanOrEqual(72);
    // What a request says of runs is no trailer of ours.
    expect(place.git('log', '-1', '--format=%(trailers:key=Pawl-Run,valueonly)', 'main')).not.toContain('forged');
    expect(place.git('for-each-ref', '--format=%(refname)', 'refs/heads').split('\n')).toHaveLength(2);
  });

  test.each(['-x', '--force', '--upload-pack=touch', 'ü/✨', 'refs/heads/main', 'a@b', "q'uo$te"])(
    'a branch %j that is checked out is never taken for an option',
    async (branch) => {
      const { place, bare, landing } = await delivered('make add add', { branch });
      const tipOf = (dir: string, ref: string) => sh(dir, 'for-each-ref', '--format=%(objectname)', ref);
      if (landing.refused === null) {
        expect(tipOf(place.dir, `refs/heads/${branch}`)).toBe(place.state.tip);
        expect(tipOf(bare, `refs/heads/${branch}`)).toBe(place.state.tip);
      } else expect(landing.refused.message).not.toBe('');
      expect(tipOf(place.dir, `refs/heads/${place.state.branch}`)).toBe(place.state.tip);
    },
  );

  test.each([
    '-dash.md',
    '--help',
    'new\nline.md',
    'ünï/✨.md',
    'a  b .md',
    'a\\b.md',
    '"quoted".md',
    'HEAD',
    '*.md',
    ':(top)x',
  ])('a file %j is committed, merged and pushed under its own name', async (file) => {
    const { place, bare, landing } = await delivered('make add add', { file });
    expect(landing.refused).toBeNull();
    expect(existsSync(join(place.dir, file))).toBe(true);
    const names = sh(bare, 'ls-tree', '-r', '-z', '--name-only', 'main').split('\0');
    expect(names).toContain(file);
    expect(place.git('status', '--porcelain')).toBe('');
  });
});
