import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bubblewrap } from '../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { endingOf } from '../../../src/core/run/ending/ending.ts';
import { rowFor } from '../../../src/core/task/task-table.ts';
import { places } from '../../../src/languages/registry.ts';
import { deliver } from '../../../src/rooms/deliver/deliver.ts';
import { land } from '../../../src/rooms/deliver/land.ts';
import type { Policy } from '../../../src/schema/settings/policy.ts';
import { adapter, fingerprint, put, sh, tempDir } from '../../adapters/repo/setup.ts';
import { policyWith } from '../../core/policy.ts';
import { right } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

const own = 'pawl/make-add-add';
const { kind: _, ...limits } = policyWith().sandbox;
const sandbox = bubblewrap({ equipment: places(), ...limits, env: process.env });

/** A change that passed its tests and is about to be committed, in a repository with these hooks. */
async function passed(
  hooks: Record<string, string>,
  more: { policy?: Partial<Policy>; prepare?(dir: string): void; env?: Record<string, string> } = {},
) {
  const policy = policyWith({ review: 'off', hooks: { seconds: 20 }, ...more.policy });
  const place = await placeWith({
    policy,
    world: { sandbox },
    prepare: (dir) => {
      for (const [path, script] of Object.entries(hooks)) hook(join(dir, path), script);
      more.prepare?.(dir);
    },
  });
  const { env } = more;
  if (env) {
    const { repo } = adapter([], env);
    Object.assign(place.world, { repo: { ...place.world.repo, hooks: repo.hooks } });
  }
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
  const before = fingerprint(place.dir, (path) => path.startsWith('.git/objects') || path.startsWith('.git/refs'));
  const said = await place.lets((context, world) =>
    deliver({ kind: 'deliver', task: 't1', attempt: 1, partial: false }, context, world),
  );
  const after = fingerprint(place.dir, (path) => path.startsWith('.git/objects') || path.startsWith('.git/refs'));
  expect(stripLogs(after)).toEqual(stripLogs(before));
  const next = () => {
    const [task] = place.state.tasks;
    if (!task) throw new Error('there is no task');
    return rowFor(task, policy, place.state.baseline, { tip: place.state.tip });
  };
  return { place, said, next, policy };
}

/** What publishing a branch leaves besides it. */
const stripLogs = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('.git/logs')));

function hook(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const messageOf = (dir: string): string => sh(dir, 'log', '-1', '--format=%B', own);

describe('a hook that passes', () => {
  test('sees what is staged on which branch, and the words of the commit are as it leaves them', async () => {
    const looks = `[ "$(git diff --cached --name-only)" = add.js ] && [ "$(git rev-parse --abbrev-ref HEAD)" = ${own} ]`;
    const { place, said } = await passed({
      '.git/hooks/pre-commit': `${looks} && git log -1 --format=%s | grep -q first && [ -z "$(git diff)" ]`,
      '.git/hooks/prepare-commit-msg': '[ "$2" = message ] && echo "Ticket: T-1" >>"$1"',
      '.git/hooks/commit-msg': 'grep -q "^Ticket: T-1$" "$1" && sed -i s/T-1/T-2/ "$1"',
    });
    expect(only(said, 'hooks.ran')).toMatchObject({ outcome: 'passed', message_ref: expect.any(String) });
    expect(only(said, 'commit.created').branch).toBe(own);
    expect(messageOf(place.dir)).toMatch(/^fix: make add add\n[\s\S]*\nTicket: T-2$/);
    expect(sh(place.dir, 'show', `${own}:add.js`)).toBe(right.trim());
  });

  test('is not asked again after a crash: the commit is the same', async () => {
    const { place, said } = await passed({ '.git/hooks/commit-msg': 'date +%N >>"$1"' });
    const { sha } = only(said, 'commit.created');
    place.events.splice(
      place.events.findIndex(({ type }) => type === 'commit.created'),
      1,
    );
    const again = await place.lets((context, world) =>
      deliver({ kind: 'deliver', task: 't1', attempt: 1, partial: false }, context, world),
    );
    expect(again).toMatchObject([{ type: 'commit.created', sha, branch: own }]);
    expect(sh(place.dir, 'for-each-ref', '--format=%(refname)', 'refs/heads/pawl')).toBe(`refs/heads/${own}`);
  });
});

test('a hook that fails is evidence for the developer, to the end of what it prints, and nothing is committed', async () => {
  const { said, next, place } = await passed({
    '.git/hooks/pre-commit':
      'git diff --cached --quiet && exit 0; seq 1 9000; echo "add.js:1 lacks a licence" >&2; exit 3',
  });
  expect(said).toMatchObject([{ type: 'hooks.ran', outcome: 'failed', exit_code: 3, hook: 'pre-commit' }]);
  const { output } = only(said, 'hooks.ran');
  expect(output).toMatch(/^1\n2\n[\s\S]*\n9000\nadd\.js:1 lacks a licence$/);
  expect(output.length).toBeLessThan(3000);
  expect(next()).toMatchObject({ row: { at: 'retry' }, step: { kind: 'develop', attempt: 2 } });
  expect(place.git('for-each-ref', 'refs/heads/pawl')).toBe('');
});

test('checks of the pre-commit framework can be read in the sandbox, though only their owner may', async () => {
  const home = tempDir();
  put(home, { 'db.db': 'checks', 'repo1/env/check': '#!/bin/sh\necho checked\n', 'repo1/.pre-commit-hooks.yaml': '' });
  chmodSync(join(home, 'repo1/env/check'), 0o755);
  chmodSync(join(home, 'db.db'), 0o600);
  chmodSync(join(home, 'repo1'), 0o700);
  const script = '# https://pre-commit.com\ncat "$PRE_COMMIT_HOME/db.db" && "$PRE_COMMIT_HOME/repo1/env/check"';
  const { said } = await passed({ '.git/hooks/pre-commit': script }, { env: { PRE_COMMIT_HOME: home } });
  expect(said[0]).toMatchObject({ type: 'hooks.ran', outcome: 'passed' });
});

test('a hook that never ends is stopped, and the run says so', async () => {
  const { next, policy, place } = await passed(
    { '.git/hooks/pre-commit': 'sleep 60' },
    { policy: { hooks: { seconds: 1 } } },
  );
  const stuck = next();
  expect(stuck).toMatchObject({ row: { at: 'stuck in a hook' }, step: { event: { status: 'failed' } } });
  if (stuck?.step.kind === 'record') place.tell(stuck.step.event);
  expect(endingOf(place.state, policy, false)).toEqual({
    status: 'unfit',
    reason:
      'the hook pre-commit did not end within 1 s (hooks.seconds) and was stopped: fix it and resume the run, or run without hooks (--no-verify)',
  });
});

test.each([
  ['stages its changes', 'sed -i "s/=> a/=> (a)/" add.js && git add add.js'],
  ['leaves its changes to the user to stage', 'grep -q "(a)" add.js || { sed -i "s/=> a/=> (a)/" add.js; exit 1; }'],
])('a hook that %s has the change judged again before anything is committed', async (_how, script) => {
  const { said, next, place } = await passed({ '.git/hooks/pre-commit': script });
  const { changed } = only(said, 'hooks.ran');
  expect(said).toHaveLength(1);
  expect(changed).toMatchObject({ files: ['add.js'], insertions: 1, deletions: 1 });
  expect(await place.clone.read(changed?.tree ?? '', 'add.js')).toContain('=> (a) + b');
  expect(next()).toMatchObject({ step: { kind: 'verify', attempt: 1 } });
});

test('what a hook only leaves lying about is no part of the commit', async () => {
  const { said, place } = await passed({ '.git/hooks/pre-commit': 'echo x >report.txt; echo "// x" >>add.js' });
  expect(said.map(({ type }) => type)).toEqual(['hooks.ran', 'commit.created']);
  expect(sh(place.dir, 'diff', '--name-only', 'main', own)).toBe('add.js');
  expect(sh(place.dir, 'show', `${own}:add.js`)).toBe(right.trim());
});

test('a hook that changes the files each time ends the task', async () => {
  const { place, next } = await passed({ '.git/hooks/pre-commit': 'date +%N >>add.js; git add add.js' });
  for (let round = 0; round < 2; round += 1) {
    place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
    await place.lets((context, world) =>
      deliver({ kind: 'deliver', task: 't1', attempt: 1, partial: false }, context, world),
    );
  }
  expect(next()).toMatchObject({
    row: { at: 'stuck in a hook' },
    step: { event: { reason: expect.stringContaining('each time') } },
  });
});

test('a hook that cannot work here says nothing about the change', async () => {
  const { said, next } = await passed({ '.git/hooks/pre-commit': 'exec no-such-tool --check' });
  expect(only(said, 'hooks.ran')).toMatchObject({ outcome: 'unfit', exit_code: 127 });
  expect(next()).toMatchObject({
    step: { event: { reason: expect.stringMatching(/even without the change.*not found/) } },
  });
});

test('a message that is refused is said in other words', async () => {
  const { place } = await passed({ '.git/hooks/commit-msg': 'grep -q "^chore: " "$1"' });
  expect(messageOf(place.dir)).toMatch(/^chore: make add add\n/);
  const refused = await passed({ '.git/hooks/commit-msg': 'echo "no ticket"; exit 1' });
  expect(only(refused.said, 'hooks.ran')).toMatchObject({ outcome: 'message', hook: 'commit-msg' });
});

test('husky: core.hooksPath leads to its folder, which git ignores', async () => {
  const { said, place } = await passed(
    { '.husky/_/pre-commit': '. "$(dirname "$0")/h"', '.husky/_/h': 'sh -e "$(dirname "$(dirname "$0")")/pre-commit"' },
    {
      prepare: (dir) => {
        writeFileSync(join(dir, '.husky/_/.gitignore'), '*');
        hook(join(dir, '.husky/pre-commit'), 'echo "by husky"; git diff --cached --quiet');
        sh(dir, 'add', '.husky');
        sh(dir, 'commit', '-q', '-m', 'husky');
        sh(dir, 'config', 'core.hooksPath', '.husky/_');
      },
    },
  );
  expect(only(said, 'hooks.ran')).toMatchObject({ outcome: 'failed', output: 'by husky' });
  expect(place.git('for-each-ref', 'refs/heads/pawl')).toBe('');
});

test('hooks behind a link out of the repository are not shown to the sandbox', async () => {
  const outside = tempDir();
  hook(join(outside, 'pre-commit'), 'exit 0');
  const prepare = (dir: string) => {
    symlinkSync(outside, join(dir, 'hooks'));
    sh(dir, 'config', 'core.hooksPath', 'hooks');
  };
  await expect(passed({}, { prepare })).rejects.toMatchObject({ reason: 'linked_hooks' });
});

test('a hostile hook reaches neither the repository nor the machine', async () => {
  const marker = join(tempDir(), 'marker');
  const { said, place } = await passed(
    {
      '.git/hooks/pre-commit': [
        `echo x >${marker}; mkdir -p /tmp/pawl-hook-was-here`,
        'git config core.fsmonitor "touch /tmp/pawl-fsmonitor"; git config filter.x.clean "touch /tmp/pawl-filter"',
        'echo "* filter=x" >.gitattributes; git update-ref refs/heads/main HEAD 2>/dev/null; rm -rf .git/objects',
        'ln -s /etc .git/info/link; echo "[core] fsmonitor=x" >.git/config; exit 0',
      ].join('\n'),
    },
    { prepare: (dir) => sh(dir, 'config', 'user.note', 'mine') },
  );
  // What it left is judged like any change, and nothing of it is committed before.
  expect(said).toMatchObject([
    { type: 'hooks.ran', outcome: 'changed', changed: { files: ['.gitattributes', 'add.js'] } },
  ]);
  expect(place.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  expect([marker, '/tmp/pawl-hook-was-here', '/tmp/pawl-fsmonitor', '/tmp/pawl-filter'].filter(existsSync)).toEqual([]);
});

test.each([
  ['--no-verify', { policy: { hooks: undefined } as Partial<Policy> }],
  ['no sandbox', { policy: { sandbox: { ...policyWith().sandbox, kind: 'none' as const } } }],
])('with %s no hook is run', async (_how, more) => {
  const { said } = await passed({ '.git/hooks/pre-commit': 'exit 1' }, more);
  expect(said.map(({ type }) => type)).toEqual(['commit.created']);
});

test('unfinished work is kept without hooks', async () => {
  const place = await placeWith({
    policy: policyWith({ hooks: { seconds: 20 } }),
    world: { sandbox },
    prepare: (dir) => hook(join(dir, '.git/hooks/pre-commit'), 'exit 1'),
  });
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass' });
  const said = await place.lets((context, world) =>
    deliver({ kind: 'deliver', task: 't1', attempt: 1, partial: true }, context, world),
  );
  expect(only(said, 'commit.created')).toMatchObject({ partial: true, branch: `${own}-wip` });
});

test.each([
  [
    'that passes',
    'read -r ref sha rest; [ "$1" = origin ] && [ "$(git rev-parse HEAD)" = "$sha" ] && [ -f add.js ]',
    null,
  ],
  ['that fails', 'echo "tests are red"; exit 1', 'hook'],
  ['that never ends', 'sleep 60', 'hook_timeout'],
])('a pre-push hook %s is asked before anything is pushed', async (_how, script, reason) => {
  const bare = join(tempDir(), 'remote.git');
  const { place } = await passed(
    { '.git/hooks/pre-push': script },
    {
      policy: { push: true, hooks: { seconds: reason === 'hook_timeout' ? 1 : 20 } },
      prepare: (dir) => {
        sh(dir, 'init', '-q', '--bare', bare);
        sh(dir, 'remote', 'add', 'origin', bare);
      },
    },
  );
  const [event] = await place.lets((context, world) => land({ kind: 'land', task: null }, context, world));
  if (reason === null) expect(event).toMatchObject({ type: 'branch.pushed', sha: sh(bare, 'rev-parse', own) });
  else {
    expect(event).toMatchObject({ type: 'delivery.refused', reason, cure: expect.stringContaining('--no-verify') });
    expect(sh(bare, 'for-each-ref')).toBe('');
  }
});

test('the hooks of a linked work tree are those of its repository', async () => {
  const { place } = await passed({ '.git/hooks/pre-commit': 'exit 0' });
  const linked = join(tempDir(), 'linked');
  sh(place.dir, 'worktree', 'add', '-q', linked, '-b', 'other');
  const hooks = await place.repo.hooks(await place.repo.inspect(linked));
  expect(hooks).toMatchObject({ names: ['pre-commit'], at: join(linked, '.git/hooks') });
  expect(readFileSync(join(hooks?.copied ?? '', 'pre-commit'), 'utf8')).toContain('exit 0');
  rmSync(linked, { recursive: true });
});
