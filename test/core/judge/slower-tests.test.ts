import { describe, expect, it } from 'vitest';
import { requiredCoverage } from '../../../src/core/judge/required-coverage.ts';
import { slowerTests } from '../../../src/core/judge/slower-tests.ts';
import type { TestCase, TestRun } from '../../../src/schema/judge/test-run.ts';

const run = (durations: Record<string, number>, status: TestCase['status'] = 'passed'): TestRun => ({
  runner: 'x',
  outcome: 'ok',
  evidence: 'report',
  cases: Object.entries(durations).map(([id, duration_ms]) => ({
    id,
    file: 'a',
    names: [id],
    line: 1,
    status,
    duration_ms,
    error: null,
  })),
  errors: [],
  duration_ms: 1,
  exit_code: 0,
  signal: null,
  output_tail: '',
});

describe('slower tests', () => {
  it.each([
    ['twice as long and much more', 300, 620, true],
    ['twice as long, but a few milliseconds', 3, 200, false],
    ['much more, but not twice', 2000, 3500, false],
    ['faster', 900, 2, false],
  ])('%s', (_, before, after, slow) => {
    expect(slowerTests([run({ t: before })], [run({ t: after })])).toHaveLength(slow ? 1 : 0);
  });

  it('counts the best run now and the worst before', () => {
    expect(slowerTests([run({ t: 10 })], [run({ t: 900 }), run({ t: 30 })])).toEqual([]);
    expect(slowerTests([run({ t: 10 }), run({ t: 800 })], [run({ t: 900 })])).toEqual([]);
    expect(slowerTests([run({ t: 10 }), run({ t: 20 })], [run({ t: 900 }), run({ t: 700 })])).toEqual([
      { test: 't', before_ms: 20, after_ms: 700 },
    ]);
  });

  it('says nothing about tests that are new or fail', () => {
    expect(slowerTests([run({})], [run({ t: 900 })])).toEqual([]);
    expect(slowerTests([run({ t: 1 })], [run({ t: 900 }, 'failed')])).toEqual([]);
  });
});

describe('required coverage', () => {
  it.each([
    ['feature', 0.8],
    ['fix', 1],
    ['endpoint', 0.9],
    ['refactor', 0],
    ['docs', 0],
    [null, 0.8],
  ] as const)('of %s is %d', (kind, share) => {
    expect(requiredCoverage(kind, undefined)).toBe(share);
  });

  it('is what the configuration says', () => {
    expect(requiredCoverage('fix', { fix: 0.5 })).toBe(0.5);
    expect(requiredCoverage(null, { feature: 0 })).toBe(0);
    expect(requiredCoverage('endpoint', { fix: 0.5 })).toBe(0.9);
  });
});
