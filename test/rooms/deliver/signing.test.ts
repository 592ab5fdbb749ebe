import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRepo } from '../../../src/adapters/repo/repo.ts';
import { plainEnv, repository, sh, tempDir } from '../../adapters/repo/setup.ts';
import { waste } from '../../support/waste.ts';

/** A user who signs with an ssh key, in a repository that names a program of its own for it. */
async function signer() {
  const home = tempDir();
  const key = join(home, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const log = join(home, 'signed');
  const program = join(home, 'sign');
  writeFileSync(program, `#!/bin/sh\necho once >> ${log}\nexec ssh-keygen "$@"\n`);
  chmodSync(program, 0o755);
  const mark = join(home, 'hostile');
  const dir = repository();
  const set = (file: string[], name: string, value: string) => sh(dir, 'config', ...file, name, value);
  const global = ['--file', join(home, '.gitconfig')];
  set(global, 'user.name', 'Sig Ner');
  set(global, 'user.email', 'sig@example.test');
  set(global, 'commit.gpgSign', 'true');
  set(global, 'gpg.format', 'ssh');
  set(global, 'gpg.ssh.program', program);
  set(global, 'user.signingKey', `${key}.pub`);
  set(['--local'], 'gpg.ssh.program', `touch ${mark}; false`);
  set(['--local'], 'gpg.program', `touch ${mark}; false`);
  const repo = gitRepo({ waste, state_dir: join(home, 'state'), env: plainEnv(home), point: () => undefined });
  const target = await repo.inspect(dir);
  const clone = await repo.clone('r1', target);
  const commit = async () =>
    clone.commit({ tree: await clone.treeOf(target.head), parent: target.head, message: 'x', at: 0 });
  return { home, key, dir, repo, target, clone, commit, log, mark, set, global };
}

test('a commit is signed as the user says, by no program that the repository names', async () => {
  const { clone, commit, dir, repo, target, log, mark, home, key } = await signer();
  expect(await clone.signs()).toBe(true);
  const sha = await commit();
  expect(readFileSync(log, 'utf8')).toBe('once\n');
  expect(existsSync(mark)).toBe(false);
  await repo.publish('r1', target, 'pawl/x', sha, null);
  writeFileSync(join(home, 'allowed'), `sig@example.test ${readFileSync(`${key}.pub`, 'utf8')}`);
  const allowed = ['-c', `gpg.ssh.allowedSignersFile=${join(home, 'allowed')}`, '-c', 'gpg.ssh.program=ssh-keygen'];
  sh(dir, ...allowed, 'verify-commit', sha);
});

test('a repository cannot ask for signatures, and one that cannot be made is said', async () => {
  const { repo, target, set, global, commit } = await signer();
  set(global, 'gpg.ssh.program', 'false');
  set(global, 'commit.gpgSign', 'false');
  set(['--local'], 'commit.gpgSign', 'true');
  expect(await (await repo.clone('r2', target)).signs()).toBe(false);
  // The first clone was made when the user still signed, with a program that is there.
  expect(await commit()).toMatch(/^[0-9a-f]{40}$/);
  set(global, 'commit.gpgSign', 'true');
  const broken = await repo.clone('r3', target);
  const tree = await broken.treeOf(target.head);
  await expect(broken.commit({ tree, parent: target.head, message: 'x', at: 0 })).rejects.toThrow(
    /^the commit could not be signed .*: check that `git commit -S` works/,
  );
});
