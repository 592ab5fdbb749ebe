import { describe, expect, test } from 'vitest';
import { hangType } from '../../src/languages/reports/report.ts';
import type { TestRun } from '../../src/schema/judge/test-run.ts';
import { textOf } from '../adapters/developers/external/stage.ts';
import { tests } from '../languages/bare.ts';
import { atRepair, reason } from './stage.ts';

/** Far more edits than could each start the test command, in tests that print, write files and do not end. */
const python = {
  'lib.py':
    'def total(prices, rate, limit):\n    all = 0\n    at = 0\n    while at < len(prices):\n        all += prices[at] * rate\n        at += 1\n    return min(all, limit - rate)\n\n\ndef worth(prices):\n    return total(prices, 2, 100)\n',
  'test_lib.py':
    "import unittest\nfrom lib import total, worth\n\n\nclass Cases(unittest.TestCase):\n    def test_total(self):\n        print('x' * 100000)\n        with open('left.txt', 'w') as file:\n            file.write('x')\n        self.assertEqual(total([1, 2], 10, 25), 25)\n        self.assertEqual(total([1], 3, 7), 3)\n\n    def test_worth(self):\n        self.assertEqual(worth([1, 50]), 100)\n",
};
const javascript = {
  'package.json': '{ "type": "module" }',
  'lib.js':
    'export function total(prices, rate, limit) {\n  let all = 0;\n  let at = 0;\n  while (at < prices.length) {\n    all += prices[at] * rate;\n    at += 1;\n  }\n  return Math.min(all, limit - rate);\n}\n',
  'lib.test.js':
    "import assert from 'node:assert/strict';\nimport { writeFileSync } from 'node:fs';\nimport { describe, it } from 'node:test';\nimport { total } from './lib.js';\n\ndescribe('total', () => {\n  it('is limited', () => {\n    console.log('x'.repeat(100000));\n    writeFileSync('left.txt', 'x');\n    if (![15, 25].includes(total([1, 2], 10, 25))) globalThis.left = true;\n    assert.equal(total([1, 2], 10, 25), 25);\n  });\n  it('sums', async () => {\n    assert.equal(globalThis.left, undefined);\n    assert.equal(total([1], 3, 7), 3);\n  });\n});\n",
};

describe.skipIf(reason !== null)('a warm worker', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['Python', python, 'lib.py', 'return min(all, limit)'],
    ['JavaScript', javascript, 'lib.js', 'Math.min(all, limit)'],
  ])('tries dozens of edits in a few starts: %s', async (_language, files, path, right) => {
    const { outcome, steps, workspace, commands } = await atRepair(files);
    expect(outcome.ended).toBe('finished');
    expect(await textOf(workspace, path)).toContain(right);
    const figures = steps.at(-1)?.action_input as { candidates: number };
    expect(figures.candidates).toBeGreaterThan(20);
    expect(commands.length).toBeLessThanOrEqual(5);
    expect(await workspace.list()).toEqual(Object.keys(files).sort());
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'Python',
      {
        'lib.py': 'def price(n):\n    goods = n * 2\n    post = n + 1\n    return goods + post\n',
        'test_lib.py':
          'import unittest\nfrom lib import price\n\n\nclass Cases(unittest.TestCase):\n    def test_price(self):\n        self.assertEqual(price(1), 5)\n',
      },
      'lib.py:',
    ],
    [
      'JavaScript',
      {
        'package.json': '{ "type": "module" }',
        'lib.js':
          'export function price(n) {\n  const goods = n * 2;\n  const post = n + 1;\n  return goods + post;\n}\n',
        'lib.test.js':
          "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { price } from './lib.js';\n\ntest('price', () => assert.equal(price(1), 5));\n",
      },
      'lib.js:',
    ],
  ])('hands on edits that the tests cannot tell apart, and commits none: %s', async (_language, files, place) => {
    const { outcome, tree, base } = await atRepair(files);
    expect(outcome.ended).toBe('hand_over');
    expect(outcome.summary).toContain('is likely enough to be the fix. The tests would pass with this edit: `');
    expect(outcome.summary).toMatch(/other edits, which behave differently on other inputs: `/);
    expect(outcome.summary).toContain(`Most suspicious: ${place}`);
    expect(tree).toBe(base);
  });

  test('finds null behind an entry point and an else, where another test may fail', async () => {
    const merged =
      "exports.merge = function (target, source) {\n  if (Array.isArray(target)) {\n    return target.concat(source);\n  } else if (typeof target === 'object') {\n    return Object.keys(target || {}).concat(source);\n  } else {\n    return [target, source];\n  }\n};\n";
    const content = {
      'package.json': '{ "main": "lib/index.js", "scripts": { "test": "node --test" } }',
      'lib/index.js': "module.exports = require('./merge');\n",
      'lib/merge.js': merged,
      'test/merge.test.js':
        "const assert = require('node:assert/strict');\nconst { test } = require('node:test');\nconst { merge } = require('../');\n\ntest('null', () => {\n  assert.deepEqual(merge(null, 'a'), [null, 'a']);\n});\ntest('list', () => assert.deepEqual(merge([1], 2), [1, 2]));\ntest('others', () => assert.deepEqual(merge(1, 2), [1, 2]));\ntest('old', () => assert.equal(merge(undefined, 1).length, 3));\n",
    };
    const { outcome, workspace } = await atRepair(content, { suite: { tests: { ...tests(), tolerate: ['**old'] } } });
    expect(outcome.summary).toMatch(/^lib\/merge\.js:4: .* → .*\n1 of .*; proven by test\/merge\.test\.js > null$/);
    expect(await textOf(workspace, 'lib/merge.js')).toContain("} else if (target && typeof target === 'object') {");
  });

  test('finds the fault of a test that does not end', async () => {
    const code =
      'def triangle(n):\n    total = 0\n    while n > 0:\n        total += n\n        n += 1\n    return total\n';
    const cases =
      'import unittest\nfrom lib import triangle\n\n\nclass Cases(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(triangle(3), 6)\n\n    def test_more(self):\n        self.assertEqual(triangle(5), 15)\n';
    const hanging = ['test_one', 'test_more'].map((name) => ({
      ...{ id: `test_lib.py > Cases > ${name}`, names: ['Cases', name], file: 'test_lib.py', line: 6 },
      ...{ status: 'failed' as const, duration_ms: 1000 },
      error: { type: hangType, message: 'did not end', stack: '', file: 'test_lib.py', line: null },
    }));
    const last: TestRun = {
      ...{ runner: 'unittest', outcome: 'ok', evidence: 'report', errors: [], duration_ms: 1, exit_code: 1 },
      ...{ signal: null, output_tail: '', cases: hanging },
    };
    const files = { 'lib.py': code, 'test_lib.py': cases };
    const { outcome, workspace } = await atRepair(files, { suite: { last: async () => last } });
    expect(outcome.ended).toBe('finished');
    expect(await textOf(workspace, 'lib.py')).toContain('n -= 1');
  });
});
