import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rankLessons } from '../../../src/core/learning/lesson-ranking.ts';
import type { Lesson, MetFailure } from '../../../src/schema/run/lesson.ts';

const lesson = (id: number, more: Partial<Lesson> = {}): Lesson => ({
  id,
  run: 'r1',
  task: 't1',
  at: '2030-01-01T00:00:00.000Z',
  signature: `s${id}`,
  pattern: 'TypeError: cannot read length of null',
  diff: '',
  test: `test ${id}`,
  error_type: 'TypeError',
  error_message: 'cannot read length of null',
  fix: `fix ${id}`,
  files: [],
  tier: 'cheap',
  told: 0,
  passed: 0,
  ...more,
});
const failure: MetFailure = {
  errors: [
    {
      ...{ test: 'adds', error_type: 'TypeError', error_message: 'cannot read length of undefined' },
      signature: 'the same',
    },
  ],
  files: ['add.js'],
};
const order = (...lessons: Lesson[]) => rankLessons(lessons, failure).map(({ id }) => id);

describe('lessons for a failure', () => {
  test('the same failure comes before one like it, whatever else speaks for that one', () => {
    const like = lesson(1, { told: 9, passed: 9, at: '2031-01-01T00:00:00.000Z' });
    expect(order(like, lesson(2, { signature: 'the same', error_type: 'Other', told: 2 }))).toEqual([2, 1]);
  });

  test.each<[string, Partial<Lesson>, boolean]>([
    ['the same type and a similar message', {}, true],
    ['the same type and another message', { error_message: 'x is not a function' }, false],
    ['the same type in the same test', { error_message: 'x is not a function', test: 'adds' }, true],
    ['another type with the same message', { error_type: 'RangeError' }, false],
    ['the same test with another type', { error_type: 'RangeError', test: 'adds' }, false],
  ])('%s', (_, more, fits) => {
    expect(order(lesson(1, more))).toEqual(fits ? [1] : []);
  });

  test('what helped more often comes first; one never told stands between', () => {
    const [good, fresh, bad] = [lesson(1, { told: 3, passed: 2 }), lesson(2), lesson(3, { told: 2 })];
    expect(order(bad, fresh, good)).toEqual([1, 2, 3]);
  });

  test.each<[string, Partial<Lesson>, boolean]>([
    ['of another test and other files', {}, false],
    ['of the same test', { test: 'adds' }, true],
    ['of a file that it is about', { files: ['add.js'] }, true],
  ])('an assertion %s', (_, more, fits) => {
    const pattern = 'AssertionError: expected <number> to be <number>';
    const assertion = lesson(1, { signature: 'the same', error_type: 'AssertionError', pattern, ...more });
    expect(order(assertion)).toEqual(fits ? [1] : []);
  });

  test('an assertion of another test is not recalled for its words alone, however alike they are', () => {
    const message = 'Expected values to be strictly equal:';
    const error = { test: 'initials', error_type: 'AssertionError', error_message: message, signature: 'x' };
    const learned = lesson(1, { ...error, signature: 'y', pattern: `AssertionError: ${message}`, test: 'discounted' });
    const met = { errors: [error], files: ['names.js'] };
    expect(rankLessons([{ ...learned, files: ['price.js'] }], met)).toEqual([]);
    expect(rankLessons([{ ...learned, files: ['names.js'] }], met)).toHaveLength(1);
  });

  test('one that misled three attempts and helped none is told no more', () => {
    expect([1, 2, 3, 4].map((told) => order(lesson(1, { told })).length)).toEqual([1, 1, 0, 0]);
    expect(order(lesson(1, { told: 4, passed: 1 }))).toEqual([1]);
  });

  test('the newer comes first among equals', () => {
    expect(order(lesson(1), lesson(2, { at: '2030-02-01T00:00:00.000Z' }), lesson(3))).toEqual([2, 3, 1]);
  });

  test('the same fix is told once, at its best place', () => {
    expect(order(lesson(1, { fix: 'same' }), lesson(2, { fix: 'same', told: 1, passed: 1 }), lesson(3))).toEqual([
      2, 3,
    ]);
  });

  test('an unknown failure matches nothing by being unknown', () => {
    const unknown = { errors: [{ test: '', error_type: '', error_message: '', signature: '' }], files: [] };
    expect(rankLessons([lesson(1, { error_type: '', test: '', error_message: '' })], unknown)).toEqual([]);
  });

  test('the order of the memory does not matter', () => {
    const some = fc.record({
      signature: fc.constantFrom('the same', 'other'),
      fix: fc.constantFrom('a', 'b', 'c'),
      told: fc.nat(3),
      passed: fc.nat(3),
      at: fc.constantFrom('2030-01-01', '2030-01-02'),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), fc.nat(), (all, by) => {
        const lessons = all.map((more, index) => lesson(index + 1, more));
        const turned = [...lessons.slice(by % 9), ...lessons.slice(0, by % 9)].reverse();
        expect(rankLessons(turned, failure)).toEqual(rankLessons(lessons, failure));
      }),
    );
  });
});
