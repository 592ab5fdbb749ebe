import { expect, test } from 'vitest';
import { pythonTests } from '../../../src/languages/python/runners/detect.ts';
import { filesOf } from '../bare.ts';

const words = async (...paths: string[]) =>
  (await pythonTests(filesOf(Object.fromEntries(paths.map((path) => [path, 'import unittest\n'])))))?.words
    .slice(2)
    .join(' ');

test('unittest is told where tests are, and what they are called', async () => {
  expect(await words('test_a.py')).toBe('unittest');
  expect(await words('tests/__init__.py', 'tests/test_a.py')).toBe('unittest');
  expect(await words('tests/test_a.py')).toBe('unittest discover -s tests');
  expect(await words('a_test.py')).toBe('unittest discover -p *_test.py');
  expect(await words('tests/a_test.py', 'tests/b_test.py')).toBe('unittest discover -s tests -p *_test.py');
});

test('pytest finds what one run of unittest would miss', async () => {
  expect(await words('test_a.py', 'tests/test_b.py')).toBe('pytest');
  expect(await words('test_a.py', 'b_test.py')).toBe('pytest');
});
