import { expect, it } from 'vitest';
import { isNamed } from '../../../src/faces/ui/client/model/ticks.ts';

it.each([1, 7, 30, 31, 90])('the names below the bars of %i days do not touch on a phone', (days) => {
  const named = Array.from({ length: days }, (_, at) => at).filter((at) => isNamed(at, days));
  expect(named.at(-1)).toBe(days - 1);
  // The last name ends at the edge of the bars; the others are in the middle below theirs.
  const [bars, letters] = [296, 42];
  const last = named.at(-2) ?? Number.NEGATIVE_INFINITY;
  expect(((last + 0.5) / days) * bars + letters / 2).toBeLessThan(bars - letters);
});
