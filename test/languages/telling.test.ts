import { expect, test } from 'vitest';
import { ownFrames, withoutPasses } from '../../src/languages/reports/telling.ts';

test('what tests printed is told without those that passed', () => {
  const tap = ['TAP version 13', 'ok 1 adds', '    ok 2 nested', 'not ok 3 subtracts', '  ---', '  expected: 1'];
  expect(withoutPasses(tap.join('\n'))).toBe('TAP version 13\nnot ok 3 subtracts\n  ---\n  expected: 1');
  const others = ['  ✓ adds', '--- PASS: TestAdd (0.00s)', 'PASS', 'test adds ... ok', 'test takes ... FAILED', 'okay'];
  expect(withoutPasses(others.join('\n'))).toBe('test takes ... FAILED\nokay');
});

test("a stack is told without the frames of other people's packages", () => {
  const frames = ['    at parse (lib/parse.js:3:1)', '    at Test.run (/repo/node_modules/tape/lib/test.js:9:1)'];
  expect(ownFrames(`Error: no\n${frames.join('\n')}`)).toBe(`Error: no\n${frames[0]}`);
});
