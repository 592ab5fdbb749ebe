import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { opened, put, repository, sh } from './setup.ts';

/** Lines that look like the marks of a patch. */
const marks = [
  'diff --git a/x b/x',
  '@@ -1,2 +1,2 @@',
  '--- a/x',
  '+++ b/x',
  '\\ No newline at end of file',
  '-',
  '+',
  '',
];
const before = {
  'a.b': 'one\n',
  'a/b': 'two\n',
  'a-b': 'three\n',
  marks: `${marks.join('\n')}\n`,
  unended: marks.join('\n'),
  gone: `${marks.join('\n')}\n`,
  long: Array.from({ length: 60 }, (_, at) => `${at}\n`).join(''),
  crlf: 'one\r\ntwo\r\n',
  kept: '',
};

it('counts the lines of a change as git does, whatever they look like', async () => {
  const dir = repository(before);
  const { clone, base, workspace } = await opened(dir);
  rmSync(join(workspace.dir, 'gone'));
  put(workspace.dir, {
    'a.b': 'ONE\n',
    'a/b': 'two\n\n',
    'a-b': '',
    marks: `${marks.toReversed().join('\n')}\nmore\n`,
    unended: `${marks.join('\n')}\n`,
    long: before.long.replace('3\n', 'three\n').replace('55\n', ''),
    crlf: 'one\ntwo\n',
    added: `${marks.join('\n')}`,
    bytes: Buffer.from([0xff, 0x0a, 0xfe]),
    empty: '',
  });
  const compare = async () => {
    const tree = await workspace.snapshot();
    const { changes } = await clone.diff(base, tree);
    const counted = sh(join(workspace.dir, '../../git'), 'diff-tree', '-r', '--no-renames', '--numstat', base, tree);
    const expected = counted.split('\n').map((line) => line.split('\t'));
    expect(changes.map(({ path, insertions, deletions }) => [`${insertions}`, `${deletions}`, path])).toEqual(expected);
    return changes;
  };
  expect(await compare()).toHaveLength(11);
  rmSync(join(workspace.dir, 'long'));
  symlinkSync('a.b', join(workspace.dir, 'long'));
  expect(await compare()).toContainEqual({ path: 'long', status: 'modified', insertions: 1, deletions: 60 });
});
