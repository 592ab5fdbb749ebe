import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { opened, put, repository, tempDir } from './setup.ts';

const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());

describe('reading and writing files of a workspace', () => {
  it('reads what is there and null where nothing is', async () => {
    const { workspace } = await opened(repository({ 'a/b c.txt': 'x' }));
    expect(text(await workspace.read('a/b c.txt'))).toBe('x');
    expect(text(await workspace.read('./a//b c.txt'))).toBe('x');
    for (const path of ['none', 'a/none', 'none/none', 'a/b c.txt/none']) expect(await workspace.read(path)).toBeNull();
  });

  it('writes with the folders it needs and keeps the mode of what was there', async () => {
    const { workspace } = await opened(repository({ 'tool.sh': 'x' }));
    chmodSync(join(workspace.dir, 'tool.sh'), 0o555);
    await workspace.write('tool.sh', 'longer than before');
    await workspace.write('tool.sh', 'é');
    await workspace.write('new/deep/file.txt', 'y');
    expect(readFileSync(join(workspace.dir, 'tool.sh'), 'utf8')).toBe('é');
    expect(statSync(join(workspace.dir, 'tool.sh')).mode & 0o111).toBe(0o111);
    expect(readFileSync(join(workspace.dir, 'new/deep/file.txt'), 'utf8')).toBe('y');
    expect(statSync(join(workspace.dir, 'new/deep/file.txt')).mode & 0o111).toBe(0);
  });

  it('reaches nothing outside while somebody swaps a folder for a link', async () => {
    const { workspace } = await opened(repository({ 'dir/file': 'inside' }));
    const outside = tempDir();
    put(outside, { file: 'HOST' });
    // What a write makes in the place of the folder goes away again: else nothing would be swapped any more.
    const swap = `const fs = require('fs'); const { renameSync: move, symlinkSync: link } = fs;
      const gone = (path) => fs.rmSync(path, { recursive: true, force: true });
      let last; const attempt = (work) => { try { work() } catch (error) { last = error } };
      process.send('begun');
      for (;;) {
        attempt(() => { move('dir', 'real'); link('${outside}', 'dir'); });
        attempt(() => { if (fs.existsSync('real')) { gone('dir'); move('real', 'dir'); } });
      }`;
    const swapping = spawn(process.execPath, ['-e', swap], {
      cwd: workspace.dir,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    try {
      await once(swapping, 'message');
      const seen = new Set<string>();
      for (const end = Date.now() + 1500; Date.now() < end || !seen.has('path_refused'); ) {
        const read = workspace.read('dir/file').catch(({ reason }) => new TextEncoder().encode(reason));
        const [found] = await Promise.all([read, workspace.write('dir/file', 'inside').catch(({ reason }) => reason)]);
        seen.add(text(found) ?? 'nothing');
      }
      expect([...seen]).toContain('path_refused');
      expect([...seen]).not.toContain('HOST');
      expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('HOST');
    } finally {
      swapping.kill('SIGKILL');
    }
  });

  it('refuses every path that leads elsewhere or is no plain file, at once', async () => {
    const { workspace } = await opened(repository({ 'a/b.txt': 'x' }));
    const outside = tempDir();
    put(outside, { 'secret.txt': 'secret' });
    symlinkSync(join(outside, 'secret.txt'), join(workspace.dir, 'link.txt'));
    symlinkSync('a/b.txt', join(workspace.dir, 'inner-link.txt'));
    symlinkSync(outside, join(workspace.dir, 'dir-link'));
    symlinkSync(join(outside, 'made.txt'), join(workspace.dir, 'dangling'));
    execFileSync('mkfifo', [join(workspace.dir, 'pipe')]);
    const refused = [
      '/etc/passwd',
      '..',
      '../x',
      'a/../../x',
      'a/../a/b.txt',
      '.git/config',
      'a/.GIT/hooks/x',
      '.git ./config',
      'git~1/config',
      'nul\0.txt',
      'link.txt',
      'inner-link.txt',
      'dir-link/secret.txt',
      'dir-link/new/x.txt',
      'dangling',
      'pipe',
      'a',
      '.',
      '',
      'x'.repeat(300),
      'x/'.repeat(3000),
    ];
    for (const path of refused) {
      await expect(workspace.read(path), path).rejects.toMatchObject({ reason: 'path_refused' });
      await expect(workspace.write(path, 'bad'), path).rejects.toMatchObject({ reason: 'path_refused' });
    }
    await expect(workspace.write('a/b.txt/c', 'bad')).rejects.toMatchObject({ reason: 'path_refused' });
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(existsSync(join(outside, 'made.txt'))).toBe(false);
    expect(existsSync(join(outside, 'new'))).toBe(false);
    expect(text(await workspace.read('.gitignore'))).toBeNull();
  });

  it('does not read a file that would fill the memory', async () => {
    const { workspace } = await opened(repository({ 'big.bin': 'x' }));
    truncateSync(join(workspace.dir, 'big.bin'), 2 ** 40);
    await expect(workspace.read('big.bin')).rejects.toThrow(/larger than/);
  });
});

describe('searching a workspace', () => {
  const files = {
    '.gitignore': 'ignored/\n',
    'a.js': 'const alpha = 1;\nlet beta(2);\r\n',
    'src/b.js': 'alpha()\n',
    'src/deep/c.ts': 'alpha\n',
    'src/[id].ts': 'alpha\n',
    bin: Buffer.from('alpha\0alpha\n'),
  };

  it('finds lines by extended regular expression in what is not ignored', async () => {
    const { workspace } = await opened(repository(files));
    put(workspace.dir, { 'ignored/x.js': 'alpha', 'new\nline.js': 'alpha\n', 'a.js': 'x\nconst alpha = 1;\n' });
    symlinkSync('/etc/passwd', join(workspace.dir, 'link'));
    const found = await workspace.search('^(const )?al+pha', null);
    expect(found).toEqual(
      [
        { path: 'a.js', line: 2, text: 'const alpha = 1;' },
        { path: 'new\nline.js', line: 1, text: 'alpha' },
        { path: 'src/[id].ts', line: 1, text: 'alpha' },
        { path: 'src/b.js', line: 1, text: 'alpha()' },
        { path: 'src/deep/c.ts', line: 1, text: 'alpha' },
      ].sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
    expect(await workspace.search('root:', null)).toEqual([]);
  });

  it('takes a pattern that is no regular expression as text', async () => {
    const { workspace } = await opened(repository(files));
    expect(await workspace.search('beta(2', null)).toEqual([{ path: 'a.js', line: 2, text: 'let beta(2);' }]);
    expect(await workspace.search('-e', null)).toEqual([]);
  });

  it('stays in its scope, a path or a glob', async () => {
    const { workspace } = await opened(repository(files));
    const paths = async (scope: string) => (await workspace.search('alpha', scope)).map(({ path }) => path);
    expect(await paths('src')).toEqual(['src/[id].ts', 'src/b.js', 'src/deep/c.ts']);
    expect(await paths('./src/deep/')).toEqual(['src/deep/c.ts']);
    expect(await paths('*.js')).toEqual(['a.js', 'src/b.js']);
    expect(await paths('**/*.js')).toEqual(['a.js', 'src/b.js']);
    expect(await paths('src/[id].ts')).toEqual(['src/[id].ts']);
    expect(await paths('nowhere')).toEqual([]);
    expect(await paths(':!src')).toEqual([]);
    await expect(paths('../x')).rejects.toMatchObject({ reason: 'path_refused' });
    await expect(paths('/etc')).rejects.toMatchObject({ reason: 'path_refused' });
  });

  it('gives at most 200 lines of at most 300 characters', async () => {
    const many = `${'alpha '.repeat(1000)}\n`.repeat(3000);
    const { workspace } = await opened(repository({ 'many.txt': many }));
    const found = await workspace.search('alpha', null);
    expect(found).toHaveLength(200);
    expect(found.every((hit) => hit.text.length === 300)).toBe(true);
  });
});
