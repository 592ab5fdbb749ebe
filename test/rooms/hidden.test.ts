import { expect, test } from 'vitest';
import { hiddenPlaces } from '../../src/rooms/hidden.ts';

test('hidden files are named by the fewest places that hide nothing else', () => {
  const paths = ['a.js', 'keys/one', 'keys/deep/two', 'src/b.js', 'src/secret.js', 'src/data/x', 'src/data/y'];
  const hidden = new Set(['keys/one', 'keys/deep/two', 'src/secret.js', 'src/data/x', 'src/data/y']);
  expect(hiddenPlaces(paths, (path) => hidden.has(path))).toEqual([
    { path: 'keys', kind: 'folder' },
    { path: 'src/secret.js', kind: 'file' },
    { path: 'src/data', kind: 'folder' },
  ]);
  expect(hiddenPlaces(paths, () => false)).toEqual([]);
});
