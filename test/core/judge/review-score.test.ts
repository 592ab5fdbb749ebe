import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Evidence, type Opinion, scoreReview } from '../../../src/core/judge/review-score.ts';
import { type Criterion, type CriterionState, criterionStates } from '../../../src/schema/judge/criterion.ts';
import { approvalScore } from '../../../src/schema/judge/review.ts';
import { taskKinds } from '../../../src/schema/run/task.ts';

const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  kind: 'fix',
  refused: [],
  fixed: 1,
  proven: 0,
  tests_added: 0,
  tested: true,
  needs_proof: false,
  uncovered: [],
  secrets: [],
  dangers: [],
  smells: [],
  unparsed: [],
  docs_touched: false,
  comments_added: false,
  public_surface_added: false,
  acceptance: [],
  measured: true,
  breaks: [],
  announced: [],
  unlocked: [],
  opinions: [],
  quality: null,
  by: 'models',
  ...changes,
});
const score = (changes: Partial<Evidence> = {}, round = 1) => scoreReview(evidence(changes), round, 3);
const found = (weight: Partial<Opinion> = {}): Opinion => ({
  text: 'review: major at a.js:1: x',
  ...{ blocks: false, danger: false },
  ...weight,
});
const standing = (state: CriterionState): Criterion => ({ text: 'it adds', state, why: 'because' });
const unproven = { fixed: 0, proven: 0 };

describe('the points', () => {
  test('a clean fix of a failing test gets them all', () => {
    expect(score()).toMatchObject({ score: 100, decision: 'approve', blocking: [], feedback: [] });
  });

  test('what a person unlocked is shown, and costs nothing', () => {
    const { score: points, feedback } = score({ unlocked: ['package.json'] });
    expect([points, feedback]).toEqual([100, ['unlocked for this change: package.json']]);
  });

  const table: [string, Partial<Evidence>, Partial<ReturnType<typeof score>['breakdown']>][] = [
    ['five less for each smell', { smells: ['a', 'b'] }, { code_quality: 20 }],
    ['never below nothing', { smells: Array(9).fill('x') }, { code_quality: 0 }],
    ['a proven new test is as good as a fixed one', { fixed: 0, proven: 1 }, { test_coverage: 25 }],
    ['unproven on a tested project', unproven, { test_coverage: 10, acceptance: 5 }],
    ['unproven, with tests that prove nothing', { ...unproven, tests_added: 1 }, { test_coverage: 15 }],
    ['unproven on a project without tests', { ...unproven, tested: false }, { test_coverage: 0 }],
    ['a refactoring of tested code', { ...unproven, kind: 'refactor' }, { test_coverage: 20 }],
    ['documentation needs no proof', { ...unproven, kind: 'docs' }, { test_coverage: 25, acceptance: 10 }],
    ['five less for changed lines that no test executes', { uncovered: ['coverage: a.js:3'] }, { test_coverage: 20 }],
    ['ten less for each danger', { dangers: ['a'] }, { security: 10 }],
    ['and for each grave finding of a model', { dangers: ['a'], opinions: [found({ danger: true })] }, { security: 0 }],
    ['and none for its advice', { opinions: [found()] }, { security: 20, code_quality: 30 }],
    ['no more than the reviewer gives', { quality: 12 }, { code_quality: 12 }],
    ['no more than the scan leaves, either', { quality: 28, smells: ['a', 'b'] }, { code_quality: 20 }],
    ['a secret takes them all', { secrets: ['a'] }, { security: 0 }],
    ['a feature without a word', { kind: 'feature' }, { documentation: 12 }],
    ['a public feature without a word', { kind: 'endpoint', public_surface_added: true }, { documentation: 9 }],
    ['a feature with a comment', { kind: 'feature', comments_added: true }, { documentation: 15 }],
    ['a feature with documentation', { kind: 'feature', docs_touched: true }, { documentation: 15 }],
    ['a fix needs none', { public_surface_added: true }, { documentation: 15 }],
    [
      'the share of criteria that are proven',
      { acceptance: (['proven', 'proven', 'unproven'] as const).map(standing) },
      { acceptance: 7 },
    ],
    ['nothing for criteria that nothing proves', { acceptance: [standing('unproven')] }, { acceptance: 0 }],
    [
      'no word of those that code cannot judge',
      { acceptance: (['proven', 'person', 'unknown'] as const).map(standing) },
      { acceptance: 10 },
    ],
  ];
  test.each(table)('%s', (_, changes, points) => {
    expect(score(changes).breakdown).toMatchObject(points);
  });

  test('do not approve what the reviewer would have written again, though evidence fills the rest', () => {
    const refused = score({ quality: 14 });
    expect(refused).toMatchObject({ score: 84, decision: 'request_changes' });
    expect(refused.blocking).toEqual(['quality: the reviewer gives 14 of 30, and 15 are needed']);
    expect(score({ quality: 15 })).toMatchObject({ score: 85, decision: 'approve', blocking: [] });
  });

  test('add up to the score, each within its share, whatever the evidence', () => {
    const names = fc.array(fc.string(), { maxLength: 12 });
    const count = fc.nat({ max: 3 });
    const any = fc.record({
      kind: fc.constantFrom(...taskKinds),
      refused: fc.array(fc.string(), { maxLength: 1 }),
      fixed: count,
      proven: count,
      tests_added: count,
      tested: fc.boolean(),
      secrets: names,
      dangers: names,
      smells: names,
      docs_touched: fc.boolean(),
      comments_added: fc.boolean(),
      public_surface_added: fc.boolean(),
      acceptance: fc.array(fc.constantFrom(...criterionStates).map(standing), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 4 }), (changes, round) => {
        const { breakdown, score: total, decision, blocking } = score(changes, round);
        const { code_quality, test_coverage, security, documentation, acceptance } = breakdown;
        const parts = [code_quality, test_coverage, security, documentation, acceptance];
        for (const [index, most] of [30, 25, 20, 15, 10].entries()) {
          expect(parts[index]).toBeGreaterThanOrEqual(0);
          expect(parts[index]).toBeLessThanOrEqual(most);
        }
        const told = changes.acceptance.filter(({ state }) => state !== 'unknown' && state !== 'person');
        const most = changes.acceptance.length > 0 && told.length === 0 ? 90 : 100;
        expect(Math.round((100 * parts.reduce((sum, part) => sum + part)) / most)).toBe(total);
        if (changes.acceptance.some(({ state }) => state === 'unmet')) expect(decision).not.toBe('approve');
        expect(decision === 'approve').toBe(total >= approvalScore && blocking.length === 0);
        if (changes.secrets.length + changes.refused.length > 0) expect(decision).not.toBe('approve');
        if (decision !== 'approve') expect(decision).toBe(round >= 3 ? 'reject' : 'request_changes');
      }),
      { numRuns: 300 },
    );
  });
});

describe('the decision', () => {
  test('80 is enough, 79 is not', () => {
    expect(score({ ...unproven, tests_added: 1 })).toMatchObject({ score: 85, decision: 'approve' });
    expect(score({ ...unproven, comments_added: true })).toMatchObject({ score: 80, decision: 'approve' });
    expect(score({ ...unproven, kind: 'feature' })).toMatchObject({ score: 77, decision: 'request_changes' });
  });

  test('a secret blocks whatever the score, and is the first thing said', () => {
    const { decision, blocking, feedback } = score({ secrets: ['an API key at a.js:1'] });
    expect([decision, blocking]).toEqual(['request_changes', ['security: an API key at a.js:1']]);
    expect(feedback[0]).toBe('security: an API key at a.js:1');
  });

  test('dangerous code blocks, and so does behaviour that no test shows, or that none executes', () => {
    expect(score({ dangers: ['eval of a value at a.js:1'] })).toMatchObject({
      decision: 'request_changes',
      blocking: ['security: eval of a value at a.js:1'],
    });
    const shown = { needs_proof: true, comments_added: true };
    expect(score({ ...unproven, ...shown })).toMatchObject({
      score: 80,
      decision: 'request_changes',
      blocking: ['tests: nothing shows what the change does: add a test that fails without it and passes with it'],
    });
    expect(score({ ...shown, uncovered: ['coverage: a.js:3'] }).blocking).toEqual(['coverage: a.js:3']);
    expect(score(shown)).toMatchObject({ score: 100, decision: 'approve' });
  });

  test('a project without tests must be brought one that fails without the change, unless it is about documentation', () => {
    expect(score({ ...unproven, tested: false, comments_added: true }).blocking).toEqual([
      'tests: the project has no tests, and the change adds none that fails without it',
    ]);
    expect(score({ ...unproven, tested: false, kind: 'docs' })).toMatchObject({ blocking: [], decision: 'approve' });
    expect(score({ fixed: 0, proven: 1, tested: false })).toMatchObject({ blocking: [], decision: 'approve' });
  });

  test('a criterion whose proof is missing or failed blocks, whatever the score, and says what would prove it', () => {
    const unmet: Criterion = { text: 'adds', state: 'unmet', by: 'test', name: 'sums', why: 'no test "sums" ran' };
    expect(score({ acceptance: [unmet, standing('proven')] })).toMatchObject({
      score: 95,
      decision: 'request_changes',
      blocking: [
        'acceptance: not met: adds: no test "sums" ran; add it, or name the test that shows the criterion when you finish',
      ],
    });
  });

  test('what code cannot judge is left out of the maximum, and said', () => {
    const { score: points, left_out, criteria, feedback } = score({ smells: ['a'], acceptance: [standing('person')] });
    expect(points).toBe(94);
    expect(left_out).toEqual(['acceptance: 1 of 1 criteria, which code cannot judge']);
    expect(criteria).toHaveLength(1);
    expect(feedback).toContain('acceptance: for a person to check: it adds');
    expect(score({ measured: false, needs_proof: true })).toMatchObject({
      score: 100,
      left_out: ['tests: coverage of the changed lines, which was not measured'],
    });
    expect(score({ measured: true, needs_proof: true })).not.toHaveProperty('left_out');
  });

  test('a break of the exported API that nothing announces blocks; one that is announced is told, and costs nothing', () => {
    expect(score({ breaks: ['parse is gone (index.js)'] })).toMatchObject({
      score: 100,
      decision: 'request_changes',
      blocking: ['api: parse is gone (index.js); keep it, or announce it in the changelog or the docs'],
    });
    expect(score({ announced: ['parse is gone (index.js)'] })).toMatchObject({
      decision: 'approve',
      breaking: ['parse is gone (index.js)'],
    });
  });

  test('the last round rejects', () => {
    const poor = { ...unproven, smells: ['a', 'b'] };
    expect([1, 2, 3, 4].map((round) => score(poor, round).decision)).toEqual([
      'request_changes',
      'request_changes',
      'reject',
      'reject',
    ]);
  });

  test('what its verdict refuses is blocked for that, not for what its tests would have shown', () => {
    const { breakdown, blocking } = score({ ...unproven, kind: 'feature', needs_proof: true, refused: ['tests: no'] });
    expect(blocking).toEqual(['tests: no']);
    expect(breakdown.test_coverage).toBe(0);
  });

  test('the feedback says what to do about each lost point', () => {
    const { feedback } = score({
      ...unproven,
      kind: 'feature',
      smells: ['debug output at a.js:3'],
      dangers: ['eval of a value at a.js:4'],
      acceptance: [{ text: 'adds', state: 'unproven', why: 'nothing was named' }],
    });
    expect(feedback).toEqual([
      'security: eval of a value at a.js:4',
      'debug output at a.js:3',
      'tests: add a test that fails without this change and passes with it',
      'documentation: describe the new behaviour in a comment or in the docs',
      'acceptance: not proven: adds: nothing was named; name a test that shows it and fails without the change',
    ]);
  });
});
