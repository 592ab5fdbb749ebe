import { describe, expect, test } from 'vitest';
import { addedLines, touchedBy } from '../../../src/code/patch/added-lines.ts';
import { opened, put, repository } from '../../adapters/repo/setup.ts';

/** What a real change adds, as git tells it. */
async function added(before: Record<string, string>, after: Record<string, string>): Promise<string[]> {
  const { clone, base, workspace } = await opened(repository(before));
  put(workspace.dir, after);
  const { patch } = await clone.diff(base, await workspace.snapshot());
  return [...addedLines(patch)].map(({ path, line, text }) => `${path}:${line}:${text}`);
}

describe('the lines that a change adds', () => {
  test('have the place they stand at afterwards', async () => {
    const before = { 'a.js': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n' };
    const after = { 'a.js': 'zero\none\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nNINE\n', 'b.js': 'new\n' };
    expect(await added(before, after)).toEqual(['a.js:1:zero', 'a.js:10:NINE', 'b.js:1:new']);
  });

  test('are read with or without a newline at the end, and none where a file goes', async () => {
    expect(await added({ 'a.js': 'one', 'b.js': 'x\n' }, { 'a.js': 'one\ntwo', 'b.js': '' })).toEqual([
      'a.js:1:one',
      'a.js:2:two',
    ]);
  });

  test('that look like a header are lines all the same', async () => {
    const text = '++ b/test/a.test.js\n@@ -1 +1 @@\n-- a/x\ndiff --git a/x b/x\n';
    expect(await added({ 'a.js': '-- a/y\n' }, { 'a.js': text })).toEqual([
      'a.js:1:++ b/test/a.test.js',
      'a.js:2:@@ -1 +1 @@',
      'a.js:3:-- a/x',
      'a.js:4:diff --git a/x b/x',
    ]);
  });

  test('belong to their own file, whatever it is called', async () => {
    const names = [
      'a b.js',
      'é.js',
      'tab\tx.js',
      'quote".js',
      'back\\slash.js',
      'line\nbreak.js',
      'bell\u0007.js',
      '😀.js',
    ];
    const files = Object.fromEntries(names.map((name) => [`src/${name}`, 'x\n']));
    const found = await added({ 'z.js': '' }, { 'a/first.js': 'y\n', ...files });
    expect(found.sort()).toEqual(['a/first.js:1:y', ...names.map((name) => `src/${name}:1:x`)].sort());
  });

  test('are none in an empty patch', () => {
    expect([...addedLines('')]).toEqual([]);
  });
});

describe('the lines that a change touches', () => {
  test('are those it adds and those beside what it removes, and no others', async () => {
    const { clone, base, workspace } = await opened(repository({ 'a.js': 'one\ntwo\nthree\nfour\nfive\n' }));
    put(workspace.dir, { 'a.js': 'one\nthree\nfour\nFIVE\n' });
    const { patch } = await clone.diff(base, await workspace.snapshot());
    const touched = touchedBy(patch);
    expect([1, 2, 3, 4, 5].filter((line) => touched('a.js', line))).toEqual([1, 2, 3, 4]);
    expect(touchedBy(patch.replaceAll('a.js', 'b.js'))('a.js', 4)).toBe(false);
  });
});
