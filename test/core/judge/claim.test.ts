import { describe, expect, test } from 'vitest';
import { claimsRefactoring } from '../../../src/core/judge/claim.ts';

describe('commits', () => {
  test.each([
    'Refactor pager stream handling',
    'refactor(cli): one place for flags',
    'fix unparam linting',
    'Remove unused flagNotDefinedMessage',
    'Reduce duplication by forwarding to sibling functions',
    'perf: loop over the variable directly',
    'Simplify match patterns',
    '[Perf] `utils`: make `compact` O(n)',
    'Use `map_both!` in more places',
    'chore: fix typos',
    'extract a small helper',
    'Removed dead code',
    'test: cover the empty case',
  ])('claim to change nothing that the product does: %s', (subject) => {
    expect(claimsRefactoring([subject])).toBe(true);
  });

  test.each([
    'Fix the crash on an empty list',
    'feat: extract archives',
    'refactor!: another signature',
    'Revert "Simplify match patterns"',
    'Add support for time.Time flags',
    'chore: raise the limit',
    'Extract user ids from the token',
    'Show comments of deleted users',
    'Optimize images on upload',
    'Warn about unused options',
    '7.0.4',
    '',
  ])('do not claim it: %s', (subject) => {
    expect(claimsRefactoring([subject])).toBe(false);
  });

  test('claim it only together', () => {
    expect(claimsRefactoring([])).toBe(false);
    expect(claimsRefactoring(['Tidy up', 'Add an option'])).toBe(false);
  });
});
