import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { learn } from '../../../src/rooms/learn/learn.ts';
import type { EventOf } from '../../../src/schema/run/event.ts';
import { lesson, met } from '../../contracts/memory.ts';
import { adder, right, wrong } from '../../engine/house.ts';
import { only, placeWith } from '../place.ts';

type Place = Awaited<ReturnType<typeof placeWith>>;

const learning = (place: Place, attempt: number) =>
  place.lets((context) => learn({ kind: 'learn', task: 't1', attempt }, context, place.world));

const analysis = (more: Partial<EventOf<'failure.analysed'>> = {}): EventOf<'failure.analysed'> => ({
  ...{ type: 'failure.analysed', task: 't1', attempt: 1, test: 'adds', error_type: 'TypeError' },
  ...{ error_message: 'b is null', stack_trace_snippet: '', root_cause: '', fix_strategy: '', confidence: 0 },
  ...{ pattern: 'TypeError: b is null', signature: 'sig-1', by: 'nobody' },
  ...more,
});

/** A place where an attempt failed so and the next one passed. */
async function fixed(
  more: Partial<EventOf<'failure.analysed'>> = {},
  last: Record<string, string> = { 'add.js': right },
  first: Record<string, string> = { 'add.js': wrong },
): Promise<Place> {
  const place = await placeWith({ measured: true });
  await place.attempt(first);
  place.tell(analysis(more));
  place.ruled({ status: 'fail' }, { signature: 'whole' });
  await place.attempt(last, { tier: 'smart', summary: 'A splendid piece of work.' });
  place.ruled({ status: 'pass' });
  return place;
}

test('a failure that a later attempt got past is a lesson: its kind, the smallest edit, and the change that proved it', async () => {
  const place = await fixed();
  expect(only(await learning(place, 2), 'lesson.learned')).toMatchObject({
    signature: 'sig-1',
    pattern: 'TypeError: b is null',
    error: 'TypeError: b is null',
    fix: 'instead of: export const add = (a, b) => a + 2 * b; write: export const add = (a, b) => a + b;',
    files: ['add.js'],
    tier: 'smart',
  });
  const [kept] = await place.world.memory.like(met('sig-1'));
  expect(kept?.diff).toContain('-export const add = (a, b) => a + 2 * b;\n+export const add = (a, b) => a + b;');
  expect(JSON.stringify(kept)).not.toContain('splendid');
});

test('the fix is what the analyst advised, where it was sure and a change has borne it out', async () => {
  const advice = { by: 'analyst', root_cause: 'add.js doubles', fix_strategy: 'Add b once.', confidence: 0.8 } as const;
  expect(only(await learning(await fixed(advice), 2), 'lesson.learned').fix).toBe('Add b once.');
  const unsure = await fixed({ ...advice, confidence: 0.3 });
  expect(only(await learning(unsure, 2), 'lesson.learned').fix).toMatch(/^instead of: /);
});

test.each<[string, () => Promise<Place>]>([
  ['noise', () => fixed({ noise: true })],
  ['a failure that older journals tell without its kind', () => fixed({ signature: undefined, pattern: undefined })],
  ['a change of tests alone', () => fixed({}, { 'add.js': wrong, 'test/more.test.js': "import 'node:test';\n" })],
  ['a change that is none', () => fixed({}, { 'add.js': wrong })],
])('%s is never a lesson', async (_, place) => {
  expect(await learning(await place(), 2)).toEqual([]);
});

test('files that no model may see are no part of a lesson', async () => {
  const files = { ...adder, '.pawlignore': 'hidden.js\n', 'hidden.js': 'export const a = 1;\n' };
  const place = await placeWith({ files, measured: true });
  await place.attempt({ 'add.js': wrong });
  place.tell(analysis());
  place.ruled({ status: 'fail' }, { signature: 'whole' });
  await place.attempt({ 'add.js': right, 'hidden.js': 'export const a = 2;\n' });
  place.ruled({ status: 'pass' });
  expect(only(await learning(place, 2), 'lesson.learned').files).toEqual(['add.js']);
  expect(JSON.stringify(await place.world.memory.like(met('sig-1')))).not.toContain('hidden');
});

test('what passed at once teaches nothing', async () => {
  const place = await placeWith();
  await place.attempt({ 'add.js': right });
  place.ruled({ status: 'pass' });
  expect(await learning(place, 1)).toEqual([]);
});

test('the memory has it before the journal says so, and learns it once', async () => {
  const place = await fixed();
  const { memory } = place.world;
  const room = learn({ kind: 'learn', task: 't1', attempt: 2 }, place.context, place.world);
  expect(await room.next()).toMatchObject({ value: { type: 'lesson.learned' } });
  expect(await memory.like(met('sig-1'))).toMatchObject([{ run: 'r1', task: 't1' }]);
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
  const place = await fixed();
  mkdirSync(place.repository_state, { recursive: true });
  writeFileSync(join(place.repository_state, 'memory.db'), '');
  const said = await learning(place, 2);
  expect(said.map(({ type }) => type)).toEqual(['memory.failed', 'lesson.learned']);
});
