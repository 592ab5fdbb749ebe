import type { Answer, ServedRequest } from '../../../src/faces/demo/model-server.ts';
import { outputOf, roleAnswer } from '../../../src/faces/demo/role-answer.ts';
import { deliver, turns, write } from './model.ts';

/** Agents known by a key of what they can finish with; the others of the house say nothing that matters. */
export const playing =
  (parts: Record<string, (request: ServedRequest) => Answer>) =>
  (request: ServedRequest): Answer | null => {
    const found = Object.entries(parts).find(([key]) => outputOf(request).includes(key));
    return found ? found[1](request) : roleAnswer(request);
  };

export const takesAway = 'export const takeAway = (a, b) => a - b;\n';

/** A test engineer who writes one test file for it, which expects this of 5 and 3. */
export const engineering = (file: string, expected: number) =>
  playing({
    covers: turns(
      [write(file, testFor(expected))],
      [deliver({ files: [file], covers: [{ kind: 'happy', test: 'takes away' }] })],
    ),
  });

const testFor = (expected: number) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeAway } from './take-away.js';

test('takes away', () => {
  assert.equal(takeAway(5, 3), ${expected});
});
`;
