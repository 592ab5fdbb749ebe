import { expect, test } from 'vitest';
import { checklistOf } from '../../../src/rooms/report/checklist.ts';
import { right, wrong } from '../../engine/house.ts';
import { placeWith } from '../place.ts';

test('a checklist says what holds, with what shows it', async () => {
  const place = await placeWith({ measured: true });
  await place.attempt({ 'add.js': wrong });
  await place.judged();
  const listed = () =>
    Object.fromEntries(
      place.state.tasks.flatMap(checklistOf).map(({ item, state, evidence }) => [item, `${state}: ${evidence}`]),
    );
  expect(listed()).toMatchObject({
    'tests executed': expect.stringMatching(/^yes: 2 ran, 0 skipped/),
    'all tests passing': 'no: attempt 1: fail, 1 passed, 1 failed',
    'debug memory updated': 'yes: 1 of 1 judged attempts are in the memory',
    'failures analysed': 'no: a cause was found for 0 of 1 kind of failure in 1 failed attempt',
    'learnings recorded': 'no: no later attempt fixed the failure',
  });
  // The same failure again is no other kind.
  await place.attempt({ 'add.js': `${wrong}\n` });
  await place.judged();
  expect(listed()['failures analysed']).toBe('no: a cause was found for 0 of 1 kind of failure in 2 failed attempts');
  await place.attempt({ 'add.js': right });
  await place.judged();
  place.tell({
    type: 'lesson.learned',
    task: 't1',
    signature: 's',
    error: 'x',
    pattern: 'E: x',
    fix: 'f',
    files: [],
    tier: 'cheap',
  });
  expect(listed()).toMatchObject({
    'tests generated for new code': 'yes: 1 failing before and passing now',
    'all tests passing': 'yes: attempt 3: pass, 2 passed, 0 failed',
    'debug memory updated': 'yes: 3 of 3 judged attempts are in the memory',
    'learnings recorded': 'yes: E: x',
  });
});

test('what was never judged shows nothing', async () => {
  const place = await placeWith();
  await place.attempt({ 'add.js': right });
  const states = place.state.tasks.flatMap(checklistOf).map(({ state }) => state);
  expect(states).toEqual(['no', 'no', 'no', 'not_applicable', 'not_applicable', 'no', 'not_applicable']);
});
