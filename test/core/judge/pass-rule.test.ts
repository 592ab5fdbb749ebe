import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../../src/core/judge/findings.ts';
import {
  type Case,
  type Class,
  type Observation,
  passRule,
  type TestState,
  testRows,
} from '../../../src/core/judge/pass-rule.ts';

const states: TestState[] = ['passed', 'failing', 'skipped', 'absent'];
const observed = (changes: Partial<Observation>): Observation => ({
  id: 'a.test.js > adds',
  file: 'a.test.js',
  names: ['adds'],
  of: 'test',
  base: 'passed',
  now: 'passed',
  again: null,
  flips_on_base: false,
  untouched: false,
  removed: false,
  fails_on_base: false,
  tolerated: false,
  target: true,
  ...changes,
});
const kept = observed({ id: 'a.test.js > keeps' });
const fixed = observed({ id: 'a.test.js > fixes', base: 'failing' });

const judged = (changes: Partial<Case> = {}) =>
  passRule({
    differs: true,
    tests: [kept, fixed],
    targets_due: true,
    control: 'passed',
    evidence: 'report',
    docs_only: false,
    ...changes,
  });

/** The rule in its own words: what each test is, from what it was, what it is now, and what running it again showed. */
function expected(test: Observation, due: boolean): { is: Class; ok: boolean } {
  const { base, now, again, tolerated } = test;
  const chance = now === 'failing' && again === 'passed' && (test.flips_on_base || test.untouched);
  if (chance) return { is: 'flaky', ok: true };
  if (base === 'failing' && tolerated && now !== 'passed') return { is: 'preexisting', ok: true };
  if (now === 'absent' && test.removed) return { is: 'removed', ok: true };
  switch (base) {
    case 'passed':
      if (now !== 'passed') return { is: 'broken', ok: false };
      return { is: test.fails_on_base ? 'proven' : 'kept', ok: true };
    case 'failing':
      if (now === 'passed') return { is: 'fixed', ok: true };
      if (tolerated) return { is: 'preexisting', ok: true };
      if (now !== 'failing') return { is: 'broken', ok: false };
      return due && test.target ? { is: 'unmet', ok: false } : { is: 'preexisting', ok: true };
    default:
      if (now === 'failing') return { is: 'failing_new', ok: false };
      if (now !== 'passed') return { is: 'skipped', ok: true };
      return base === 'absent' && test.fails_on_base ? { is: 'proven', ok: true } : { is: 'new', ok: true };
  }
}

const flags = [false, true];
const combinations: [Observation, boolean][] = states.flatMap((base) =>
  states.flatMap((now) =>
    [null, ...states].flatMap((again) =>
      flags.flatMap((flips_on_base) =>
        flags.flatMap((fails_on_base) =>
          flags.flatMap((tolerated) =>
            flags.flatMap((untouched) =>
              flags.flatMap((removed) =>
                flags.flatMap((target) =>
                  flags.map((due): [Observation, boolean] => [
                    observed({ base, now, again, flips_on_base, untouched, removed, fails_on_base, tolerated, target }),
                    due,
                  ]),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
);

describe('one test', () => {
  test('every combination of what a test was and is has the class that the rule gives it', () => {
    expect(combinations).toHaveLength(4 * 4 * 5 * 2 ** 7);
    for (const [observation, due] of combinations) {
      const { pass, classes, breaches } = judged({ tests: [observation], targets_due: due, allow_untested: true });
      const { is, ok } = expected(observation, due);
      expect([classes.get(observation.id), pass, breaches.length], JSON.stringify({ observation, due })).toEqual([
        is,
        ok,
        ok ? 0 : 1,
      ]);
    }
  });

  const rows: [string, Partial<Observation>, boolean, Class, boolean][] = [
    [
      'failed by chance, as it does on base',
      { now: 'failing', again: 'passed', flips_on_base: true },
      true,
      'flaky',
      true,
    ],
    [
      'failed before, and a person tolerates it',
      { base: 'failing', now: 'absent', tolerated: true },
      true,
      'preexisting',
      true,
    ],
    ['is gone, because a person let its file be changed', { now: 'absent', removed: true }, true, 'removed', true],
    ['passed before and is skipped now', { now: 'skipped' }, true, 'broken', false],
    ['is made stricter, passes, and fails on base so', { fails_on_base: true }, true, 'proven', true],
    ['passed before and passes now', {}, true, 'kept', true],
    ['failed before and passes now', { base: 'failing' }, true, 'fixed', true],
    ['failed before and is gone', { base: 'failing', now: 'absent' }, false, 'broken', false],
    ['failed before and still does', { base: 'failing', now: 'failing' }, true, 'unmet', false],
    [
      'failed before, and neither the request nor the change is about it',
      { base: 'failing', now: 'failing', target: false },
      true,
      'preexisting',
      true,
    ],
    ['failed before, and a later task may fix it', { base: 'failing', now: 'failing' }, false, 'preexisting', true],
    ['is new and fails', { base: 'absent', now: 'failing' }, true, 'failing_new', false],
    ['is new, passes, and fails on base', { base: 'absent', fails_on_base: true }, true, 'proven', true],
    ['is new and passes on base too', { base: 'absent' }, true, 'new', true],
    ['is new and skipped', { base: 'absent', now: 'skipped' }, true, 'skipped', true],
  ];
  test.each(rows)('that %s', (_, changes, due, is, ok) => {
    const { classes, pass } = judged({ tests: [observed(changes)], targets_due: due, allow_untested: true });
    expect([[...classes.values()], pass]).toEqual([[is], ok]);
  });

  test('the rows above are the rows of the table, in its order', () => {
    const once = rows.filter(([, { target }]) => target !== false);
    expect(once.map(([, , , is, ok]) => [is, ok])).toEqual(testRows.map(({ is, ok }) => [is, ok]));
  });

  test('a test that fails, passes when run again and stays as it was on base is broken', () => {
    expect(judged({ tests: [observed({ now: 'failing', again: 'passed' })] }).pass).toBe(false);
  });

  test('tolerance excuses what failed before, and nothing else', () => {
    expect(judged({ tests: [observed({ now: 'failing', tolerated: true })] }).pass).toBe(false);
    expect(judged({ tests: [observed({ base: 'absent', now: 'failing', tolerated: true })] }).pass).toBe(false);
  });
});

describe('the whole', () => {
  test('one breach fails it, whatever else passes, and is named with its rule and test', () => {
    const ruling = judged({ tests: [kept, fixed, observed({ id: 'b.test.js > breaks', now: 'failing' })] });
    expect(ruling.pass).toBe(false);
    const test = 'b.test.js > breaks';
    const text = `broken by this change: ${test}`;
    expect(ruling.breaches).toEqual([{ kind: 'rule', test, text }]);
  });

  test('rule 1: an empty change never passes', () => {
    expect(judged({ differs: false })).toMatchObject({
      pass: false,
      breaches: [{ kind: 'rule', text: 'the change is empty' }],
    });
  });

  test('rule 7: tests that pass whatever they expect never pass; none that could be made fails nothing', () => {
    expect(judged({ control: 'failed' })).toMatchObject({
      pass: false,
      breaches: [
        {
          kind: 'rule',
          text: 'the change makes tests pass whatever they expect: they still pass when their expected values are changed',
        },
      ],
    });
    expect(judged({ control: 'none' }).pass).toBe(true);
  });

  test('documentation alone passes when the suite is as before, also where tests failed before', () => {
    const failing = observed({ id: 'a.test.js > fails', base: 'failing', now: 'failing' });
    const docs = judged({ docs_only: true, tests: [kept, failing] });
    expect(docs).toMatchObject({ pass: true, findings: [] });
    expect(docs.classes.get(failing.id)).toBe('preexisting');
    expect(judged({ docs_only: false, tests: [kept, failing] }).pass).toBe(false);
    expect(judged({ docs_only: true, tests: [observed({ now: 'failing' })] }).pass).toBe(false);
  });

  const proof = observed({ id: 'p', base: 'absent', fails_on_base: true });
  const flaky = observed({ id: 'f', now: 'failing', again: 'passed', flips_on_base: true });
  const skipped = (count: number, file = fixed.file) =>
    Array.from({ length: count }, (_, at) =>
      observed({ id: `${file} > s${at}`, file, base: 'absent', now: 'skipped' }),
    );
  const confidences: [string, Partial<Case>, number][] = [
    ['proven, and the control held', {}, 0.95],
    ['a new test that fails on base proves as well', { tests: [kept, proof] }, 0.95],
    ['base has no test to say what else must hold', { tests: [proof] }, 0.8],
    ['no control was made', { control: 'none' }, 0.9],
    ['a test is flaky', { tests: [fixed, flaky] }, 0.8],
    ['only an exit code is known', { evidence: 'exit_code' }, 0.6],
    ['unproven', { tests: [kept] }, 0.5],
    [
      'unproven, and the lowest that applies counts',
      { tests: [kept, flaky], evidence: 'exit_code', control: 'none' },
      0.5,
    ],
    ['a report that nothing guards', { unguarded: true }, 0.6],
    ['most tests beside the proof are skipped', { tests: [kept, fixed, ...skipped(3)] }, 0.5],
    ['half of the tests beside the proof are skipped', { tests: [kept, fixed, ...skipped(2)] }, 0.95],
    ['tests of other files are skipped', { tests: [kept, fixed, ...skipped(9, 'b.test.js')] }, 0.95],
    ['documentation needs no proof', { tests: [kept], docs_only: true }, 0.95],
    ['no test at all', { tests: [], allow_untested: true }, 0.3],
    ['no test at all, and nobody allows it', { tests: [] }, 0.95],
    ['no runner at all', { evidence: 'none' }, 0.3],
    ['a failure, tests known by name', { differs: false }, 0.95],
    ['a failure, only an exit code known', { differs: false, evidence: 'exit_code' }, 0.6],
  ];
  test.each(confidences)('confidence: %s', (_, changes, confidence) => {
    expect(judged(changes).confidence).toBe(confidence);
  });

  test('a project without tests needs one that fails without the change, or leave, or only documentation', () => {
    const added = observed({ base: 'absent' });
    const skipped = [
      observed({ base: 'skipped', now: 'skipped' }),
      observed({ of: 'file', id: 'a.test.js > (loads)' }),
    ];
    const untested = [{ tests: [] }, { tests: [added] }, { tests: skipped }, { tests: [], evidence: 'none' as const }];
    for (const given of untested) {
      expect(judged(given).breaches.map(({ kind }) => kind)).toEqual(['untested']);
      expect(judged({ ...given, allow_untested: true }).pass).toBe(true);
      expect(judged({ ...given, docs_only: true }).pass).toBe(true);
    }
    expect(judged({ tests: [{ ...added, fails_on_base: true }] }).pass).toBe(true);
  });

  test('a file that does not load is named as one', () => {
    const file = observed({ of: 'file', id: 'a.js > (loads)', file: 'a.js', now: 'failing' });
    const texts = (test: Observation) => judged({ tests: [kept, test] }).breaches.map(sentenceOf);
    expect(texts(file)).toEqual(['a.js does not load any more']);
    expect(texts({ ...file, base: 'absent' })).toEqual(['a.js does not load']);
    expect(texts({ ...file, base: 'failing' })).toEqual(['a.js still does not load']);
    expect(texts({ ...file, now: 'absent' })).toEqual(['none of its tests ran: a.js']);
  });

  test('a pass that proves nothing says so', () => {
    expect(judged({ tests: [kept] }).findings.map(sentenceOf)).toEqual([expect.stringMatching(/^unproven: /)]);
    expect(judged().findings).toEqual([]);
  });
});
