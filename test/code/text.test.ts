import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortText, stripEscapes, tail } from '../../src/code/text.ts';

describe('text from outside', () => {
  test('loses colours, cursor moves, titles, links and control characters', () => {
    expect(stripEscapes('\u001b[31mred\u001b[0m \u001b[1;38;5;246mx\u001b[K')).toBe('red x');
    expect(stripEscapes('\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\')).toBe('alink');
    expect(stripEscapes('a\u0000b\u0008c\rd\u007fe\u009b31mf\tg\r\nh')).toBe('abcdef\tg\nh');
    expect(stripEscapes('safe\u202egnp.exe')).toBe('safegnp.exe');
    expect(stripEscapes('\u00fcn\u00efc\u00f6de \u2713 \u{1f600} \u001b')).toBe(
      '\u00fcn\u00efc\u00f6de \u2713 \u{1f600} ',
    );
  });

  test('never keeps an escape, whatever surrounds it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('\u001b', '[', ']', '3', '1', 'm', ';', '\u0007', '\\', 'a', '\u009b') }),
        (text) => {
          expect(stripEscapes(text)).not.toMatch(/[^\P{Cc}\n\t]/u);
        },
      ),
    );
  });

  test('is cut at whole characters', () => {
    expect(tail('abc\u00fc', 2)).toBe('\u00fc');
    expect(tail('abc\u00fc', 1)).toBe('');
    expect(shortText('abcdef', 4)).toBe('abc\u2026');
    expect(shortText('ab\u{1f600}cd', 4)).toBe('ab\u2026');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, size) => {
        expect(new TextEncoder().encode(tail(text, size)).length).toBeLessThanOrEqual(size);
        expect(text.endsWith(tail(text, size))).toBe(true);
        expect(shortText(text, size + 1).length).toBeLessThanOrEqual(size + 1);
      }),
    );
  });
});
