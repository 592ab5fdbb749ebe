import { expect, test } from 'vitest';
import { learn } from '../../../src/rooms/learn/learn.ts';
import { right, wrong } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

const learning = (place: Awaited<ReturnType<typeof placeWith>>, attempt: number) =>
  place.lets((context) => learn({ kind: 'learn', task: 't1', attempt }, context, {}));

test('a failure that a later attempt got past is a lesson', async () => {
  const place = await placeWith();
  await place.attempt({ 'add.js': wrong });
  place.ruled({ test_failures: [{ test: 'adds', error: 'AssertionError: 5 !== 3', file: null, line: null }] });
  place.tell({
    type: 'failure.analysed',
    task: 't1',
    attempt: 1,
    test: 'adds',
    error_type: 'AssertionError',
    error_message: '5 !== 3',
    stack_trace_snippet: '',
    root_cause: '',
    fix_strategy: '',
    confidence: 0.3,
  });
  await place.attempt({ 'add.js': right }, { tier: 'smart', summary: 'use plus' });
  place.ruled({ status: 'pass' });
  expect(only(await learning(place, 2), 'lesson.learned')).toMatchObject({
    signature: 'sig-1',
    error: 'AssertionError: 5 !== 3',
    fix: 'use plus',
    files: ['add.js'],
    tier: 'smart',
  });
});

test('what passed at once teaches nothing', async () => {
  const place = await placeWith();
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass' });
  expect(await learning(place, 1)).toEqual([]);
});
