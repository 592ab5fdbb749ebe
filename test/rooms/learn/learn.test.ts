import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { learn } from '../../../src/rooms/learn/learn.ts';
import { lesson, met } from '../../contracts/memory.ts';
import { right, wrong } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

const learning = (place: Awaited<ReturnType<typeof placeWith>>, attempt: number) =>
  place.lets((context) => learn({ kind: 'learn', task: 't1', attempt }, context, place.world));

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

test('the memory has it before the journal says so, and learns it once', async () => {
  const place = await placeWith();
  await place.attempt({ 'add.js': wrong });
  place.ruled({ status: 'fail' }, { signature: 'sig-1' });
  await place.attempt({ 'add.js': right }, { summary: 'use plus' });
  place.ruled({ status: 'pass' });
  const { memory } = place.world;
  const room = learn({ kind: 'learn', task: 't1', attempt: 2 }, place.context, place.world);
  expect(await room.next()).toMatchObject({ value: { type: 'lesson.learned' } });
  expect(await memory.like(met('sig-1'))).toMatchObject([{ run: 'r1', task: 't1', fix: 'use plus' }]);
  // Killed before the event was journalled, the room works again.
  expect(await learning(place, 2)).toMatchObject([{ type: 'lesson.learned' }]);
  expect(await memory.like(met('sig-1'))).toHaveLength(1);
});

test('a lesson that the attempt was told has helped it', async () => {
  const place = await placeWith();
  const { memory } = place.world;
  await memory.learn(lesson({ run: 'old', signature: 'sig-1' }));
  const [known] = await memory.like(met('sig-1'));
  await memory.told([known?.id ?? 0], { run: 'r1', task: 't1', attempt: 1 });
  place.tell({ type: 'lesson.recalled', task: 't1', signature: 'sig-1', fix: 'look first', attempt: 1 });
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass' });
  expect(await learning(place, 1)).toEqual([]);
  expect(await memory.like(met('sig-1'))).toMatchObject([{ told: 1, passed: 1 }]);
});

test('a damaged memory is noted, and the lesson stays in the journal', async () => {
  const place = await placeWith();
  await place.attempt({ 'add.js': wrong });
  place.ruled({ status: 'fail' }, { signature: 'sig-1' });
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass' });
  mkdirSync(place.repository_state, { recursive: true });
  writeFileSync(join(place.repository_state, 'memory.db'), '');
  const said = await learning(place, 2);
  expect(said.map(({ type }) => type)).toEqual(['memory.failed', 'lesson.learned']);
});
