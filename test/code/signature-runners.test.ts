import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { failureSignature } from '../../src/code/signature.ts';
import type { TestRun } from '../../src/schema/judge/test-run.ts';
import { project } from '../languages/bare.ts';

const reason = spawnSync('python3', ['-c', 'import pytest']).status === 0 ? '' : 'there is no python3 with pytest';
if (reason) console.log(`pytest and unittest are not run for real: ${reason}`);

describe('the same faults', () => {
  const cases = [
    "test('adds', () => assert.equal(add(1, 1), 2));",
    "test('adds lists', () => assert.deepEqual({ sum: [add(1, 2)] }, { sum: [3] }));",
    "test('reads', () => add(null.field, 1));",
    "test('refuses', () => { throw new RangeError('no ' + import.meta.url + ' at ' + Date.now()); });",
    "test('finds the file', () => readFileSync(new URL('./missing.json', import.meta.url)));",
    "test('has its own error', () => { class Odd extends Error { name = 'Odd'; } throw new Odd('seed: ' + process.pid); });",
  ];
  const files = (runner: string, order: number[], padding = '') => ({
    'package.json': JSON.stringify({
      type: 'module',
      scripts: { test: runner === 'vitest' ? 'vitest run' : 'node --test' },
    }),
    'add.js': 'export const add = (a, b) => a - b;\n',
    'add.test.js': [
      `import { describe, test } from '${runner}';`,
      "import assert from 'node:assert/strict';\nimport { readFileSync } from 'node:fs';\nimport { add } from './add.js';",
      padding,
      `describe('sums', () => {\n${order.map((at) => cases[at]).join('\n')}\n});\n`,
    ].join('\n'),
  });

  test('have one signature from node:test and vitest, in two folders, two orders and on other lines', async () => {
    const runs = [
      files('node:test', [0, 1, 2, 3, 4, 5]),
      files('vitest', [0, 1, 2, 3, 4, 5]),
      files('node:test', [5, 3, 1, 4, 2, 0], '\n\n// Further down.\n'),
      files('vitest', [4, 0, 5, 2, 1, 3], '\n// Further down.\n'),
    ];
    const signatures = [];
    for (const content of runs) signatures.push(signatureOf(await (await project(content)).run(), cases.length));
    expect(new Set(signatures).size).toBe(1);
    const fewer = await project(files('node:test', [0, 1, 2, 3, 4]));
    expect(signatureOf(await fewer.run(), 5)).not.toBe(signatures[0]);
  });

  test.skipIf(reason !== '')(
    'have one signature from pytest and unittest, in two folders and two orders',
    async () => {
      const methods = [
        'def test_adds(self):\n        self.assertEqual(add(1, 1), 2)',
        "def test_lists(self):\n        self.assertEqual({'sum': add(1, 2)}, {'sum': 3})",
        'def test_reads(self):\n        add(None.field, 1)',
        "def test_refuses(self):\n        raise ValueError(f'no {object()} in {__file__}')",
        "def test_finds_the_file(self):\n        open(__file__ + '/../missing.json')",
        'def test_key(self):\n        {}[add(1, 3)]',
      ];
      const content = (order: number[], more: Record<string, string>) => ({
        'sums.py': 'def add(a, b):\n    return a - b\n',
        'test_sums.py': `import unittest\nfrom sums import add\n\n\nclass TestSums(unittest.TestCase):\n${order.map((at) => `    ${methods[at]}\n`).join('\n')}`,
        ...more,
      });
      const runs = [
        content([0, 1, 2, 3, 4, 5], {}),
        content([0, 1, 2, 3, 4, 5], { 'pytest.ini': '[pytest]\n' }),
        content([5, 4, 3, 2, 1, 0], { 'pytest.ini': '[pytest]\n' }),
      ];
      const signatures = [];
      for (const one of runs) signatures.push(signatureOf(await (await project(one)).run(), methods.length));
      expect(new Set(signatures).size).toBe(1);
    },
    60_000,
  );
});

function signatureOf(run: TestRun, faults: number): string {
  const failed = run.cases.filter(({ error }) => error !== null);
  expect(failed).toHaveLength(faults);
  return failureSignature({
    syntax: [],
    failures: failed.map(({ id, error }) => ({ test: id, error: error ?? { type: '', message: '' } })),
    errors: run.errors,
    outcome: run.outcome,
  });
}
