import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { type Ended, type Place, test } from './support/place.ts';
import { git, put } from './support/repo.ts';

const limits = 'limits: { verify_seconds: 2 }\n';
/** Its turns leave the processor to others. */
const right = `import { later } from './later.js';

export function sum(n) {
  let total = 0;
  for (let i = 1; i <= n; i += 1) total += later(i);
  return total;
}
`;
const endless = right.replace('i += 1', 'i -= 1');
const files = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  'sum.js': right,
  'later.js':
    'export function later(n) {\n  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);\n  return n;\n}\n',
  'twice.js': 'export const twice = (n) => 2 * n;\n',
  'sum.test.js': `import assert from 'node:assert';
import { test } from 'node:test';
import { sum } from './sum.js';

test('sums', () => assert.equal(sum(3), 6));
`,
  'twice.test.js': `import assert from 'node:assert';
import { test } from 'node:test';
import { twice } from './twice.js';

test('doubles', () => assert.equal(twice(3), 6));
`,
  '.pawl/config.yaml': limits,
};
const verify = (place: Place, target: string) => place.pawl(['verify', '--target', target, '--json']);
const verdictOf = (ended: Ended) => ended.lines[0] as Record<string, unknown>;

describe.concurrent('a test that does not end', () => {
  test('is a failing test of base, which a change can fix', async ({ place }) => {
    const target = place.repo({ ...files, 'sum.js': endless });
    expect((await place.pawl(['doctor', '--target', target])).stdout).toMatch(
      /2 tests, 1 passed, 0 failed, 0 skipped, 1 does not end: sum\.test\.js > sums \(/,
    );
    put(target, { 'sum.js': right });
    const ended = await verify(place, target);
    expect(ended.code).toBe(0);
    expect(verdictOf(ended)).toMatchObject({ status: 'pass', tests: { total: 2, passed: 2, fixed: 1 } });
    put(target, { 'sum.js': endless, 'twice.js': `${files['twice.js']}// More.\n` });
    const other = await verify(place, target);
    expect(other.code).toBe(0);
    expect(verdictOf(other)).toMatchObject({ status: 'pass', tests: { total: 2, failed: 1, preexisting: 1 } });
  });

  test('is named where a change brings it, and the others are still run', async ({ place }) => {
    const target = place.repo(files);
    put(target, { 'sum.js': endless });
    const ended = await verify(place, target);
    expect(ended.code).toBe(1);
    expect(verdictOf(ended)).toMatchObject({
      status: 'warning',
      recommendation: 'escalate_tier',
      stopped_at: 'tests',
      tests: { total: 2, passed: 1, failed: 1, broken: 1 },
      test_failures: [
        {
          test: 'sum.test.js > sums',
          error: 'Hang: did not end within 2 s (limits.verify_seconds)',
          file: 'sum.test.js',
        },
      ],
    });
  });

  const py = `from later import later


def total(n):
    i, found = 1, 0
    while i <= n:
        found += later(i)
        i += 1
    return found
`;
  const faults: [name: string, files: Record<string, string>, file: string, right: string][] = [
    ['a step in the wrong direction', { ...files, 'sum.js': endless }, 'sum.js', right],
    [
      'a step that is missing',
      {
        '.pawl/config.yaml': limits,
        'later.py': 'import time\n\n\ndef later(n):\n    time.sleep(0.02)\n    return n\n',
        'lib.py': py.replace('        i += 1\n', ''),
        'test_lib.py':
          'import unittest\nfrom lib import total\n\n\nclass T(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total(3), 6)\n',
      },
      'lib.py',
      py,
    ],
  ];
  for (const [name, content, file, mended] of faults)
    test(`is repaired without a model: ${name}`, async ({ place }) => {
      const target = place.repo(content);
      const ended = await place.pawl(['fix', '--target', target, '--tiers', 'repair', '--yes', '--json']);
      expect(ended.code).toBe(0);
      const events = expectEvents(ended.stdout);
      expect(ofType(events, 'verdict.reached')).toMatchObject([{ verdict: { status: 'pass', tests: { fixed: 1 } } }]);
      const branches = git(target, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/pawl').trim().split('\n');
      expect(git(target, 'show', `${branches[0]}:${file}`)).toBe(mended);
    });
});
