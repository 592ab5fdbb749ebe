import { expect, test } from 'vitest';
import { builtOn } from '../../../../src/rooms/verify/runs/candidate-build.ts';

const trees = { base: 'base', bare: 'bare', judged: 'judged' };
const how = { built: 'of base', rebuilt: 'of the candidate' };

test('only a run of the candidate starts from what its own build made', () => {
  expect(builtOn('bare', trees, how)).toEqual({ built: 'of the candidate' });
  expect(builtOn('judged', trees, how)).toEqual({ built: 'of the candidate' });
  for (const tree of ['base', 'proof']) expect(builtOn(tree, trees, how)).toEqual({ built: 'of base' });
  expect(builtOn('base', { ...trees, bare: 'base' }, how)).toEqual({ built: 'of base' });
});

test('where the candidate builds nothing else, it starts from base as well', () => {
  expect(builtOn('bare', trees, { built: 'of base' })).toEqual({ built: 'of base' });
});
