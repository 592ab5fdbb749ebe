import { expect, test } from 'vitest';
import { improvementPriority } from '../../../src/core/task/improvement-priority.ts';

test.each([
  ['high', 0, 10],
  ['high', 3, 8.5],
  ['medium', 1, 4.5],
  ['low', 2, 1],
  ['low', 10, -3],
] as const)('%s impact in %d hours is worth %d', (impact, hours, priority) => {
  expect(improvementPriority(impact, hours)).toBe(priority);
});
