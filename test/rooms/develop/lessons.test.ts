import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { develop } from '../../../src/rooms/develop/develop.ts';
import type { EventOf, PawlEvent } from '../../../src/schema/run/event.ts';
import type { NewLesson } from '../../../src/schema/run/lesson.ts';
import { lesson, met } from '../../contracts/memory.ts';
import { wrong } from '../../engine/house.ts';
import { placeWith } from '../place.ts';

type Place = Awaited<ReturnType<typeof placeWith>>;

const working = (place: Place, attempt: number) =>
  place.lets((context, world) =>
    develop({ kind: 'develop', task: 't1', attempt, tier: 'cheap', from_tree: null }, context, world),
  );
const recalled = (said: PawlEvent[]) =>
  said.filter((event): event is EventOf<'lesson.recalled'> => event.type === 'lesson.recalled');
const promptOf = (place: Place): string => place.assignments.at(-1)?.prompt ?? '';
const heading = '# Lessons';

/** A place whose first attempt failed with a signature `sig-1` and this error. */
async function failedOnce(error_type = 'TypeError', error_message = 'null has no length'): Promise<Place> {
  const place = await placeWith();
  await place.attempt({ 'add.js': wrong });
  place.tell({
    ...{ type: 'failure.analysed', task: 't1', attempt: 1, test: 'adds', error_type, error_message },
    ...{ stack_trace_snippet: '', root_cause: '', fix_strategy: '', confidence: 0, signature: 'sig-1' },
  });
  place.ruled({ status: 'fail' }, { signature: 'sig-1', run_ref: null });
  return place;
}

async function learnt(place: Place, ...lessons: Partial<NewLesson>[]): Promise<void> {
  for (const [at, more] of lessons.entries()) await place.world.memory.learn(lesson({ run: `old${at}`, ...more }));
}

describe('lessons', () => {
  test('of the same failure are in the prompt of the next attempt, quoted, and in the journal', async () => {
    const place = await failedOnce();
    await learnt(place, { signature: 'sig-1', error_type: 'Other', fix: 'look\nbefore you "leap"', files: ['add.js'] });
    const said = await working(place, 2);
    expect(said.map(({ type }) => type)).toEqual(['lesson.recalled', 'attempt.started', 'attempt.finished']);
    expect(recalled(said)).toMatchObject([{ task: 't1', signature: 'sig-1', attempt: 2 }]);
    expect(promptOf(place)).toContain(heading);
    expect(promptOf(place)).toContain('error: "TypeError: null has no <text>"');
    expect(promptOf(place)).toContain('fix: "look before you \\"leap\\""');
    expect(promptOf(place)).toContain('proved by a change of "add.js"');
    await place.world.memory.credit({ run: 'r1', task: 't1', attempt: 2 }, false);
    expect(await place.world.memory.like(met('sig-1'))).toMatchObject([{ told: 1, passed: 0 }]);
  });

  test('of what fails at the start are in the first prompt', async () => {
    const place = await placeWith({ measured: true });
    await learnt(place, {
      signature: 'other',
      error_type: 'AssertionError',
      error_message: 'Expected values to be strictly equal: -1 !== 3',
      test: 'test/add.test.js > adds',
      fix: 'use plus',
    });
    expect(recalled(await working(place, 1))).toMatchObject([{ fix: 'use plus', attempt: 1 }]);
    expect(promptOf(place)).toContain('"use plus"');
  });

  test('of another failure, or where nothing fails, are not told', async () => {
    const place = await failedOnce();
    await learnt(place, { signature: 'other', error_message: 'something else altogether', test: 'other' });
    expect(recalled(await working(place, 2))).toEqual([]);
    expect(promptOf(place)).not.toContain(heading);
    const sound = await placeWith();
    await learnt(sound, {});
    expect(recalled(await working(sound, 1))).toEqual([]);
  });

  test('are at most three, and at most 2 KB', async () => {
    const few = await failedOnce();
    await learnt(few, ...Array.from({ length: 5 }, (_, at) => ({ fix: `fix ${at}` })));
    expect(recalled(await working(few, 2))).toHaveLength(3);

    const long = await failedOnce();
    const words = 'é"\\ '.repeat(400);
    const big = { signature: 'sig-1', pattern: words, test: words, files: [words, words, words], diff: words };
    await learnt(long, ...Array.from({ length: 5 }, (_, at) => ({ ...big, fix: `${at}${words}` })));
    const told = recalled(await working(long, 2));
    expect(told.length).toBeGreaterThan(0);
    const text = promptOf(long).split(heading)[1]?.split('\n\n#')[0] ?? '';
    expect(Buffer.byteLength(text.slice(text.indexOf('\n') + 1))).toBeLessThanOrEqual(2000);
  });

  test('are told once by a run that was killed before the attempt began, and are the same', async () => {
    const place = await failedOnce();
    await learnt(place, { signature: 'sig-1', fix: 'the first' });
    await working(place, 2);
    // As if killed right after the recall, with a newer lesson learned by somebody else before it is resumed.
    place.events.splice(place.events.findLastIndex(({ type }) => type === 'lesson.recalled') + 1);
    await learnt(place, {}, { signature: 'sig-1', fix: 'a newer one' });
    const again = await working(place, 2);
    expect(recalled([...place.events]).map(({ fix }) => fix)).toEqual(['the first']);
    expect(recalled(again)).toEqual([]);
    expect(promptOf(place)).toContain('"the first"');
    expect(promptOf(place)).not.toContain('"a newer one"');
    await place.world.memory.credit({ run: 'r1', task: 't1', attempt: 2 }, true);
    const lessons = await place.world.memory.like(met('sig-1'));
    expect(lessons.map(({ fix, told }) => [fix, told]).sort()).toEqual([
      ['a newer one', 0],
      ['the first', 1],
    ]);
  });

  test('cannot be told from a damaged memory: that is noted, and the attempt goes on', async () => {
    const place = await failedOnce();
    writeFileSync(join(place.repository_state, 'memory.db'), 'not a memory');
    const said = await working(place, 2);
    expect(said.map(({ type }) => type)).toEqual([
      ...['memory.failed', 'memory.failed', 'attempt.started', 'attempt.finished'],
    ]);
    expect(said.find((event) => event.type === 'memory.failed')?.message).toMatch(/memory\.db is damaged/);
    expect(promptOf(place)).not.toContain(heading);
  });
});
