import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Pattern, pattern } from '../../src/agents/output/pattern.ts';
import { growsNoFasterThanSize } from '../support/growth.ts';

function usable(source: string): Pattern {
  const made = pattern(source);
  if ('refused' in made) throw new Error(`${source}: ${made.refused}`);
  return made;
}

describe('a pattern', () => {
  const atom = fc.constantFrom(
    ...'abc',
    '.',
    '\\d',
    '\\w',
    '\\b',
    '\\B',
    '^',
    '$',
    '[ab]',
    '[^a-b]',
    '[\\s-]',
    '\\.',
    '',
  );
  const { source } = fc.letrec<{ source: string }>((tie) => ({
    source: fc.oneof(
      { maxDepth: 5 },
      atom,
      fc.tuple(tie('source'), tie('source')).map(([a, b]) => a + b),
      fc.tuple(tie('source'), tie('source')).map(([a, b]) => `(?:${a}|${b})`),
      fc
        .tuple(tie('source'), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'))
        .map(([a, q]) => `(${a})${q}`),
    ),
  }));

  test('means what it means in JavaScript', () => {
    fc.assert(
      fc.property(source, fc.string({ unit: fc.constantFrom(...'abc.-1 \n'), maxLength: 6 }), (written, text) => {
        expect(usable(written).test(text)).toBe(new RegExp(written, 'u').test(text));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['^[a-z]+(-[a-z]+)*$', 'a-slug-here', 'A-slug'],
    ['\\x41\\u0042\\u{1F600}', 'AB😀', 'AB'],
    ['^.$', '😀', 'ab'],
    ['(?<year>\\d{4})-\\d\\d', 'on 2024-05', '204-05'],
    ['[\\]\\-\\\\]', '-', 'a'],
    ['^\\p{L}+$', 'Łódź', 'a1'],
    ['a{,2}', 'a{,2}', 'aa'],
    ['\\t\\n', '\t\n', 'tn'],
    ['[a-]', '-', 'b'],
    ['sanitize|escape|prepared|CSP', 'an escape', 'nothing'],
  ])('%s matches %j and not %j', (written, yes, no) => {
    expect([usable(written).test(yes), usable(written).test(no)]).toEqual([true, false]);
  });

  test.each([
    ['(', 'missing closing )'],
    ['a**', 'invalid nested repetition operator'],
    ['(?=a)b', 'unsupported'],
    ['(?<!a)b', 'invalid named capture'],
    ['(a)\\1', 'invalid escape sequence'],
    ['[\\b]', 'invalid escape sequence'],
    ['(((a{100}){100}){100}){100}', 'invalid repeat count'],
    ['(((){999}){999}){999}', 'too large'],
    ['(?:[a-z]{1,30}){1,30}(?:[0-9]{1,30}){1,30}(?:[a-z]{1,30}){1,30}', 'repeats too much'],
    ['a{0,999999999}', 'invalid repeat count'],
    ['a'.repeat(1001), 'at most 1000 characters'],
  ])('%s is refused: %s', (written, reason) => {
    expect(pattern(written)).toEqual({ refused: expect.stringContaining(reason) });
  });

  test.each(['(a+)+$', '(a|aa)+$', '(a|a)*$', '(.*)*x', '.*.*.*.*.*.*x', '(a?){500}a{500}$', '([a-z]+)*=', '(?:)*'])(
    '%s takes no longer for a text that is made to hang it',
    (written) => growsNoFasterThanSize((size) => usable(written).test(`${'a'.repeat(size)}!`), 1_250),
  );
});
