import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitRepo } from '../../../src/adapters/repo/repo.ts';
import { asRoot, fingerprint, opened, plainEnv, put, repository, sh, tempDir } from './setup.ts';

/** More files than are written without git's help. */
const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`many/${at}.txt`, `${at}\n`]));

describe('a workspace', () => {
  it('holds exactly the tree, without a git directory', async () => {
    const dir = repository({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
    symlinkSync('../a.txt', join(dir, 'b/link'));
    writeFileSync(join(dir, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
    sh(dir, 'add', '-A');
    sh(dir, 'commit', '-qm', 'more');
    const { workspace, base } = await opened(dir);
    expect(fingerprint(workspace.dir)).toEqual(fingerprint(dir, (path) => path === '.git'));
    expect(await workspace.snapshot()).toBe(base);
  });

  it('sees a change of the same size and time, and of nothing but a mode or a type', async () => {
    const dir = repository({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    const { workspace, base, clone } = await opened(dir);
    const file = join(workspace.dir, 'a.txt');
    const { atime, mtime } = lstatSync(file);
    writeFileSync(file, 'uno\n');
    utimesSync(file, atime, mtime);
    const edited = await workspace.snapshot();
    expect(await clone.read(edited, 'a.txt')).toBe('uno\n');
    expect(await workspace.snapshot()).toBe(edited);
    writeFileSync(file, 'one\n');
    expect(await workspace.snapshot()).toBe(base);
    chmodSync(file, 0o755);
    const runnable = await workspace.snapshot();
    expect((await clone.diff(base, runnable)).changes).toMatchObject([{ path: 'a.txt', status: 'modified' }]);
    rmSync(file);
    symlinkSync('b.txt', file);
    expect(await clone.read(await workspace.snapshot(), 'a.txt')).toBeNull();
  });

  it('lists what is there, ignored or not where the tree has it, and nothing else that is ignored', async () => {
    const dir = repository({ 'a.txt': '1', 'kept.log': '2' });
    put(dir, { '.gitignore': '*.log\n' });
    sh(dir, 'add', '-A');
    sh(dir, 'commit', '-qm', 'more');
    const { workspace } = await opened(dir);
    expect(await workspace.list()).toEqual(['.gitignore', 'a.txt', 'kept.log']);
    put(workspace.dir, { 'other.log': '3', 'new.txt': '4' });
    expect(await workspace.list()).toEqual(['.gitignore', 'a.txt', 'kept.log', 'new.txt']);
    for (const name of ['other.log', 'new.txt', 'kept.log']) rmSync(join(workspace.dir, name));
    expect(await workspace.list()).toEqual(['.gitignore', 'a.txt']);
    await workspace.snapshot();
    put(workspace.dir, { 'kept.log': '5' });
    expect(await workspace.list()).toEqual(['.gitignore', 'a.txt']);
  });

  it('takes bytes in and out as they are, whatever the attributes say', async () => {
    const dir = tempDir();
    sh(dir, 'init', '-q');
    const odd = { 'crlf.txt': 'a\r\nb\n', 'id.txt': '$Id$\n', 'utf16.txt': Buffer.from([0xff, 0xfe, 65, 0]) };
    put(dir, odd);
    sh(dir, 'add', '-A');
    put(dir, {
      '.gitattributes': '* text=auto eol=crlf ident\nutf16.txt working-tree-encoding=UTF-16\n*.txt filter=lfs\n',
    });
    sh(dir, 'add', '.gitattributes');
    sh(dir, 'commit', '-qm', 'first');
    const { workspace, base, clone } = await opened(dir);
    for (const [path, content] of Object.entries(odd)) {
      expect(readFileSync(join(workspace.dir, path)).equals(Buffer.from(content)), path).toBe(true);
    }
    expect(await workspace.snapshot()).toBe(base);
    put(workspace.dir, { 'new.txt': 'x\r\ny\r\n' });
    expect(await clone.read(await workspace.snapshot(), 'new.txt')).toBe('x\r\ny\r\n');
  });

  it.each([
    ['small', {}],
    ['large', many],
  ])('is reset exactly, a %s one: strangers, ignored files, modes, types, links and the missing', async (_, more) => {
    const dir = repository({
      ...more,
      '.gitignore': 'build/\n*.log\n',
      'src/a.txt': '1',
      'src/b.txt': '2',
      'lib/c.txt': '3',
    });
    symlinkSync('src/a.txt', join(dir, 'link'));
    writeFileSync(join(dir, 'tool'), 'x', { mode: 0o755 });
    sh(dir, 'add', '-A');
    sh(dir, 'commit', '-qm', 'more');
    const { workspace, base } = await opened(dir);
    const before = fingerprint(workspace.dir);
    const outside = tempDir();
    put(outside, { 'b.txt': 'precious', 'a.txt': 'precious' });

    put(workspace.dir, { 'build/out/x.js': 'x', 'debug.log': 'x', 'new/deep/file': 'x', 'src/.git/config': 'x' });
    mkdirSync(join(workspace.dir, 'empty'));
    chmodSync(join(workspace.dir, 'tool'), 0o644);
    rmSync(join(workspace.dir, 'src'), { recursive: true });
    symlinkSync(outside, join(workspace.dir, 'src'));
    rmSync(join(workspace.dir, 'link'));
    put(workspace.dir, { 'link/now/a-folder': 'x' });
    rmSync(join(workspace.dir, 'lib'), { recursive: true });
    writeFileSync(join(workspace.dir, 'lib'), 'now a file');
    chmodSync(join(workspace.dir, 'new/deep'), 0o000);
    await workspace.reset(base);
    expect(fingerprint(workspace.dir)).toEqual(before);
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('precious');
    expect(await workspace.snapshot()).toBe(base);
  });

  it('notices a change of content that keeps size and modification time', async () => {
    const { workspace, base } = await opened(repository({ 'a.txt': 'AAAA' }));
    const file = join(workspace.dir, 'a.txt');
    await workspace.snapshot();
    const { atime, mtime } = lstatSync(file);
    writeFileSync(file, 'BBBB');
    utimesSync(file, atime, mtime);
    const changed = await workspace.snapshot();
    expect(changed).not.toBe(base);
    await workspace.reset(base);
    expect(readFileSync(file, 'utf8')).toBe('AAAA');
  });

  it('goes from any tree to any other and back', async () => {
    const { workspace, base } = await opened(repository({ 'a.txt': '1' }));
    const name = fc.stringMatching(/^[abé ]{1,2}$/).filter((text) => text.trim() === text);
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const file = fc.record({
      path,
      content: fc.uint8Array({ maxLength: 5 }),
      kind: fc.constantFrom('plain', 'exec', 'link'),
    });
    const place = (files: { path: string; content: Uint8Array; kind: string }[]) => {
      for (const { path, content, kind } of files) {
        const at = join(workspace.dir, path);
        try {
          mkdirSync(join(at, '..'), { recursive: true });
          if (kind === 'link') symlinkSync(`to-${content.length}`, at);
          else writeFileSync(at, content, { mode: kind === 'exec' ? 0o755 : 0o644 });
        } catch (error) {
          if (!/EEXIST|ENOTDIR|EISDIR|ENOENT/.test(String(error))) throw error;
        }
      }
    };
    const few = fc.array(file, { maxLength: 6 });
    const plenty = Object.entries(many).map(([path, text]) => ({ path, content: Buffer.from(text), kind: 'plain' }));
    const files = fc.tuple(few, fc.boolean()).map(([list, isLarge]) => (isLarge ? [...list, ...plenty] : list));
    await fc.assert(
      fc.asyncProperty(files, files, async (first, second) => {
        await workspace.reset(base);
        place(first);
        const one = await workspace.snapshot();
        await workspace.reset(one);
        const looksOne = fingerprint(workspace.dir);
        place(second);
        const two = await workspace.snapshot();
        await workspace.reset(two);
        const looksTwo = fingerprint(workspace.dir);
        expect(await workspace.snapshot()).toBe(two);
        await workspace.reset(one);
        expect(fingerprint(workspace.dir)).toEqual(looksOne);
        expect(await workspace.snapshot()).toBe(one);
        await workspace.reset(two);
        expect(fingerprint(workspace.dir)).toEqual(looksTwo);
      }),
      { numRuns: 15 },
    );
  });

  it('leaves ignored files out, keeps tracked ones, and knows no ignore file but the tree’s own', async () => {
    const dir = repository({ 'kept.log': '1' });
    put(dir, { '.gitignore': '*.log\n' });
    put(join(dir, '.git/info'), { exclude: 'excluded.txt\n' });
    sh(dir, 'add', '-A');
    sh(dir, 'commit', '-qm', 'ignore');
    const home = tempDir();
    put(home, {
      '.config/git/ignore': 'global.txt\n',
      '.gitconfig': `[core]\nexcludesFile = ${home}/.config/git/ignore\n`,
    });
    const repo = gitRepo({ waste: [], state_dir: tempDir(), env: plainEnv(home), point: () => undefined });
    const target = await repo.inspect(dir);
    const clone = await repo.clone('r1', target);
    const workspace = await clone.workspace('main', await clone.treeOf(target.head));
    put(workspace.dir, { 'new.log': 'x', 'kept.log': '2', 'excluded.txt': 'x', 'global.txt': 'x' });
    const tree = await workspace.snapshot();
    expect(await clone.list(tree)).toEqual(['.gitignore', 'excluded.txt', 'global.txt', 'kept.log']);
    expect(await clone.read(tree, 'kept.log')).toBe('2');
    expect(await workspace.list()).toEqual(['.gitignore', 'excluded.txt', 'global.txt', 'kept.log']);
  });

  it('leaves out what tools leave behind, unless the project tracks it', async () => {
    const dir = repository({ 'a.py': 'x = 1\n' });
    put(dir, { 'kept/.coverage': 'tracked\n' });
    sh(dir, 'add', '-A', '-f');
    sh(dir, 'commit', '-qm', 'tracked waste');
    const { workspace, base } = await opened(dir);
    put(workspace.dir, { '__pycache__/a.pyc': 'x', '.pytest_cache/v': 'x', 'node_modules/p/index.js': 'x' });
    expect(await workspace.snapshot()).toBe(base);
    put(workspace.dir, { 'kept/.coverage': 'changed\n' });
    expect(await workspace.snapshot()).not.toBe(base);
  });

  it('never takes a planted git directory for a repository', async () => {
    const { workspace, clone } = await opened(repository());
    for (const sub of ['sub', 'empty', 'deep/er', '.']) {
      put(workspace.dir, { [`${sub}/file.txt`]: 'x' });
      sh(join(workspace.dir, sub), 'init', '-q');
      if (sub !== 'empty') sh(join(workspace.dir, sub), 'commit', '-q', '--allow-empty', '-m', 'planted');
    }
    put(workspace.dir, { 'pointer/.git': 'gitdir: /etc\n', 'pointer/p.txt': 'x', '.GIT/config': 'x', 'git~1/x': 'x' });
    symlinkSync('/etc/passwd', join(workspace.dir, '.gitmodules'));
    const tree = await workspace.snapshot();
    const expected = ['a.txt', 'deep/er/file.txt', 'empty/file.txt', 'file.txt', 'pointer/p.txt', 'sub/file.txt'];
    expect(await clone.list(tree)).toEqual(expected);
    expect(await workspace.list()).toEqual(expected);
    expect(existsSync(join(workspace.dir, 'sub/.git'))).toBe(false);
  });

  it('keeps submodules as they are, whatever happens to their folders', async () => {
    const inner = repository({ 'inner.txt': 'x' });
    const dir = repository({ 'a.txt': '1' });
    for (const path of ['one', 'vendor/two', 'three']) {
      sh(dir, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, path);
    }
    sh(dir, 'commit', '-qam', 'submodules');
    const { workspace, base, clone } = await opened(dir);
    expect(await workspace.snapshot()).toBe(base);
    put(workspace.dir, { 'one/stray.txt': 'x', 'a.txt': '2' });
    sh(join(workspace.dir, 'one'), 'init', '-q');
    sh(join(workspace.dir, 'one'), 'commit', '-q', '--allow-empty', '-m', 'planted');
    rmSync(join(workspace.dir, 'vendor'), { recursive: true });
    rmSync(join(workspace.dir, 'three'), { recursive: true });
    writeFileSync(join(workspace.dir, 'three'), 'a file instead');
    const { changes } = await clone.diff(base, await workspace.snapshot());
    expect(changes.map(({ path }) => path)).toEqual(['a.txt']);
    await workspace.reset(base);
    expect(readdirSync(join(workspace.dir, 'one'))).toEqual([]);
    expect(readdirSync(join(workspace.dir, 'vendor/two'))).toEqual([]);
    expect(await workspace.snapshot()).toBe(base);
  });

  it('copes with files and folders that nobody may read, and with pipes', async () => {
    const { workspace, base, clone } = await opened(repository({ 'a.txt': '1', 'f/b.txt': '1', 'f/g/c.txt': '1' }));
    put(workspace.dir, { 'a.txt': '2' });
    chmodSync(join(workspace.dir, 'a.txt'), 0o000);
    chmodSync(join(workspace.dir, 'f/g'), 0o600);
    chmodSync(join(workspace.dir, 'f'), 0o000);
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [join(workspace.dir, 'pipe')]);
    const { changes } = await clone.diff(base, await workspace.snapshot());
    expect(changes.map(({ path }) => path)).toEqual(['a.txt']);
    chmodSync(join(workspace.dir, 'f'), 0o500);
    await workspace.reset(base);
    expect(Object.keys(fingerprint(workspace.dir))).toEqual(['a.txt', 'f', 'f/b.txt', 'f/g', 'f/g/c.txt']);
    chmodSync(join(workspace.dir, 'f'), 0o000);
    await workspace.dispose();
    expect(existsSync(workspace.dir)).toBe(false);
  });

  it('takes a pipe or a socket in the place of a file for a deletion', async () => {
    const { workspace, base, clone } = await opened(repository({ 'a.txt': '1', 'b.txt': '1', 'c.txt': '1' }));
    const { execFileSync } = await import('node:child_process');
    for (const name of ['a.txt', 'b.txt']) rmSync(join(workspace.dir, name));
    execFileSync('mkfifo', [join(workspace.dir, 'a.txt')]);
    const listen = "require('net').createServer().listen('b.txt', () => process.kill(process.pid, 'SIGKILL'))";
    expect(() => execFileSync(process.execPath, ['-e', listen], { cwd: workspace.dir })).toThrow();
    expect(await workspace.list()).toEqual(['c.txt']);
    const { changes } = await clone.diff(base, await workspace.snapshot());
    expect(changes.map(({ path, status }) => [path, status])).toEqual([
      ['a.txt', 'deleted'],
      ['b.txt', 'deleted'],
    ]);
  });

  it.each([
    ['small', {}],
    ['large', many],
  ])('takes no more than 256 MB of new content into a change of a %s one, holes counted', async (_, more) => {
    const { workspace, base, clone } = await opened(repository({ ...more, 'a.txt': '1', 'kept.txt': '1' }));
    put(workspace.dir, { 'new.txt': 'x', 'kept.txt': '' });
    for (const name of ['a.txt', 'huge.bin', 'large.bin']) writeFileSync(join(workspace.dir, name), '');
    truncateSync(join(workspace.dir, 'a.txt'), 2 ** 42);
    truncateSync(join(workspace.dir, 'huge.bin'), 2 ** 42);
    truncateSync(join(workspace.dir, 'large.bin'), 100 * 1024 * 1024);
    const { changes } = await clone.diff(base, await workspace.snapshot());
    expect(changes.map(({ path }) => path)).toEqual(['a.txt', 'kept.txt', 'large.bin', 'new.txt']);
    const kept = readdirSync(workspace.dir).filter((name) => name !== 'many');
    expect(kept).toEqual(['kept.txt', 'large.bin', 'new.txt']);
  });

  it('takes no hole into a change after it was listed', async () => {
    const { workspace } = await opened(repository({ 'a.txt': '1', '.gitignore': '*.log\n' }));
    put(workspace.dir, { 'x.log': 'x' });
    expect(await workspace.list()).toEqual(['.gitignore', 'a.txt']);
    truncateSync(join(workspace.dir, 'a.txt'), 2 ** 42);
    await workspace.snapshot();
    expect(existsSync(join(workspace.dir, 'a.txt'))).toBe(false);
  });

  it.skipIf(!asRoot())('works in a folder that belongs to another user (needs root to make one)', async () => {
    const { workspace, base, clone } = await opened(repository({ 'a.txt': '1', 'b.txt': '1' }));
    for (const path of ['.', 'a.txt', 'b.txt']) chownSync(join(workspace.dir, path), 65534, 65534);
    await workspace.write('a.txt', '2');
    const { changes } = await clone.diff(base, await workspace.snapshot());
    expect(changes.map(({ path }) => path)).toEqual(['a.txt']);
    await workspace.reset(base);
    expect(await workspace.snapshot()).toBe(base);
  });

  it('keeps names that are not UTF-8', async () => {
    const { workspace, base, clone } = await opened(repository({ 'a.txt': '1' }));
    const raw = Buffer.from([0x66, 0xff, 0xc3, 0xa9, 0x80]);
    writeFileSync(Buffer.concat([Buffer.from(`${workspace.dir}/`), raw]), 'odd\n');
    const tree = await workspace.snapshot();
    const { changes } = await clone.diff(base, tree);
    expect(changes).toMatchObject([{ path: 'f\udcffé\udc80', status: 'added', insertions: 1 }]);
    const path = changes[0]?.path ?? '';
    expect(await clone.read(tree, path)).toBe('odd\n');
    expect(await clone.overlay(base, tree, [path])).toBe(tree);
    expect(Buffer.from((await workspace.read(path)) ?? []).toString()).toBe('odd\n');
    await workspace.reset(tree);
    expect(await workspace.snapshot()).toBe(tree);
    await workspace.reset(base);
    expect(readdirSync(workspace.dir)).toEqual(['a.txt']);
  });

  it('begins anew where an earlier process was killed, stale locks and all', async () => {
    const dir = repository({ 'a.txt': '1' });
    const { state_dir, workspace, target, base } = await opened(dir);
    put(workspace.dir, { 'left.txt': 'x', 'a.txt': '2' });
    for (const index of readdirSync(join(state_dir, 'runs/r1/index/main'))) {
      writeFileSync(join(state_dir, 'runs/r1/index/main', `${index}.lock`), '');
    }
    const later = gitRepo({ waste: [], state_dir, env: plainEnv('/nonexistent'), point: () => undefined });
    const again = await (await later.clone('r1', target)).workspace('main', base);
    expect([again.dir === workspace.dir, existsSync(workspace.dir)]).toEqual([false, false]);
    expect(fingerprint(again.dir)).toEqual(fingerprint(dir, (path) => path === '.git'));
    expect(await again.snapshot()).toBe(base);
    expect(readdirSync(join(state_dir, 'runs/r1')).sort()).toEqual(['git', 'identity.json', 'index', 'work']);
  });

  it('is one of several, each with its own state', async () => {
    const { workspace, clone, base } = await opened(repository({ 'a.txt': '1' }));
    const other = await clone.workspace('other', base);
    put(workspace.dir, { 'a.txt': '2' });
    const [one, two] = await Promise.all([workspace.snapshot(), other.snapshot()]);
    expect(one).not.toBe(base);
    expect(two).toBe(base);
    expect(await clone.workspace('main', base)).toBe(workspace);
    expect(readFileSync(join(workspace.dir, 'a.txt'), 'utf8')).toBe('1');
    await expect(clone.workspace('../x', base)).rejects.toMatchObject({ reason: 'path_refused' });
    await expect(clone.workspace('x', 'f'.repeat(40))).rejects.toMatchObject({ reason: 'git_failed' });
  });
});
