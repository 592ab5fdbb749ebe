import { expect, it } from 'vitest';
import { jsonLine } from '../../../src/faces/json/ndjson.ts';

it('writes one value on one line and loses nothing', () => {
  const value = { text: 'a\nb\u001b[31m\u009b2J\u007f\u2028\u202e é 👍', n: 1 };
  const line = jsonLine(value);
  expect(line.endsWith('\n')).toBe(true);
  expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  expect(JSON.parse(line)).toEqual(value);
});
