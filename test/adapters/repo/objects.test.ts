import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Git, gitRunner } from '../../../src/adapters/repo/git.ts';
import { objectsOf } from '../../../src/adapters/repo/trees/objects.ts';
import { entriesAt, smallTree } from '../../../src/adapters/repo/trees/tree-walk.ts';
import { plainEnv, put, repository, sh } from './setup.ts';

/** Objects of a repository, how often git was started for them, and a way to kill it. */
function reading(dir: string) {
  const run = gitRunner(plainEnv('/nonexistent'));
  const killers: AbortController[] = [];
  const git: Git = (args, call) => {
    const killer = new AbortController();
    killers.push(killer);
    return run(args, { ...call, signal: AbortSignal.any([killer.signal, ...(call.signal ? [call.signal] : [])]) });
  };
  const git_dir = join(dir, '.git');
  return { objects: objectsOf(git, { dir: git_dir, git_dir }), killers };
}

describe('the objects of a repository', () => {
  it('are read by one git, in any number and of any bytes, and what is missing is null', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 256));
    const dir = repository({ 'a.txt': 'one\n', 'empty.txt': '' });
    put(dir, { 'b.bin': bytes });
    sh(dir, 'add', '-A');
    const oids = ['a.txt', 'b.bin', 'empty.txt'].map((path) => sh(dir, 'rev-parse', `:${path}`));
    const { objects, killers } = reading(dir);
    const names = Array.from({ length: 40 }, () => [...oids, '0'.repeat(40)]).flat();
    const found = await Promise.all(names.map((name) => objects(name)));
    expect(found.slice(0, 4).map((object) => object?.content)).toEqual([
      Buffer.from('one\n'),
      bytes,
      Buffer.alloc(0),
      undefined,
    ]);
    expect(found.map((object) => object?.oid ?? null)).toEqual(names.map((name) => (/^0+$/.test(name) ? null : name)));
    // What was written after the first question is found as well.
    put(dir, { 'c.txt': 'late\n' });
    const late = sh(dir, 'hash-object', '-w', 'c.txt');
    expect((await objects(late))?.content.toString()).toBe('late\n');
    expect(killers.length).toBe(1);
    expect(() => objects('HEAD\nHEAD')).toThrow('is not the name of an object');
  });

  it('are read on after their git was killed: the question it had fails, the next one is answered', async () => {
    const dir = repository({ 'a.txt': 'one\n' });
    const oid = sh(dir, 'rev-parse', 'HEAD:a.txt');
    const { objects, killers } = reading(dir);
    await objects(oid);
    const asked = objects(oid).catch((error: Error) => error);
    killers[0]?.abort();
    await asked;
    await expect.poll(async () => (await objects(oid).catch(() => null))?.content.toString()).toBe('one\n');
    expect(killers.length).toBe(2);
  });
});

describe('a tree', () => {
  it('is listed as git lists it, whole and by path', async () => {
    const dir = repository({ 'a.txt': '1', 'b/c.txt': '2', 'b/d/é ü.txt': '3', 'b.txt': '4' });
    const tree = sh(dir, 'rev-parse', 'HEAD^{tree}');
    const { objects } = reading(dir);
    const listed = sh(dir, '-c', 'core.quotePath=false', 'ls-tree', '-r', tree).split('\n');
    const entries = (await smallTree(objects, tree)) ?? [];
    expect(entries.map(({ mode, oid, path }) => `${mode} blob ${oid}\t${path}`)).toEqual(listed);
    const some = await entriesAt(objects, tree, ['b/d/é ü.txt', 'a.txt', 'b/none', 'a.txt/x', 'none/x']);
    expect(some?.map(({ path }) => path)).toEqual(['b/d/é ü.txt', 'a.txt']);
    expect(await smallTree(objects, 'HEAD')).toBeNull();
    expect(await smallTree(objects, '0'.repeat(40))).toBeNull();
  });

  it('that holds itself over and over is left to git', async () => {
    const oid = 'ab'.repeat(20);
    const entry = (name: string) => Buffer.concat([Buffer.from(`40000 ${name}\0`), Buffer.from(oid, 'hex')]);
    const content = Buffer.concat(Array.from('abcdefghij', entry));
    expect(await smallTree(async () => ({ oid, type: 'tree', content }), oid)).toBeNull();
  });
});
