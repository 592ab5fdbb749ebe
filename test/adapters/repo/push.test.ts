import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Pushed } from '../../../src/ports/outside/repo.ts';
import { after } from '../../support/after.ts';
import { adapter, fingerprint, plainEnv, put, repository, sh, tempDir } from './setup.ts';

/** A repository with a bare remote `origin`, and a commit of a run that is ready to be pushed. */
async function withRemote(address?: (bare: string) => string) {
  const dir = repository();
  const bare = join(tempDir(), 'remote.git');
  sh(dir, 'init', '-q', '--bare', bare);
  sh(dir, 'push', '-q', bare, 'main');
  sh(dir, 'remote', 'add', 'origin', address?.(bare) ?? bare);
  const points: string[] = [];
  const { repo } = adapter(points);
  const target = await repo.inspect(dir);
  const clone = await repo.clone('r1', target);
  const workspace = await clone.workspace('main', await clone.treeOf(target.head));
  const commit = async (content: string, parent = target.head) => {
    await workspace.write('new/file.txt', content);
    return clone.commit({ tree: await workspace.snapshot(), parent, message: `Write ${content}`, at: 1e12 });
  };
  const at = (branch: string) => sh(bare, 'rev-parse', '--verify', '-q', `refs/heads/${branch}`);
  return { dir, bare, repo, target, points, commit, at };
}

const reasonOf = (pushed: Pushed): string => ('fault' in pushed ? pushed.fault.reason : 'pushed');

describe('pushing a commit', () => {
  it('makes the branch, does nothing the second time, and leaves the repository as it was', async () => {
    const { dir, bare, repo, target, points, commit, at } = await withRemote();
    const sha = await commit('1');
    const before = fingerprint(dir);
    const push = { branch: 'pawl/x', sha };
    const remote = { name: 'origin', url: bare };
    expect(await repo.push('r1', target, push)).toEqual({ remote, already: false });
    expect(at('pawl/x')).toBe(sha);
    expect(await repo.push('r1', target, push)).toEqual({ remote, already: true });
    expect(points.filter((name) => name.startsWith('git.push'))).toEqual(['git.push.ready', 'git.push.done']);
    expect(fingerprint(dir)).toEqual(before);
  });

  it('moves a branch forward, and replaces only what it is told was its own', async () => {
    const { repo, target, commit, at } = await withRemote();
    const one = await commit('1');
    const two = await commit('2', one);
    await repo.push('r1', target, { branch: 'pawl/x', sha: one });
    expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha: two }))).toBe('pushed');
    const other = await commit('other');
    expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha: other }))).toBe('moved');
    expect(at('pawl/x')).toBe(two);
    expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha: other, replaces: one }))).toBe('moved');
    expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha: other, replaces: two }))).toBe('pushed');
    expect(at('pawl/x')).toBe(other);
  });

  it('says that a branch is at a commit which nobody here knows', async () => {
    const { dir, bare, repo, target, commit, at } = await withRemote();
    const elsewhere = tempDir();
    sh(elsewhere, 'clone', '-q', bare, '.');
    sh(elsewhere, 'commit', '-q', '--allow-empty', '-m', 'theirs');
    sh(elsewhere, 'push', '-q', 'origin', 'HEAD:main');
    const theirs = at('main');
    const pushed = await repo.push('r1', target, { branch: 'main', sha: await commit('1') });
    expect(pushed).toEqual({
      fault: {
        reason: 'moved',
        command: 'git push origin main',
        exit_code: null,
        message: `main on origin is at ${theirs.slice(0, 12)}, which is not part of this work`,
        cure: 'look at it with git fetch origin main, then push by hand',
        passing: false,
      },
    });
    expect(at('main')).toBe(theirs);
    expect(sh(dir, 'rev-parse', 'main')).toBe(target.head);
  });

  it('says what a remote says that rejects it', async () => {
    const { bare, repo, target, commit } = await withRemote();
    put(bare, { 'hooks/pre-receive': '#!/bin/sh\necho "no ticket named" >&2\nexit 1\n' });
    chmodSync(join(bare, 'hooks/pre-receive'), 0o755);
    const pushed = await repo.push('r1', target, { branch: 'pawl/x', sha: await commit('1') });
    expect(pushed).toMatchObject({
      fault: {
        reason: 'rejected',
        exit_code: 1,
        message: 'origin rejected pawl/x: pre-receive hook declined (no ticket named)',
        passing: false,
      },
    });
  });

  it('takes the remote that git would take, or the one that is named', async () => {
    const { dir, bare, repo, target, commit } = await withRemote();
    const other = join(tempDir(), 'other.git');
    sh(dir, 'init', '-q', '--bare', other);
    sh(dir, 'remote', 'add', 'fork', other);
    expect(await repo.remotes(target)).toEqual([
      { name: 'origin', url: bare },
      { name: 'fork', url: other },
    ]);
    sh(dir, 'config', 'remote.pushDefault', 'fork');
    sh(dir, 'config', 'branch.main.remote', 'origin');
    expect((await repo.remotes(target)).map(({ name }) => name)).toEqual(['fork', 'origin']);
    sh(dir, 'config', 'branch.main.pushRemote', 'origin');
    sh(dir, 'config', 'remote.blank.url', '');
    expect((await repo.remotes(target)).map(({ name }) => name)).toEqual(['origin', 'fork']);
    const sha = await commit('1');
    expect(await repo.push('r1', target, { branch: 'pawl/x', sha, remote: 'fork' })).toMatchObject({ already: false });
    expect(sh(other, 'rev-parse', 'pawl/x')).toBe(sha);
    expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha, remote: 'nobody' }))).toBe('no_remote');
  });

  it('runs over a wire, and tells a dead one from a folder that is no repository', async () => {
    const port = await freePort();
    const { dir, bare, repo, target, commit, at } = await withRemote((path) => `git://127.0.0.1:${port}${path}`);
    const sha = await commit('1');
    const down = await repo.push('r1', target, { branch: 'pawl/x', sha });
    expect(down).toMatchObject({ fault: { reason: 'unreachable', exit_code: 128, passing: true } });
    await daemon(bare, port);
    expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha }))).toBe('pushed');
    expect(at('pawl/x')).toBe(sha);
    sh(dir, 'remote', 'set-url', 'origin', join(tempDir(), 'nothing'));
    expect(await repo.push('r1', target, { branch: 'pawl/x', sha })).toMatchObject({
      fault: { reason: 'no_remote', cure: 'set the address with git remote set-url origin URL' },
    });
  });
});

describe('a repository that is not trusted', () => {
  it.each([
    ['an address that is a command', (mark: string) => `ext::sh -c "touch ${mark}"`, 'failed'],
    ['an address that is an option', (mark: string) => `--upload-pack=touch ${mark}`, 'unsafe_remote'],
    ['a host that is an option', (mark: string) => `ssh://-oProxyCommand=touch ${mark}/x`, 'failed'],
  ])('runs nothing through %s', async (_title, address, reason) => {
    const mark = join(tempDir(), 'ran');
    const { dir, repo, target, commit } = await withRemote();
    sh(dir, 'config', 'remote.origin.url', address(mark));
    sh(dir, 'config', 'protocol.ext.allow', 'always');
    expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha: await commit('1') }))).toBe(reason);
    expect(existsSync(mark)).toBe(false);
  });

  it('runs no hook, ssh command, proxy or credential helper of its own', async () => {
    const mark = join(tempDir(), 'ran');
    const { dir, repo, target, commit } = await withRemote();
    const script = join(tempDir(), 'script');
    writeFileSync(script, `#!/bin/sh\ntouch ${mark}\nexit 0\n`, { mode: 0o755 });
    put(dir, { '.git/hooks/pre-push': `#!/bin/sh\ntouch ${mark}\n` });
    chmodSync(join(dir, '.git/hooks/pre-push'), 0o755);
    for (const key of ['core.sshCommand', 'core.gitProxy', 'core.askPass', 'remote.origin.receivepack'])
      sh(dir, 'config', key, script);
    sh(dir, 'config', 'credential.helper', `!${script}`);
    const sha = await commit('1');
    expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha }))).toBe('pushed');
    for (const url of ['ssh://127.0.0.1:1/x', 'git://127.0.0.1:1/x', 'http://127.0.0.1:1/x']) {
      sh(dir, 'config', 'remote.origin.url', url);
      expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha }))).toBe('unreachable');
    }
    expect(existsSync(mark)).toBe(false);
  });

  it('cannot have the hooks of a remote inside it run', async () => {
    const { dir, repo, target, commit } = await withRemote();
    const mark = join(tempDir(), 'ran');
    sh(dir, 'init', '-q', '--bare', 'inner.git');
    put(dir, { 'inner.git/hooks/pre-receive': `#!/bin/sh\ntouch ${mark}\n` });
    chmodSync(join(dir, 'inner.git/hooks/pre-receive'), 0o755);
    for (const address of ['inner.git', './inner.git', join(dir, 'inner.git'), `file://${dir}/inner.git`, '.']) {
      sh(dir, 'config', 'remote.origin.url', address);
      expect(reasonOf(await repo.push('r1', target, { branch: 'pawl/x', sha: await commit('1') }))).toBe(
        'unsafe_remote',
      );
    }
    expect(existsSync(mark)).toBe(false);
  });

  it('is told nothing of the password in an address', async () => {
    const { dir, repo, target, commit } = await withRemote();
    sh(dir, 'config', 'remote.origin.url', 'http://me:hunter2secret@127.0.0.1:1/x.git');
    const pushed = await repo.push('r1', target, { branch: 'pawl/x', sha: await commit('1') });
    expect(reasonOf(pushed)).toBe('unreachable');
    expect(JSON.stringify([pushed, await repo.remotes(target)])).not.toContain('hunter2secret');
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Git's own server, until the test is over. */
async function daemon(dir: string, port: number): Promise<ChildProcess> {
  const args = ['daemon', '--reuseaddr', '--export-all', '--enable=receive-pack', '--listen=127.0.0.1'];
  const child = spawn('git', [...args, `--port=${port}`, dir], { env: plainEnv('/nonexistent'), detached: true });
  after('test', () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      sh(dir, 'ls-remote', `git://127.0.0.1:${port}${dir}`);
      return child;
    } catch {
      await pause(50);
    }
  }
  throw new Error('git daemon did not start');
}
