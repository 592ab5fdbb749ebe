import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clip, clipRecord } from '../../src/core/clip.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
/** Characters that take one to six bytes in JSON, halves of pairs too. */
const hostile = fc
  .array(fc.constantFrom('a', '"', '\\', '\n', '\u0001', '\u007f', 'é', '€', '😀', '\ud800', '\udc00', '\u2028'), {
    maxLength: 400,
  })
  .map((chars) => chars.join(''));

describe('a clipped text', () => {
  test('takes no more bytes of JSON than it may', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 8, max: 600 }), (text, max) => {
        expect(bytes(clip(text, max))).toBeLessThanOrEqual(max);
      }),
      { numRuns: 500 },
    );
  });

  test('is the text itself where it fits, and else its beginning and a note', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 8, max: 600 }), (text, max) => {
        const clipped = clip(text, max);
        if (bytes(text) <= max) expect(clipped).toBe(text);
        else {
          expect(clipped.endsWith(' […]')).toBe(true);
          expect(text.startsWith(clipped.slice(0, -4))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
    expect(clip('abcdefghij', 11)).toBe('abc […]');
    expect(clip('abcdefghij', 12)).toBe('abcdefghij');
  });

  test('never ends inside a character', () => {
    expect(clip('😀😀😀', 12)).toBe('😀 […]');
    expect(clip('😀😀😀', 11)).toBe(' […]');
  });
});

describe('a clipped record', () => {
  test('takes no more bytes of JSON than it may, whatever its keys and values', () => {
    fc.assert(
      fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.jsonValue()), { maxKeys: 12 }), (record) => {
        expect(bytes(clipRecord(record, 2000))).toBeLessThanOrEqual(2000);
      }),
      { numRuns: 400 },
    );
  });

  test('keeps small values as they are, and says the beginning of large ones as text', () => {
    expect(clipRecord({ path: 'a.js', from: 3, deep: { a: [1] }, none: undefined }, 2000)).toEqual({
      path: 'a.js',
      from: 3,
      deep: { a: [1] },
      none: undefined,
    });
    const { content, rows } = clipRecord({ content: 'x'.repeat(5000), rows: Array(900).fill(1) }, 2000);
    expect(content).toMatch(/^x+ \[…\]$/);
    expect(rows).toMatch(/^\[1,1,.* \[…\]$/);
  });
});
