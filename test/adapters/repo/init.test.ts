import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { initialCommit } from '../../../src/adapters/repo/init.ts';
import { fingerprint, plainEnv, put, repository, sh, tempDir } from './setup.ts';

describe('making a first commit', () => {
  it('makes the repository and a commit of what is not ignored, as the user', async () => {
    const home = tempDir();
    writeFileSync(
      join(home, '.gitconfig'),
      '[user]\nname = Zoë\nemail = z@example.test\n[init]\ndefaultBranch = trunk\n',
    );
    const dir = tempDir();
    put(dir, { 'a.txt': '1', 'b/c.txt': '2', 'x.log': 'x', '.gitignore': '*.log\n' });
    const made = await initialCommit(dir, plainEnv(home));
    expect(made).toEqual([`a git repository in ${dir}`, 'a first commit of 3 files']);
    expect(sh(dir, 'log', '--format=%an <%ae> %D')).toBe('Zoë <z@example.test> HEAD -> trunk');
    expect(sh(dir, 'ls-files')).toBe('.gitignore\na.txt\nb/c.txt');
    expect(sh(dir, 'status', '--porcelain')).toBe('');
    expect(await initialCommit(dir, plainEnv(home))).toEqual([]);
  });

  it('makes only the commit in a repository without one, from a subfolder too, as Pawl without a name', async () => {
    const dir = tempDir();
    sh(dir, 'init', '-q');
    mkdirSync(join(dir, 'sub'));
    expect(await initialCommit(join(dir, 'sub'), plainEnv('/nonexistent'))).toEqual(['a first commit of 0 files']);
    expect(sh(dir, 'log', '--format=%an <%ae>')).toBe('Pawl <pawl@localhost>');
    expect(existsSync(join(dir, 'sub/.git'))).toBe(false);
  });

  it('leaves a repository with commits alone', async () => {
    const dir = repository();
    put(dir, { 'dirty.txt': 'x' });
    const before = fingerprint(dir);
    expect(await initialCommit(dir, plainEnv('/nonexistent'))).toEqual([]);
    expect(fingerprint(dir)).toEqual(before);
  });

  it('runs neither hooks nor filters of the repository', async () => {
    const dir = tempDir();
    const marks = tempDir();
    sh(dir, 'init', '-q');
    sh(dir, 'config', 'filter.bad.clean', `touch ${marks}/filter; cat`);
    for (const hook of ['pre-commit', 'post-commit', 'reference-transaction', 'post-index-change']) {
      writeFileSync(join(dir, '.git/hooks', hook), `#!/bin/sh\ntouch ${marks}/${hook}\n`, { mode: 0o755 });
    }
    put(dir, { '.gitattributes': '* filter=bad\n', 'a.txt': '1' });
    await initialCommit(dir, plainEnv('/nonexistent'));
    expect(readdirSync(marks)).toEqual([]);
    expect(sh(dir, 'show', 'HEAD:a.txt')).toBe('1');
  });

  it('refuses a bare repository, a git directory and a missing folder', async () => {
    const bare = tempDir();
    sh(bare, 'init', '-q', '--bare');
    const env = plainEnv('/nonexistent');
    await expect(initialCommit(bare, env)).rejects.toMatchObject({ reason: 'bare' });
    await expect(initialCommit(join(repository(), '.git'), env)).rejects.toMatchObject({ reason: 'not_a_repository' });
    await expect(initialCommit(join(bare, 'none'), env)).rejects.toMatchObject({ reason: 'no_target' });
  });
});
