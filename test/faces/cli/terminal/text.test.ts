import { describe, expect, it } from 'vitest';
import { oneLine, scrub, strip } from '../../../../src/faces/cli/terminal/text.ts';
import { growsNoFasterThanSize } from '../../../support/growth.ts';

describe('strip', () => {
  it.each([
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    ['8-bit control sequences', '\u009b2Jgone', 'gone'],
    ['a window title', '\u001b]0;my title\u0007text', 'text'],
    ['a link with a string terminator', '\u001b]8;;http://x\u001b\\click\u001b]8;;\u001b\\', 'click'],
    ['a device string', '\u001bPq#0payload\u001b\\after', 'after'],
    ['a full reset', '\u001bcreset', 'reset'],
    ['a carriage return', 'fine\rOVER', 'fineOVER'],
    ['bells, backspaces and delete', 'a\u0007b\u0008c\u007f', 'abc'],
    ['text direction overrides', 'a\u202eb\u2066c', 'abc'],
  ])('removes %s', (_what, given, expected) => {
    expect(strip(given)).toBe(expected);
  });

  it('keeps tabs, newlines, accents and emoji', () => {
    expect(strip('é\t日本\n👩‍💻')).toBe('é\t日本\n👩‍💻');
  });

  it('leaves no escape behind an unterminated string', () => {
    expect(strip('\u001b]0;never ends')).toBe('0;never ends');
  });

  it('takes time in proportion to the text', async () => {
    await growsNoFasterThanSize((size) => strip('\u001b]'.repeat(size)), 50_000);
  });
});

it('scrubs every string of a value, keys too', () => {
  expect(scrub({ 'k\u001b[1m': ['\u001b[2Ja', 1, null], b: { c: 'x\u0007' } })).toEqual({
    k: ['a', 1, null],
    b: { c: 'x' },
  });
});

it('never cuts a character in two when it shortens a line', () => {
  expect(oneLine('ab👍cd', 4)).toBe('ab…');
  expect(oneLine(' a\n\tb ', 10)).toBe('a b');
});

it('shortens a line after a word, and within one that is too long', () => {
  expect(oneLine('refuse what it does not understand', 30)).toBe('refuse what it does not…');
  expect(oneLine('refuse what it does not understand', 25)).toBe('refuse what it does not…');
  expect(oneLine(`see ${'x'.repeat(40)}`, 30)).toBe(`see ${'x'.repeat(25)}…`);
});
