import { expect, test } from 'vitest';
import { pathsNamedIn } from '../../src/code/named-paths.ts';

const named = (text: string) => pathsNamedIn(text).map(({ path }) => path);
const made = (text: string) => pathsNamedIn(text).map((each) => each.made);

test.each([
  ['mend src/list/sort.ts and ./lib/a.js.', ['src/list/sort.ts', 'lib/a.js']],
  ['`add.js` exports sub', ['add.js']],
  ['see https://example.org/a/b.html', []],
  ['tests in test/**/*.test.ts', []],
  ['and/or, HTTP/1.1, application/json, obj.method, Node.js, e.g. this', []],
  ['call src/a.b() twice', []],
  ['covers src/a.test.ts:12', ['src/a.test.ts']],
])('%j names %j', (text, paths) => {
  expect(named(text)).toEqual(paths);
});

test.each([
  ['a new file src/store.py keeps them', true],
  ['src/store.py (new) keeps them', true],
  ['Create src/store.py', true],
  ['Add a module `src/store.py` with a class', true],
  ['Add tests to src/store.py', false],
  ['src/store.py keeps them', false],
])('%j says that it makes it: %s', (text, isMade) => {
  expect(made(text)).toEqual([isMade]);
});
