import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bubblewrap } from '../../../src/adapters/sandboxes/bubblewrap/bubblewrap.ts';
import { isDueForLanding } from '../../../src/core/delivery/landing.ts';
import { places } from '../../../src/languages/registry.ts';
import { deliver } from '../../../src/rooms/deliver/deliver.ts';
import { land } from '../../../src/rooms/deliver/land.ts';
import type { EventType } from '../../../src/schema/run/event.ts';
import type { Policy } from '../../../src/schema/settings/policy.ts';
import { fingerprint, put, sh, tempDir } from '../../adapters/repo/setup.ts';
import { policyWith } from '../../core/policy.ts';
import { adder, right } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

type Place = Awaited<ReturnType<typeof placeWith>>;

const ways = {
  branch: {},
  merge: { merge: true },
  direct: { strategy: 'direct' },
  push: { push: true },
  'merge, push': { merge: true, push: true },
} satisfies Record<string, Partial<Policy>>;

/** `PAWL_SWEEP=all` tries every way in every state; otherwise the two that go furthest. */
const tried = Object.entries(ways).filter(
  ([name]) => process.env.PAWL_SWEEP === 'all' || name === 'direct' || name === 'merge, push',
);

/** Files besides the project's own that a change or a person may touch. */
const files = { ...adder, 'notes.txt': 'mine\n' };

/** A run whose one task is committed on its own branch, in a repository with a bare remote. */
async function committed(way: Partial<Policy>, before: (dir: string) => void = () => undefined) {
  const place = await placeWith({ files, policy: policyWith(way), prepare: before, world: { sandbox } });
  const bare = join(tempDir(), 'remote.git');
  sh(place.dir, 'init', '-q', '--bare', bare);
  sh(place.dir, 'remote', 'add', 'origin', bare);
  await place.attempt({ 'add.js': right, 'docs/new.md': 'new\n' });
  place.ruled({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
  await place.lets((context, world) =>
    deliver({ kind: 'deliver', task: 't1', attempt: 1, partial: false }, context, world),
  );
  return { place, bare };
}

/** Lands as often as something is due, as `decide` has it done. */
async function landing(place: Place): Promise<EventType[]> {
  const said: EventType[] = [];
  for (let steps = 0; steps < 6 && isDueForLanding(place.state, place.policy); steps += 1) {
    if (place.state.landing.rebased && !place.state.accepted)
      place.tell({ type: 'criteria.checked', tree: 'x', judged: true, failures: [], criteria: [] });
    const events = await place.lets((context, world) => land({ kind: 'land', task: null }, context, world));
    said.push(...events.map(({ type }) => type));
  }
  return said;
}

const { kind: _, ...limits } = policyWith().sandbox;
const sandbox = bubblewrap({ equipment: places(), ...limits, env: process.env });

const own = 'pawl/make-add-add';
const tipOf = (place: Place, branch: string): string => place.git('rev-parse', branch);
const refusal = (place: Place): string | undefined => place.state.landing.refused?.reason;

interface Row {
  /** Before the run, and after its work is committed. */
  before?: (dir: string) => void;
  meanwhile?: (dir: string, bare: string) => void;
  hooks?: { seconds: number };
  /** What each way comes to: where the work is, or why it went no further. */
  comes: Record<keyof typeof ways, string>;
}

const everywhere = { branch: 'branch', merge: 'main', direct: 'main', push: 'remote', 'merge, push': 'main remote' };
const nowhere = (why: string) => ({ branch: 'branch', merge: why, direct: why, push: 'remote', 'merge, push': why });

const all = (why: string) => ({ branch: why, merge: why, direct: why, push: why, 'merge, push': why });

const states: Record<string, Row> = {
  clean: { comes: everywhere },
  'dirty elsewhere': {
    meanwhile: (dir) => {
      put(dir, { 'notes.txt': 'dirty\n', 'untracked.txt': 'x', 'staged.txt': 's' });
      sh(dir, 'add', 'staged.txt');
    },
    comes: everywhere,
  },
  'dirty overlapping': { meanwhile: (dir) => put(dir, { 'add.js': '// mine\n' }), comes: nowhere('overlap') },
  'an untracked file in the way': {
    meanwhile: (dir) => put(dir, { 'docs/new.md': 'mine\n' }),
    comes: nowhere('overlap'),
  },
  'an ignored file in the way': {
    before: (dir) => put(dir, { '.git/info/exclude': 'docs/\n' }),
    meanwhile: (dir) => put(dir, { 'docs/new.md': 'mine\n' }),
    comes: nowhere('overlap'),
  },
  detached: {
    before: (dir) => sh(dir, 'checkout', '-q', '--detach'),
    comes: nowhere('detached'),
  },
  'another branch checked out meanwhile': {
    meanwhile: (dir) => sh(dir, 'checkout', '-q', '-b', 'other'),
    comes: everywhere,
  },
  'base moved': { meanwhile: (dir) => commit(dir, 'notes.txt', 'theirs\n'), comes: everywhere },
  'base moved, in conflict': { meanwhile: (dir) => commit(dir, 'add.js', '// theirs\n'), comes: nowhere('base_moved') },
  'branch exists': { before: (dir) => sh(dir, 'branch', own), comes: everywhere },
  'no remote': {
    meanwhile: (dir) => sh(dir, 'remote', 'remove', 'origin'),
    comes: { ...everywhere, push: 'no_remote', 'merge, push': 'main no_remote' },
  },
  'a push that is rejected': {
    meanwhile: (_dir, bare) => hook(join(bare, 'hooks/pre-receive'), 'exit 1'),
    comes: { ...everywhere, push: 'rejected', 'merge, push': 'main rejected' },
  },
  'a remote that moved': {
    meanwhile: (dir, bare) => {
      const elsewhere = tempDir();
      sh(dir, 'push', '-q', bare, 'main', `main:${own}`);
      sh(elsewhere, 'clone', '-q', '-b', 'main', bare, '.');
      commit(elsewhere, 'notes.txt', 'theirs\n');
      sh(elsewhere, 'push', '-q', 'origin', 'main', `main:${own}`);
    },
    comes: { ...everywhere, push: 'moved', 'merge, push': 'main moved' },
  },
  'hooks that are not run': {
    meanwhile: (dir) => {
      for (const name of ['pre-commit', 'commit-msg', 'post-checkout', 'pre-push'])
        hook(join(dir, '.git/hooks', name), 'exit 1');
      hook(join(dir, '.git/hooks/reference-transaction'), 'sleep 60');
    },
    comes: everywhere,
  },
  'a failing hook': {
    hooks: { seconds: 20 },
    before: (dir) => hook(join(dir, '.git/hooks/pre-commit'), 'git diff --cached --quiet'),
    comes: all('failed'),
  },
  'a hanging hook': {
    hooks: { seconds: 1 },
    before: (dir) => hook(join(dir, '.git/hooks/pre-commit'), 'sleep 60'),
    comes: all('timeout'),
  },
  'a failing hook before a push': {
    hooks: { seconds: 20 },
    before: (dir) => hook(join(dir, '.git/hooks/pre-push'), 'exit 1'),
    comes: { ...everywhere, push: 'hook', 'merge, push': 'main hook' },
  },
  'a hanging hook before a push': {
    hooks: { seconds: 1 },
    before: (dir) => hook(join(dir, '.git/hooks/pre-push'), 'sleep 60'),
    comes: { ...everywhere, push: 'hook_timeout', 'merge, push': 'main hook_timeout' },
  },
  'a linked work tree': { before: linked, comes: everywhere },
  'an index lock': { meanwhile: (dir) => put(dir, { '.git/index.lock': '' }), comes: nowhere('index_locked') },
  'a merge under way': {
    meanwhile: (dir) => put(dir, { '.git/MERGE_HEAD': `${sh(dir, 'rev-parse', 'HEAD')}\n` }),
    comes: nowhere('busy'),
  },
  shallow: {
    before: (dir) => put(dir, { '.git/shallow': `${sh(dir, 'rev-parse', 'HEAD')}\n` }),
    // The remote has what is missing here.
    meanwhile: (dir, bare) => {
      rmSync(join(dir, '.git/shallow'));
      sh(dir, 'push', '-q', bare, 'main');
      put(dir, { '.git/shallow': `${sh(dir, 'rev-parse', 'HEAD')}\n` });
    },
    comes: everywhere,
  },
  'a filter that writes the file': {
    before: (dir) => {
      put(dir, { '.git/info/attributes': 'add.js filter=lfs\n' });
      sh(dir, 'config', 'filter.lfs.smudge', 'touch /tmp/pawl-smudged');
    },
    comes: nowhere('filtered'),
  },
};

describe.each(Object.entries(states))('%s', (_state, { before, meanwhile, hooks, comes }) => {
  test.each(tried)('%s', async (way, policy) => {
    const { place, bare } = await committed({ ...policy, ...(hooks && { hooks }) } as Partial<Policy>, before);
    const { dir } = place;
    meanwhile?.(dir, bare);
    if (place.state.commits.length === 0) {
      expect(place.state.tasks[0]?.attempts[0]?.hooks?.outcome).toBe(comes[way as keyof typeof ways]);
      expect([sh(dir, 'for-each-ref', 'refs/heads/pawl'), sh(dir, 'status', '--porcelain')]).toEqual(['', '']);
      return;
    }
    const base = tipOf(place, 'HEAD');
    const work = place.state.branch ?? '';
    const mine = fingerprint(dir, (path) => path.startsWith('.git') || path === 'add.js' || path.startsWith('docs'));
    const whole = fingerprint(dir, (path) => path.startsWith('.git'));
    const index = sh(dir, 'ls-files', '-s');

    await landing(place);
    const { tip } = place.state;
    const into = place.state.landing.into ?? 'main';
    const onMain = way !== 'branch' && into !== '' && tryGit(dir, into) === tip;
    const onRemote = [work, 'main'].some((name) => tryGit(bare, name) === tip);
    const reached = [
      onMain && place.state.landing.merged ? 'main' : '',
      onRemote ? 'remote' : '',
      refusal(place) ?? '',
    ];
    expect(reached.filter(Boolean).join(' ') || 'branch').toBe(comes[way as keyof typeof ways]);

    // Whatever happened, the work is on a branch, and a person's own bytes are as they were.
    expect(place.git('branch', '--contains', tip, '--format=%(refname:short)')).toMatch(/main|pawl\//);
    if (work !== '' && place.policy.strategy !== 'direct') expect(tipOf(place, work)).toBe(tip);
    expect(fingerprint(dir, (path) => path.startsWith('.git') || path === 'add.js' || path.startsWith('docs'))).toEqual(
      mine,
    );
    if (!place.state.landing.merged || place.state.landing.merged.files === null) {
      expect(fingerprint(dir, (path) => path.startsWith('.git'))).toEqual(whole);
      expect(sh(dir, 'ls-files', '-s')).toBe(index);
    } else {
      expect(readFileSync(join(dir, 'add.js'), 'utf8')).toBe(right);
      expect(sh(dir, 'diff', '--name-only', 'HEAD', '--', 'add.js', 'docs')).toBe('');
      expect(sh(dir, 'rev-parse', `refs/pawl/backup/r1/${into}`)).toBe(base);
    }
    expect(existsSync(join(dir, '.git/index.lock'))).toBe(_state === 'an index lock');
  });
});

const tryGit = (dir: string, name: string): string => {
  try {
    return sh(dir, 'rev-parse', '--verify', '-q', `refs/heads/${name}`);
  } catch {
    return '';
  }
};

function commit(dir: string, file: string, content: string): void {
  put(dir, { [file]: content });
  sh(dir, 'commit', '-q', '-am', 'theirs');
}

/** Makes the folder a linked work tree of a repository elsewhere. */
function linked(dir: string): void {
  const home = tempDir();
  const there = join(tempDir(), 'linked');
  renameSync(join(dir, '.git'), join(home, '.git'));
  sh(home, 'checkout', '-q', '-f', '--detach');
  sh(home, 'worktree', 'add', '-q', '--no-checkout', there, 'main');
  renameSync(join(there, '.git'), join(dir, '.git'));
  const [name = ''] = readdirSync(join(home, '.git/worktrees'));
  writeFileSync(join(home, '.git/worktrees', name, 'gitdir'), `${join(dir, '.git')}\n`);
  sh(dir, 'reset', '-q');
}

function hook(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

test('two tasks become one commit as the message hooks leave it, and the branch that they were on is kept', async () => {
  const { place } = await committed({ squash: true, hooks: { seconds: 20 } }, (dir) =>
    hook(join(dir, '.git/hooks/commit-msg'), 'echo "Nonce: $(date +%N)" >>"$1"'),
  );
  const first = place.state.tip;
  place.tell({ ...only(place.events, 'commit.created'), sha: first, type: 'commit.created' } as never);
  await landing(place);
  const { tip, commits, landing: now } = place.state;
  expect(commits).toEqual([tip]);
  expect(place.git('rev-list', `${place.target.head}..${own}`)).toBe(tip);
  expect(place.git('rev-parse', `refs/pawl/backup/r1/${own}`)).toBe(first);
  expect(place.git('log', '-1', '--format=%s', own)).toBe('fix: make add add');
  expect(place.git('log', '-1', '--format=%B', own).match(/^Nonce: /gm)).toHaveLength(1);
  expect(now.squashed).toBe(true);
});

test('one commit of all tasks whose message a hook refuses is not made, and the commits stay', async () => {
  const { place } = await committed({ squash: true, hooks: { seconds: 20 } });
  const first = place.state.tip;
  place.tell({ ...only(place.events, 'commit.created'), sha: first, type: 'commit.created' } as never);
  hook(join(place.dir, '.git/hooks/commit-msg'), 'echo "no ticket"; exit 1');
  expect(await landing(place)).toEqual(['delivery.refused']);
  expect(place.state.landing.refused).toMatchObject({
    reason: 'hook',
    message: expect.stringContaining('the hook commit-msg refuses the commit message (exit 1), saying "no ticket"'),
  });
  expect(tipOf(place, own)).toBe(first);
});
