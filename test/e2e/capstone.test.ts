import { spawnSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { startService } from '../adapters/sandboxes/e2b-service.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { attempts, finish, ladder, read, run, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { adder, edges, right, wrong } from './support/projects.ts';
import { branches, commitsOn, git } from './support/repo.ts';

const real = process.env.PAWL_TEST_E2B === 'real';
const walls = spawnSync('bwrap', ['--dev-bind', '/', '/', '--unshare-pid', 'true']).status === 0;
const reason = real || walls ? null : 'there is no bubblewrap to make a stand-in of its machines with';
if (reason !== null) console.log(`skipped: a whole run in E2B: ${reason}`);

const script = attempts(
  turns([read('add.js'), write('add.js', wrong), finish()]),
  turns([write('add.js', right), write('edges.test.js', edges), run('node --test'), finish()]),
);

describe(`a whole run in ${real ? 'E2B' : 'a stand-in of E2B'}`, () => {
  const timeout = real ? 20 * 60_000 : 120_000;
  test.skipIf(reason !== null)(
    'fails with a bug, goes back, and commits what passed',
    { timeout },
    async ({ place }) => {
      const service = real ? null : await startService();
      try {
        const models = await place.models(script);
        const target = place.repo(adder);
        const config = place.file('pawl.yaml', ladder(models.url));
        const env = service?.env ?? { E2B_API_KEY: process.env.E2B_API_KEY };
        const options = [
          '--target',
          target,
          '--config',
          config,
          '--sandbox',
          'e2b',
          '--plan',
          'single',
          '--yes',
          '--json',
        ];
        const ended = await place.pawl(['run', 'Make the sum right', ...options], { env });
        expect(ended).toMatchObject({ code: 0, stderr: '' });

        const events = expectEvents(ended.stdout);
        expect(ofType(events, 'verdict.reached').map(({ verdict }) => (verdict as { status: string }).status)).toEqual([
          'fail',
          'pass',
        ]);
        expect(ofType(events, 'review.scored').at(-1)).toMatchObject({ decision: 'approve' });
        expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'completed', attempts: 2 });

        const branch = 'pawl/make-the-sum-right';
        expect(branches(target)).toEqual(['main', branch]);
        expect(commitsOn(target, branch)).toHaveLength(1);
        expect(git(target, 'show', `${branch}:add.js`)).toBe(right);
        expect(git(target, 'show', `${branch}:edges.test.js`)).toBe(edges);
        expect(ended.stdout).not.toContain(env.E2B_API_KEY);
        expect(service?.machines.size ?? 0).toBe(0);
      } finally {
        await service?.close();
      }
    },
  );
});
