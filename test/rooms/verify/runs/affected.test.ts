import { describe, expect, it } from 'vitest';
import { keptSample } from '../../../../src/rooms/verify/proof/kept-sample.ts';
import { firstOf } from '../../../../src/rooms/verify/runs/affected.ts';
import type { TestRun } from '../../../../src/schema/judge/test-run.ts';

const suite = (files: Record<string, number>, duration_ms = 20_000): TestRun => ({
  runner: 'x',
  outcome: 'ok',
  evidence: 'report',
  cases: Object.entries(files).map(([file, took]) => ({
    id: `${file} > t`,
    names: ['t'],
    file,
    line: 1,
    status: 'passed',
    duration_ms: took,
    error: null,
  })),
  errors: [],
  duration_ms,
  exit_code: 0,
  signal: null,
  output_tail: '',
});

describe('the files to run first', () => {
  const baseline = suite({ a: 500, b: 1000, slow: 12_000, big: 9000 });

  it('are those that the change can affect', () => {
    expect(firstOf(['a', 'b'], baseline, 30_000)).toEqual(['a', 'b']);
    expect(firstOf(['a', 'new'], baseline, 30_000)).toEqual(['a', 'new']);
  });

  it('leave out what took over ten seconds', () => {
    expect(firstOf(['a', 'slow'], baseline, 30_000)).toEqual(['a']);
    expect(firstOf(['slow'], baseline, 30_000)).toBeNull();
  });

  it('are none where it cannot be told, or would be most of the suite', () => {
    expect(firstOf(null, baseline, 30_000)).toBeNull();
    expect(firstOf(['a', 'big'], baseline, 30_000)).toBeNull();
    expect(firstOf(['a', 'b'], baseline, 2500)).toBeNull();
  });

  it('are none where loading them takes most of the time, whatever their tests take', () => {
    const names = Array.from({ length: 40 }, (_, at) => `f${at}`);
    const loading = suite(Object.fromEntries(names.map((name) => [name, 5])), 27_000);
    expect(firstOf(names, loading, 30_000)).toBeNull();
    expect(firstOf(names.slice(0, 2), loading, 30_000)).toEqual(['f0', 'f1']);
  });
});

describe('the tests that the control looks at besides', () => {
  const kept = ['a', 'b'].map((file) => ({ id: `${file} > t`, file, names: ['t'] }));
  const sample = (...how: Parameters<typeof keptSample> extends [unknown, ...infer Rest] ? Rest : never) =>
    keptSample(kept, ...how).map(({ id }) => id);

  it('are all that passed before, where they are quick', () => {
    expect(sample(suite({ a: 10, b: 10, rest: 19_500 }), null, 'm').sort()).toEqual(['a > t', 'b > t']);
  });

  it('are those near the change first, as far as time allows', () => {
    expect(sample(suite({ a: 300, b: 300, rest: 19_000 }), ['b'], 'm')).toEqual(['b > t']);
    expect(sample(suite({ a: 300, b: 300, rest: 19_000 }), ['a'], 'm')).toEqual(['a > t']);
    expect(sample(suite({ a: 900, b: 900, rest: 18_000 }), ['a'], 'm')).toEqual([]);
  });

  it('are fewer where loading takes longer than they do', () => {
    expect(sample(suite({ a: 10, b: 10 }, 1100), null, 'm')).toHaveLength(2);
    expect(sample(suite({ a: 10, b: 10 }, 1250), null, 'm')).toHaveLength(1);
    expect(sample(suite({ a: 10, b: 10 }, 9000), null, 'm')).toEqual([]);
  });

  it('are none where each file takes long to compile, however few tests it has', () => {
    const many = Array.from({ length: 400 }, (_, at) => ({ ...kept[0], id: `c > ${at}`, file: 'c' }));
    const compiled = suite({ a: 10, b: 10 }, 5000);
    const [first] = compiled.cases;
    if (!first) throw new Error('no test');
    const cases = [...compiled.cases, ...many.map(({ id, file }) => ({ ...first, id, file, duration_ms: 1 }))];
    expect(sample({ ...compiled, cases }, null, 'm')).toEqual([]);
  });

  it('are others for another mark', () => {
    const marks = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const chosen = marks.map((mark) => sample(suite({ a: 300, b: 300, rest: 19_000 }), null, mark)[0]);
    expect(new Set(chosen)).toEqual(new Set(['a > t', 'b > t']));
  });
});
