import { chmodSync, existsSync, lstatSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRepo } from '../../../src/adapters/repo/repo.ts';
import { waste } from '../../support/waste.ts';
import { adapter, fingerprint, inOne, put, repository, sh, tempDir } from './setup.ts';

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a'.repeat(16)}\nsize 12345\n`;
const binary = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7) % 256);

/** A repository with everything that a careless tool changes on the way. */
function odd(): { dir: string; modules: string } {
  const modules = tempDir();
  put(modules, { 'lib.txt': 'lib\n' });
  inOne(modules, 'init -q', 'add -A', 'commit -q -m lib');
  const dir = tempDir();
  put(dir, {
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n*.txt text=auto\n*.bat text eol=crlf\n',
    'large.bin': pointer,
    'picture.png': binary,
    'crlf.txt': 'one\r\ntwo\r\n',
    'mixed.txt': 'one\r\ntwo\n',
    'run.bat': 'echo 1\n',
    'tool.sh': '#!/bin/sh\n',
    'Case.txt': 'case\n',
    'über/näme.txt': 'ü\n',
    '-dash.txt': 'dash\n',
    'new\nline.txt': 'line\n',
    'code.js': 'export const one = 1;\n',
    'far/away.txt': 'away\n',
  });
  chmodSync(join(dir, 'tool.sh'), 0o755);
  symlinkSync('crlf.txt', join(dir, 'link'));
  symlinkSync('../../nowhere', join(dir, 'dangling'));
  const ours = '-c core.autocrlf=false';
  inOne(dir, 'init -q', `${ours} add -A`);
  // As they are, whatever attributes say of them.
  for (const file of ['crlf.txt', 'mixed.txt']) {
    const oid = sh(dir, 'hash-object', '-w', '--no-filters', file);
    sh(dir, 'update-index', '--cacheinfo', `100644,${oid},${file}`);
  }
  sh(dir, 'update-index', '--add', '--cacheinfo', `160000,${sh(modules, 'rev-parse', 'HEAD')},deps/lib`);
  put(dir, { '.gitmodules': `[submodule "lib"]\n\tpath = deps/lib\n\turl = ${modules}\n` });
  inOne(dir, 'add .gitmodules', 'commit -q -m first');
  return { dir, modules };
}

/** Changes one file in a run's clone, and brings that into the branch that is checked out. */
async function delivered(dir: string, change: (work: string) => void) {
  const { repo } = adapter();
  const target = await repo.inspect(dir);
  const clone = await repo.clone('r1', target);
  const workspace = await clone.workspace('main', await clone.treeOf(target.head));
  change(workspace.dir);
  const tree = await workspace.snapshot();
  const sha = await clone.commit({ tree, parent: target.head, message: 'change', at: 1e12 });
  expect(await repo.publish('r1', target, 'pawl/x', sha, null)).toBe(true);
  const advanced = await repo.advance('r1', target, { branch: target.branch ?? '', from: target.head, to: sha });
  return { repo, target, sha, advanced };
}

/** The same, while something happens between its files and its branch. */
async function overtaken(meanwhile: (dir: string) => void) {
  const dir = repository({ 'a.txt': 'a\n' });
  const base = sh(dir, 'rev-parse', 'HEAD');
  put(dir, { 'a.txt': 'b\n' });
  inOne(dir, 'commit -qam theirs', 'branch change', `reset -q --hard ${base}`);
  const to = sh(dir, 'rev-parse', 'change');
  const { state_dir, env } = adapter();
  const point = (name: string) => name === 'git.advance.indexed' && meanwhile(dir);
  const repo = gitRepo({ waste, state_dir, env, point });
  const target = await repo.inspect(dir);
  await repo.clone('r1', target);
  return { dir, advanced: await repo.advance('r1', target, { branch: 'main', from: base, to }) };
}

const changed = (dir: string): string[] => sh(dir, 'diff', '--raw', '--no-abbrev', 'HEAD~', 'HEAD').split('\n');
const statusOf = (dir: string): string => sh(dir, '-c', 'filter.lfs.clean=cat', 'status', '--porcelain');
const one = (work: string) => put(work, { 'code.js': 'export const one = 2;\n' });

test('what a change leaves alone stays as it is: submodules, LFS pointers, line endings, modes, links, binaries, odd names', async () => {
  const { dir } = odd();
  const before = { files: fingerprint(dir, skip), index: sh(dir, 'ls-files', '-s'), status: statusOf(dir) };
  const { advanced } = await delivered(dir, one);
  expect(advanced).toEqual({ files: 1 });
  expect(changed(dir)).toEqual([expect.stringMatching(/^:100644 100644 .* M\tcode\.js$/)]);
  expect(fingerprint(dir, skip)).toEqual(before.files);
  expect(sh(dir, 'ls-files', '-s').replace(/.*code\.js/, '')).toBe(before.index.replace(/.*code\.js/, ''));
  expect(statusOf(dir)).toBe(before.status);
  expect(readFileSync(join(dir, 'code.js'), 'utf8')).toBe('export const one = 2;\n');
});

const skip = (path: string) => path.startsWith('.git/') || path === '.git' || path === 'code.js';

test('what a change touches comes as it was made: a mode, a link, binary bytes, line endings, a case-only rename, a folder made a link', async () => {
  const { dir } = odd();
  const { advanced } = await delivered(dir, (work) => {
    chmodSync(join(work, 'tool.sh'), 0o644);
    chmodSync(join(work, 'code.js'), 0o755);
    put(work, { 'picture.png': binary.toReversed(), 'crlf.txt': 'one\r\nthree\r\n' });
    renameSync(join(work, 'Case.txt'), join(work, 'case.txt'));
    symlinkSync('code.js', join(work, 'new-link'));
    rmSync(join(work, 'far'), { recursive: true });
    symlinkSync('über', join(work, 'far'));
  });
  expect(advanced).toEqual({ files: 9 });
  expect(readlinkSync(join(dir, 'far'))).toBe('über');
  expect(sh(dir, 'ls-files', 'Case.txt', 'case.txt')).toBe('case.txt');
  expect([existsSync(join(dir, 'Case.txt')), existsSync(join(dir, 'case.txt'))]).toEqual([false, true]);
  expect(readFileSync(join(dir, 'picture.png'))).toEqual(Buffer.from(binary.toReversed()));
  expect(readFileSync(join(dir, 'crlf.txt'), 'utf8')).toBe('one\r\nthree\r\n');
  expect(sh(dir, 'cat-file', 'blob', 'HEAD:crlf.txt')).toBe('one\r\nthree');
  expect(lstatSync(join(dir, 'new-link')).isSymbolicLink()).toBe(true);
  expect([lstatSync(join(dir, 'tool.sh')).mode & 0o111, lstatSync(join(dir, 'code.js')).mode & 0o111]).toEqual([
    0, 0o111,
  ]);
});

test('a folder that a change makes a link stays where it holds a file of the user, tracked by nobody', async () => {
  const { dir } = odd();
  put(dir, { '.git/info/exclude': '*.local\n', 'far/mine.local': 'mine\n' });
  const before = fingerprint(dir, (path) => path === '.git');
  const { advanced } = await delivered(dir, (work) => {
    rmSync(join(work, 'far'), { recursive: true });
    symlinkSync('über', join(work, 'far'));
  });
  expect(advanced).toMatchObject({ fault: { reason: 'overlap', message: 'your own changes in far would be lost' } });
  expect(fingerprint(dir, (path) => path === '.git')).toEqual(before);
});

test('a sparse checkout stays sparse', async () => {
  const { dir } = odd();
  sh(dir, '-c', 'filter.lfs.smudge=cat', 'sparse-checkout', 'set', '--no-cone', '/*', '!/far');
  expect(existsSync(join(dir, 'far'))).toBe(false);
  const { advanced } = await delivered(dir, one);
  expect(advanced).toEqual({ files: 1 });
  expect(existsSync(join(dir, 'far'))).toBe(false);
  expect(sh(dir, 'ls-files', '-t', 'far/away.txt')).toBe('S far/away.txt');
  expect(changed(dir)).toHaveLength(1);
});

test('a file outside a sparse checkout that a change touches stays out of the work tree', async () => {
  const { dir } = odd();
  sh(dir, '-c', 'filter.lfs.smudge=cat', 'sparse-checkout', 'set', '--no-cone', '/*', '!/far');
  const before = statusOf(dir);
  const { advanced } = await delivered(dir, (work) => put(work, { 'far/away.txt': 'further\n' }));
  expect('files' in advanced).toBe(true);
  expect(existsSync(join(dir, 'far'))).toBe(false);
  expect(sh(dir, 'show', 'HEAD:far/away.txt')).toBe('further');
  expect(statusOf(dir)).toBe(before);
});

test('a shallow clone stays shallow, and what it lacks is not missed', async () => {
  const { dir } = odd();
  put(dir, { 'code.js': 'export const one = 0;\n' });
  inOne(dir, 'commit -q -am second');
  const shallow = join(tempDir(), 'shallow');
  sh(dir, '-c', 'protocol.file.allow=always', 'clone', '-q', '--depth', '1', `file://${dir}`, shallow);
  const { sha } = await delivered(shallow, one);
  expect(sh(shallow, 'rev-list', '--count', 'HEAD')).toBe('2');
  expect(sh(shallow, 'rev-parse', '--is-shallow-repository')).toBe('true');
  expect(sh(shallow, 'fsck', '--connectivity-only')).toBe('');
  expect(sh(shallow, 'rev-parse', 'HEAD')).toBe(sha);
});

test('in a linked work tree its own branch, files and index follow, and no other', async () => {
  const { dir } = odd();
  const linked = join(tempDir(), 'linked');
  sh(dir, '-c', 'filter.lfs.smudge=cat', 'worktree', 'add', '-q', '-b', 'side', linked);
  const main = { files: fingerprint(dir, (path) => path.startsWith('.git')), head: sh(dir, 'rev-parse', 'main') };
  const index = readFileSync(join(dir, '.git/index'));
  const { sha, advanced } = await delivered(linked, one);
  expect(advanced).toEqual({ files: 1 });
  expect(sh(dir, 'rev-parse', 'side')).toBe(sha);
  expect(readFileSync(join(linked, 'code.js'), 'utf8')).toContain('= 2');
  expect(statusOf(linked)).toBe('');
  expect({ files: fingerprint(dir, (path) => path.startsWith('.git')), head: sh(dir, 'rev-parse', 'main') }).toEqual(
    main,
  );
  expect(readFileSync(join(dir, '.git/index')).equals(index)).toBe(true);
});

test('a branch that moves meanwhile keeps its files, and what cannot be put back is said', async () => {
  const move = (dir: string) =>
    sh(dir, 'update-ref', 'refs/heads/main', sh(dir, 'commit-tree', 'HEAD^{tree}', '-m', 'x'));
  const moved = await overtaken(move);
  expect(moved.advanced).toMatchObject({ fault: { reason: 'moved', message: 'main has moved meanwhile' } });
  expect(readFileSync(join(moved.dir, 'a.txt'), 'utf8')).toBe('a\n');
  const edited = await overtaken((dir) => {
    move(dir);
    put(dir, { 'a.txt': 'mine\n' });
  });
  const message =
    'main has moved meanwhile, and your files could not be put back: your own changes in a.txt would be lost';
  expect(edited.advanced).toMatchObject({ fault: { reason: 'moved', message } });
  expect(readFileSync(join(edited.dir, 'a.txt'), 'utf8')).toBe('mine\n');
});
