import { expect, it } from 'vitest';
import { inDollars } from '../../../src/core/money/dollars.ts';

it('writes an amount with the digits that it needs', () => {
  expect([0, 0.00001, 0.0125, 0.03, 2.5].map(inDollars)).toEqual(['$0', '<$0.0001', '$0.0125', '$0.03', '$2.50']);
});
