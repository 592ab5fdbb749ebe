import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ofType } from './support/contract.ts';
import { recover, stateOf } from './support/crash.ts';
import { finish, ladder, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, edges, right } from './support/projects.ts';
import { git } from './support/repo.ts';

/** `PAWL_SWEEP=all` tries every point of git; otherwise two in the midst of hooks and delivery. */
const isWhole = process.env.PAWL_SWEEP === 'all';

/** A repository whose hooks format files, add a line of their own to every message, and look at each push. */
async function scene(place: Place, name: string) {
  const target = place.repo(adder);
  const bare = join(place.dir, `${name}.git`);
  git(target, 'clone', '-q', '--bare', target, bare);
  git(target, 'remote', 'add', 'origin', bare);
  const hooks = {
    'pre-commit': 'grep -q formatted add.js || { echo "// formatted" >>add.js; git add add.js; }',
    'commit-msg': 'echo "Nonce: $(date +%N)" >>"$1"',
    'pre-push': 'read -r _ sha _; [ "$(git rev-parse HEAD)" = "$sha" ]',
  };
  for (const [hook, script] of Object.entries(hooks)) {
    writeFileSync(join(target, '.git/hooks', hook), `#!/bin/sh\n${script}\n`);
    chmodSync(join(target, '.git/hooks', hook), 0o755);
  }
  const server = await place.models(turns([write('add.js', right), write('edges.test.js', edges), finish()]));
  const here = ['--target', target, '--config', place.file(`${name}.yaml`, ladder(server.url)), '--json'];
  const start = ['run', 'make it add', ...here, '--yes', '--plan', 'single', '--review', 'checks', '--merge', '--push'];
  return { target, bare, server, here, start, resume: ['resume', ...here, '--yes'] };
}

test('kill -9 at any point of delivery with hooks: one commit, one merge, one push', async ({ place }) => {
  const points = isWhole ? Array.from({ length: 99 }, (_, index) => index + 1) : [14, 22];
  for (const point of points) {
    const name = `kill-${point}`;
    const trial = await scene(place, name);
    const env = stateOf(place, name);
    const first = await place.pawl(trial.start, { env: { ...env, PAWL_CRASH_AT: `git.#${point}` } });
    const isCrashed = first.signal === 'SIGKILL';
    const ended = isCrashed ? await recover(place, trial, env) : first;
    expect(ended.code, `${name}: ${ended.stderr}`).toBe(0);
    const { target, bare, here } = trial;
    const { events } = await place.pawl(['log', ...here], { env });
    for (const type of ['commit.created', 'branch.merged', 'branch.pushed'] as const)
      expect(ofType(events, type), `${name}: ${type}`).toHaveLength(1);
    expect(
      ofType(events, 'hooks.ran').map(({ outcome }) => outcome),
      name,
    ).toEqual(['changed', 'passed']);
    expect(git(target, 'rev-list', '--count', 'main'), name).toBe('2\n');
    expect(git(target, 'log', '-1', '--format=%B', 'main').match(/^Nonce: /gm), name).toHaveLength(1);
    expect(git(target, 'show', 'main:add.js'), name).toBe(`${right}// formatted\n`);
    expect(git(bare, 'rev-parse', 'main'), name).toBe(git(target, 'rev-parse', 'main'));
    expect(git(target, 'for-each-ref', '--format=%(refname)', 'refs/heads'), name).toMatch(
      /^refs\/heads\/main\n(?:refs\/heads\/pawl\/make-it-add\n)?$/,
    );
    expect(git(target, 'status', '--porcelain'), name).toBe('');
    expect(existsSync(join(target, '.git/index.lock')), name).toBe(false);
    await trial.server.close();
    if (!isCrashed) break;
  }
}, 1_800_000);
