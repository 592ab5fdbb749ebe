import { describe, expect, it } from 'vitest';
import { askedFor } from '../../../src/core/judge/targets.ts';

const median = {
  id: 'test/stats.test.js > median > of an even list',
  file: 'test/stats.test.js',
  names: ['median', 'of an even list'],
};

describe('a failing test is asked for', () => {
  it.each([
    'make the tests pass',
    'Get the whole test suite green',
    'fix the failing tests',
    'please repair all tests',
    'the tests are broken since yesterday',
    'two specs fail on main',
    'fix "of an even list"',
    'stats.test.js should pass',
    'the median is wrong',
    'make it do stats on lists',
  ])('by the request %s', (request) => {
    expect(askedFor(request, undefined)(median)).toBe(true);
  });

  it.each([
    'add a --version flag',
    'the mode is wrong',
    'rename test helpers',
    'add tests for the parser',
    'fix the typo in the README',
    'make the parser work with tabs',
  ])('not by the request %s', (request) => {
    expect(askedFor(request, undefined)(median)).toBe(false);
  });

  it('by its id, its file or a part of its title', () => {
    for (const name of [median.id, median.file, 'stats.test.js', 'even list', 'median > of'])
      expect(askedFor('', [name])(median)).toBe(true);
    expect(askedFor('make the tests pass', ['mode'])(median)).toBe(false);
    expect(askedFor('', 'all')(median)).toBe(true);
  });
});
