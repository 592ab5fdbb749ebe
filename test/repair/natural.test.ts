import { describe, expect, test } from 'vitest';
import { patternsIn } from '../../src/repair/natural.ts';

const text = [
  'stock[name] = stock.get(name, 0) + count',
  'reserved[name] = reserved.get(name, 0) + count',
  'return stock.get(name, 0) + reserved.get(name, 0)',
].join('\n');
const edit = (from: string, to: string) => {
  const start = text.indexOf(from);
  return [{ start, end: start + from.length, text: to }];
};

describe('an edit breaks a pattern', () => {
  test('if it makes a line unlike the one that differs in names alone', () => {
    expect(patternsIn(text)(edit('reserved.get(name, 0) + count', 'reserved.get(name, 0) - count'))).toBe(true);
  });

  test('not if no other line is like the old one, or some line is like the new one', () => {
    expect(patternsIn(text)(edit('0) + reserved', '0) - reserved'))).toBe(false);
    expect(patternsIn(text)(edit('reserved[name] = reserved', 'other[name] = other'))).toBe(false);
  });
});
