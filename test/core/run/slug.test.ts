import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchName, slug } from '../../../src/core/run/slug.ts';

test.each([
  ['Add a login page', 'add-a-login-page'],
  ['Élève à Zürich: ñandú', 'eleve-a-zurich-nandu'],
  ['ﬁx the №1 bug', 'fix-the-no1-bug'],
  ['  --Trim.. me!!  ', 'trim-me'],
  ['日本語', 'task'],
  ['', 'task'],
  ['../../etc/passwd', 'etc-passwd'],
  ['release v1.2.lock', 'release-v1-2-lock'],
])('%j becomes %j', (text, expected) => {
  expect(slug(text)).toBe(expected);
});

test('it is short, and a cut leaves no dash at the end', () => {
  expect(slug('parseDuration must understand combined durations')).toBe('parseduration-must-understand-combined-d');
  expect(slug(`${'a'.repeat(39)} b`)).toBe('a'.repeat(39));
});

test('it is a valid part of a branch name, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      expect(slug(text)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(slug(text).length).toBeLessThanOrEqual(40);
    }),
    { numRuns: 500 },
  );
});

test('git takes what comes of it for a branch', () => {
  for (const request of ['@{-1}', 'HEAD', 'x..y~^:?*[\\', '$& $1 $$']) {
    const branch = branchName('pawl/{slug}', request);
    expect(execFileSync('git', ['check-ref-format', '--branch', branch]).toString().trim()).toBe(branch);
  }
  expect(branchName('x/{slug}/{slug}', 'a b')).toBe('x/a-b/a-b');
});

test('a branch is called after the first line that says something', () => {
  const request = '# add() subtracts (issue #1)\n\nThis is issue #1 of acme/adder.\n';
  expect(branchName('pawl/{slug}', request)).toBe('pawl/add-subtracts-issue-1');
  expect(branchName('pawl/{slug}', '---\n日本語\nadd a test\nmore')).toBe('pawl/add-a-test');
  expect(branchName('pawl/{slug}', '\n \n')).toBe('pawl/task');
});
