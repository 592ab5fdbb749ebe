import { describe, expect, test } from 'vitest';
import { noTests } from '../../../src/languages/runs/run-tests.ts';
import { standing } from '../../../src/rooms/verify/standing.ts';
import { helpedTests } from '../../../src/rooms/verify/trees/grown.ts';
import { placeWith } from '../place.ts';

const suite = (...tests: string[]): string =>
  [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import * as sums from '../sums.js';",
    ...tests,
    '',
  ].join('\n');
const five = "test('two and three make five', () => assert.equal(sums.add(2, 3), 5));";
const zero = "test('zero adds nothing', () => assert.equal(sums.add(0, 4), 4));";
const twice = "test('twice two is four', () => assert.equal(sums.twice(2), 4));";
const add = 'export const add = (a, b) => a + b;\n';
const files = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'sums.js': add,
  'test/sums.test.js': suite(five, zero),
};
const baselines = { load: async () => null, save: async () => undefined };

/** How a change of a person's stands that touches an existing test file. */
async function stands(changed: Record<string, string>, grows = true) {
  const place = await placeWith({ files });
  const tree = await place.attempt(changed);
  const { clone, base, context, world } = place;
  const { verdict } = await standing(clone, base, tree, { ...context, sandbox: world.sandbox }, baselines, {
    grows,
    parsers: world.parsers,
  });
  return verdict;
}

describe('an existing test file that a person changes', () => {
  test('may grow, and its new tests prove the change', async () => {
    const more = {
      'sums.js': `${add}export const twice = (a) => 2 * a;\n`,
      'test/sums.test.js': suite(five, zero, twice),
    };
    const verdict = await stands(more);
    expect(verdict).toMatchObject({ status: 'pass', tests: { total: 3, passed: 3 }, integrity: [] });
    expect(verdict.findings.map(({ kind }) => kind)).not.toContain('unproven');
    expect(verdict.warnings).toContain(
      'test/sums.test.js is protected (an existing test): pawl verify refuses a change to it without --unlock test/sums.test.js',
    );
    expect(await stands(more, false)).toMatchObject({
      stopped_at: 'integrity',
      integrity: [{ rule: 'existing test' }],
    });
  });

  test('proves the change by a test that it makes stricter: as altered it fails on base', async () => {
    const lax = "test('zero adds nothing', () => assert.ok(sums.add(0, 4) > 3));";
    const place = await placeWith({
      files: { ...files, 'sums.js': 'export const add = (a, b) => a + b + 0.5;\n', 'test/sums.test.js': suite(lax) },
    });
    const stood = async (product: string, tests: string) => {
      const tree = await place.attempt({ 'sums.js': product, 'test/sums.test.js': suite(tests) });
      const { clone, base, context, world } = place;
      return (
        await standing(clone, base, tree, { ...context, sandbox: world.sandbox }, baselines, {
          grows: true,
          parsers: world.parsers,
        })
      ).verdict;
    };
    const stricter = await stood(add, zero);
    expect(stricter).toMatchObject({ status: 'pass', tests: { total: 1, passed: 1 } });
    expect(stricter.findings.map(({ kind }) => kind)).not.toContain('unproven');
    const rewritten = await stood(add, lax.replace('> 3', '> 2'));
    expect(rewritten.findings.map(({ kind }) => kind)).toContain('unproven');
  });

  test('may not make a test pass by altering it', async () => {
    const verdict = await stands({
      'sums.js': 'export const add = (a, b) => a * b;\n',
      'test/sums.test.js': suite(five.replace(', 5', ', 6'), zero.replace(', 4)', ', 0)')),
    });
    expect(verdict).toMatchObject({ status: 'fail', tests: { broken: 2 } });
    expect(verdict.warnings.join()).toContain('two and three make five passes only because the change alters it');
    expect(verdict.test_failures[0]).toMatchObject({ test: expect.stringContaining('two and three make five') });
  });

  test.for([
    ['lose a test', suite(five)],
    ['rename one', suite(five, zero.replace('zero adds nothing', 'nothing is added by zero'))],
    ['skip one', suite(five, zero.replace('test(', "test['skip']("))],
  ] as const)('may not %s', async ([, text]) => {
    const verdict = await stands({ 'sums.js': `${add}export const x = 1;\n`, 'test/sums.test.js': text });
    expect(verdict).toMatchObject({ status: 'fail', tests: { broken: 1 } });
    expect(verdict.test_failures).toMatchObject([{ test: expect.stringContaining('zero adds nothing') }]);
  });
});

test('a case that a table gets is a new test of those that load it', async () => {
  const { clone, attempt } = await placeWith({ files });
  const tree = await attempt({
    'test/cases.js': 'export const cases = [[2, 3, 5]];\n',
    'test/sums.test.js': suite(five),
  });
  const asked: string[][] = [];
  const runner = {
    related: async (changed: string[]) => {
      asked.push(changed);
      return ['test/sums.test.js', 'test/cases.js', 'test/unknown.js'];
    },
  };
  const one = { id: 'five', file: 'test/sums.test.js', names: ['five'], line: null };
  const baseline = { ...noTests(), cases: [{ ...one, status: 'passed' as const, duration_ms: 1, error: null }] };
  const helped = (grown_tests: string[]) => helpedTests(clone, { tree, grown_tests }, { runner, baseline }, '');
  expect(await helped(['test/cases.js', 'test/sums.test.js'])).toEqual(['test/sums.test.js']);
  expect(await helped(['test/sums.test.js'])).toEqual([]);
  expect(asked).toEqual([['test/cases.js']]);
});
