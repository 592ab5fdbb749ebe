import { describe, expect, test } from 'vitest';
import { passRule } from '../../../../src/core/judge/pass-rule.ts';
import { doubtful, observe, type Runs } from '../../../../src/rooms/verify/runs/observe.ts';
import { ofFile } from '../../../../src/rooms/verify/runs/of-file.ts';
import type { TestCase, TestIdentity, TestRun } from '../../../../src/schema/judge/test-run.ts';

type States = Record<string, TestCase['status']>;

/** A run that says this about its tests, and that these files (null: the runner itself) do not load. */
function run(states: States = {}, broken: (string | null)[] = [], outcome: TestRun['outcome'] = 'ok'): TestRun {
  return {
    runner: 'node:test',
    outcome,
    evidence: 'report',
    cases: Object.entries(states).map(([id, status]) => ({
      id,
      names: id.split(' > ').slice(1),
      file: id.split(' > ')[0] ?? '',
      line: null,
      status,
      duration_ms: 1,
      error: null,
    })),
    errors: broken.map((file) => ({ type: 'Error', message: 'no', stack: '', file, line: null })),
    duration_ms: 1,
    exit_code: 1,
    signal: null,
    output_tail: '',
  };
}

const about = (id: string, runs: Partial<Runs>, added: string[] = [], tolerate: string[] = []) => {
  const whole: Runs = {
    base: run(),
    now: run(),
    again: null,
    base_again: null,
    proof: null,
    stricter: new Set(),
    takenOut: () => false,
    affected: null,
    ...runs,
  };
  return observe(whole, added, tolerate, () => true).find((test) => test.id === id);
};
const ruling = (base: TestRun, now: TestRun) =>
  passRule({
    differs: true,
    tests: observe(
      {
        base,
        now,
        again: null,
        base_again: null,
        proof: null,
        stricter: new Set(),
        takenOut: () => false,
        affected: null,
      },
      [],
      [],
      () => true,
    ),
    targets_due: true,
    control: 'none',
    evidence: 'report',
    docs_only: false,
  });

describe('a test', () => {
  test('is known by its file and names, whatever stands in them', () => {
    const moody = { id: 'a > b.js > c > d', file: 'a > b.js', names: ['c > d'] };
    const [passed] = run({ [moody.id]: 'passed' }).cases;
    const [failed] = run({ [moody.id]: 'failed' }).cases;
    const base = { ...run(), cases: passed ? [{ ...passed, ...moody }] : [] };
    const now = { ...run(), cases: failed ? [{ ...failed, ...moody }] : [] };
    expect(doubtful(base, now)).toEqual(['a > b.js']);
    const runs = { base, now, takenOut: ({ names }: TestIdentity) => names[0] === 'c > d' };
    expect(about(moody.id, { ...runs, affected: ['a > b.js'] })).toMatchObject({ ...moody, untouched: false });
    expect(about(moody.id, { ...runs, affected: ['a'] })).toMatchObject({ untouched: true });
    expect(about(moody.id, { ...runs, now: run() })).toMatchObject({ removed: true });
  });

  test('whose file is not known has the whole suite run again', () => {
    const suite = (status: TestCase['status']) => {
      const { cases, ...rest } = run({ 'Suite > t': status });
      return { ...rest, cases: cases.map((test) => ({ ...test, file: '', names: ['Suite', 't'] })) };
    };
    expect(doubtful(suite('passed'), suite('failed'))).toBeNull();
    expect(doubtful(suite('passed'), suite('passed'))).toEqual([]);
    expect(about('Suite > t', { base: suite('failed'), now: suite('failed') }, [], ['Suite'])?.tolerated).toBe(true);
  });

  test.each<[TestCase['status'] | null, string]>([
    ['passed', 'passed'],
    ['failed', 'failing'],
    ['error', 'failing'],
    ['skipped', 'skipped'],
    [null, 'absent'],
  ])('that is %s is observed as %s', (status, state) => {
    const one = run(status ? { 'a > x': status } : {});
    expect(about('a > x', { base: one, now: run({ 'a > x': 'passed' }) })).toMatchObject({
      base: state,
      now: 'passed',
    });
    if (status) expect(about('a > x', { now: one })).toMatchObject({ base: 'absent', now: state });
  });

  test('that failed is looked at again where it was run again', () => {
    const runs = {
      base: run({ 'a > x': 'passed' }),
      now: run({ 'a > x': 'failed' }),
      again: run({ 'a > x': 'passed' }),
    };
    expect(about('a > x', runs)).toMatchObject({ again: 'passed', flips_on_base: false });
    expect(about('a > x', { ...runs, again: null })).toMatchObject({ again: null });
  });

  test('flips on base where base itself says something else the second time', () => {
    const runs = { base: run({ 'a > x': 'passed' }), now: run({ 'a > x': 'failed' }) };
    const flips = (base_again: TestRun) => about('a > x', { ...runs, base_again })?.flips_on_base;
    expect(flips(run({ 'a > x': 'failed' }))).toBe(true);
    expect(flips(run({ 'a > x': 'passed' }))).toBe(false);
    expect(flips(run({}, [], 'timeout'))).toBe(false);
    expect(flips(run())).toBe(false);
  });

  test('is tolerated by its name or by its file', () => {
    const runs = { base: run({ 'test/a.js > x': 'failed' }) };
    expect(about('test/a.js > x', runs, [], ['test/a.js'])?.tolerated).toBe(true);
    expect(about('test/a.js > x', runs, [], ['**/a.js > x'])?.tolerated).toBe(true);
    expect(about('test/a.js > x', runs, [], ['test/b.js'])?.tolerated).toBe(false);
  });
});

describe('a new test proves something', () => {
  const proves = (proof: TestRun | null, added = ['new']) =>
    about('new > x', { now: run({ 'new > x': 'passed' }), proof }, added)?.fails_on_base;

  test('where it fails on base, its file does not load there, or base cannot bear it', () => {
    expect(proves(run({ 'new > x': 'failed' }))).toBe(true);
    expect(proves(run({ 'new > x': 'error' }))).toBe(true);
    expect(proves(run({}, ['new']))).toBe(true);
    expect(proves(run({}, [], 'timeout'))).toBe(true);
    expect(proves(run({}, [], 'crash'))).toBe(true);
  });

  test('also where a report names no files: nothing but the added tests is run there', () => {
    const nowhere = (one: TestRun): TestRun => ({ ...one, cases: one.cases.map((test) => ({ ...test, file: '' })) });
    const now = nowhere(run({ 'new > x': 'passed' }));
    const fails = (proof: TestRun) => about('new > x', { now, proof: nowhere(proof) }, ['new.js'])?.fails_on_base;
    expect(fails(run({ 'new > x': 'failed' }))).toBe(true);
    expect(fails(run({ 'new > x': 'passed' }))).toBe(false);
    expect(fails(run({}))).toBe(false);
    expect(fails(run({}, [null]))).toBe(true);
    expect(ofFile(now, ['new.js']).cases[0]?.file).toBe('new.js');
    expect(ofFile(now, ['new.js', 'other.js']).cases[0]?.file).toBe('');
  });

  test('and nothing where it passes, is skipped or was not run there', () => {
    expect(proves(run({ 'new > x': 'passed' }))).toBe(false);
    expect(proves(run({ 'new > x': 'skipped' }))).toBe(false);
    expect(proves(run({ 'new > y': 'failed' }))).toBe(false);
    expect(proves(run({}, [], 'no_report'))).toBe(false);
    expect(proves(null)).toBe(false);
  });

  test('and nothing in a file that was there before', () => {
    expect(proves(run({ 'new > x': 'failed' }), [])).toBe(false);
  });
});

describe('a file that does not load', () => {
  test('counts as fixed once it loads', () => {
    const { pass, classes } = ruling(run({}, ['a']), run({ 'a > x': 'passed' }));
    expect([pass, classes.get('a > (loads)'), classes.get('a > x')]).toEqual([true, 'fixed', 'new']);
  });

  test('counts as broken when it loaded before, with each of its tests', () => {
    const { pass, classes } = ruling(run({ 'a > x': 'passed' }), run({}, ['a']));
    expect([pass, classes.get('a > (loads)'), classes.get('a > x')]).toEqual([false, 'broken', 'broken']);
  });

  test('is fixed in a report that names no files once its tests are heard of, and lost while they are not', () => {
    const nowhere = (run: TestRun): TestRun => ({ ...run, cases: run.cases.map((one) => ({ ...one, file: '' })) });
    const base = nowhere(run({ 'b > y': 'passed' }, ['a']));
    const is = (now: TestRun) => ruling(base, nowhere(now)).classes.get('a > (loads)');
    expect(is(run({ 'b > y': 'passed', 'a > x': 'passed' }))).toBe('fixed');
    expect(is(run({ 'b > y': 'passed' }))).toBe('broken');
  });

  test('is unmet while it still does not', () => {
    expect(ruling(run({}, ['a']), run({}, ['a'])).classes.get('a > (loads)')).toBe('unmet');
  });
});

describe('a runner that fails', () => {
  test('on base, and works now, is fixed', () => {
    const { pass, classes } = ruling(run({}, [null]), run({ 'a > x': 'passed' }));
    expect([pass, classes.get('(runner)')]).toEqual([true, 'fixed']);
  });

  test('now, and worked on base, is broken', () => {
    const { pass, classes } = ruling(run({ 'a > x': 'passed' }), run({ 'a > x': 'passed' }, [null]));
    expect([pass, classes.get('(runner)')]).toEqual([false, 'broken']);
  });

  test('is not spoken of where it never did', () => {
    expect(ruling(run({ 'a > x': 'passed' }), run({ 'a > x': 'passed' })).classes.has('(runner)')).toBe(false);
  });
});

describe('what may have failed by chance', () => {
  test('are the files with a failure that base does not have', () => {
    const base = run({ 'a > x': 'passed', 'b > x': 'failed', 'c > x': 'passed' });
    const now = run({ 'a > x': 'failed', 'a > y': 'failed', 'b > x': 'failed', 'c > x': 'passed', 'd > x': 'error' }, [
      'e',
      null,
    ]);
    expect(doubtful(base, now)).toEqual(['a', 'd', 'e']);
  });
});
