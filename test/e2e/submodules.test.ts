import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { type Place, test } from './support/place.ts';
import { adder, right, wrong } from './support/projects.ts';
import { git, listing, makeRepo, put } from './support/repo.ts';

const walking = `import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { add } from '../add.js';

const cases = new URL('data/', import.meta.url);
test('nothing makes nothing', () => assert.equal(add(0, 0), 0));
for (const name of readdirSync(cases).filter((one) => one.endsWith('.json'))) {
  const [one, other, sum] = JSON.parse(readFileSync(new URL(name, cases), 'utf8'));
  test(name, () => assert.equal(add(one, other), sum));
}
`;

/** A project whose tests read what another repository keeps. */
function scene(place: Place): string {
  const data = makeRepo(join(place.dir, 'data'), { 'sum.json': '[2, 3, 5]' });
  const target = place.repo({
    'package.json': adder['package.json'] ?? '',
    'add.js': right,
    'test/add.test.js': walking,
  });
  git(target, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', data, 'test/data');
  git(target, 'commit', '-qam', 'data');
  return target;
}

const verify = (place: Place, target: string) => place.pawl(['verify', '--target', target, '--json']);

describe.concurrent('submodules', () => {
  test('are there for the tests that need them', async ({ place }) => {
    const target = scene(place);
    put(target, { 'add.js': wrong });
    const before = listing(target);
    const ended = await verify(place, target);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(ended.lines[0]).toMatchObject({
      tests: { total: 2 },
      test_failures: [{ test: 'test/add.test.js > sum.json' }],
    });
    expect(listing(target)).toEqual(before);
  });

  test('are missed aloud where nobody has fetched them, and tests of them are no new ones once they are', async ({
    place,
  }) => {
    const target = scene(place);
    git(target, 'submodule', '--quiet', 'deinit', 'test/data');
    put(target, { 'add.js': `${right}// More.\n` });
    const missed = await verify(place, target);
    expect(missed).toMatchObject({ code: 0, lines: [{ tests: { total: 1 } }] });
    const { warnings } = missed.lines[0] as unknown as { warnings: string[] };
    expect(warnings).toContain(
      'the submodule test/data is not there, so what needs it was not tested: git submodule update --init',
    );
    git(target, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    put(target, { 'add.js': `${wrong}// More.\n` });
    expect((await verify(place, target)).lines[0]).toMatchObject({ tests: { total: 2, broken: 1 } });
  });

  test('that move to another commit are named, since base is tested with the same files', async ({ place }) => {
    const target = scene(place);
    const data = join(target, 'lib/data');
    git(target, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(place.dir, 'data'), 'lib/data');
    git(target, 'commit', '-qam', 'lib');
    put(data, { 'sum.json': '[2, 3, 6]' });
    git(data, 'commit', '-qam', 'wrong');
    for (const change of [{}, { 'add.js': `${right}// More.\n` }]) {
      put(target, change);
      const [verdict] = (await verify(place, target)).lines as unknown as { warnings: string[]; confidence: number }[];
      expect(verdict?.warnings).toContain(
        'the submodule lib/data moved to another commit, but all tests ran with its files as they lie in the work tree, those of base as well',
      );
      expect(verdict?.confidence).toBeLessThanOrEqual(0.5);
    }
  });

  test('are not shown where a link lies in their place, or where their git directory would be', async ({ place }) => {
    const target = scene(place);
    put(target, { 'add.js': `${right}// More.\n` });
    git(target, 'update-index', '--skip-worktree', 'test/data');
    renameSync(join(target, 'test/data'), join(place.dir, 'mine'));
    symlinkSync(join(place.dir, 'mine'), join(target, 'test/data'));
    expect((await verify(place, target)).lines[0]).not.toMatchObject({ tests: { total: 2 } });
    rmSync(join(target, 'test/data'));
    git(target, 'clone', '-q', join(place.dir, 'data'), 'test/data');
    expect((await verify(place, target)).lines[0]).toMatchObject({ tests: { total: 1 } });
  });
});
