import { expect, test } from 'vitest';
import { isProvable } from '../../../src/core/judge/provable.ts';

test.each([
  'works well',
  'It works.',
  'is fast',
  'The code is clean and maintainable.',
  'The parser is fast',
  'The API is robust and scalable',
  'everything works as expected',
  'the login works correctly',
  'Code quality is good!',
  'fully working solution',
  '',
])('nothing could show that %j is false', (criterion) => {
  expect(isProvable(criterion)).toBe(false);
});

test.each([
  'it is there',
  'it adds',
  'two and three make five',
  'the README tells',
  'add(2, 3) works correctly',
  'parsing 1 MB is fast: under 100 ms',
  'the list is sorted',
  'an empty line is refused with a clear error',
  'the parser accepts an empty file',
  'Login fails with a wrong password',
  'The response is "ok"',
  'todo list shows open items first',
  'the file is readable by its owner alone',
])('a test can show %j', (criterion) => {
  expect(isProvable(criterion)).toBe(true);
});
