import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/ports/state/memory.ts';
import type { MetFailure, NewLesson } from '../../src/schema/run/lesson.ts';
import { handClock } from '../support/clock.ts';

export const lesson = (more: Partial<NewLesson> = {}): NewLesson => ({
  run: 'r1',
  task: 't1',
  signature: 's1',
  pattern: 'TypeError: null has no <text>',
  test: 'adds',
  error_type: 'TypeError',
  error_message: 'null has no length',
  fix: 'look first',
  diff: '--- a.js',
  files: ['a.js', 'b "c".js'],
  tier: 'cheap',
  ...more,
});

export const met = (signature: string | null, ...types: string[]): MetFailure => ({
  errors: [
    { test: '', error_type: '', error_message: '', signature: signature ?? '' },
    ...types.map((error_type) => ({ test: '', error_type, error_message: '', signature: '' })),
  ],
  files: [],
});

/** What every memory promises. `open` makes an empty one. */
export function memoryContract(name: string, open: (clock: ReturnType<typeof handClock>) => Promise<Memory>): void {
  describe(`the memory contract, kept by ${name}`, () => {
    it('gives a lesson back as it was learned, with its time', async () => {
      const clock = handClock();
      const memory = await open(clock);
      await memory.learn(lesson());
      const at = new Date(clock.now()).toISOString();
      expect(await memory.like(met('s1'))).toEqual([{ ...lesson(), id: expect.any(Number), at, told: 0, passed: 0 }]);
    });

    it('finds by signature or by type of error, and nothing else', async () => {
      const memory = await open(handClock());
      await memory.learn(lesson());
      await memory.learn(lesson({ task: 't2', signature: 's2', error_type: 'RangeError' }));
      await memory.learn(lesson({ task: 't3', signature: 's3', error_type: '' }));
      const found = async (failure: MetFailure) => (await memory.like(failure)).map(({ task }) => task).sort();
      expect(await found(met('s1'))).toEqual(['t1']);
      expect(await found(met('s3'))).toEqual(['t3']);
      expect(await found(met(null, 'RangeError'))).toEqual(['t2']);
      expect(await found(met('s1', 'RangeError', 'TypeError', 'Error', 'x'))).toEqual(['t1', 't2']);
      expect(await found(met(null, ''))).toEqual([]);
      expect(await found(met('nope', 'nope'))).toEqual([]);
    });

    it('learns once from a task, however often it is told', async () => {
      const memory = await open(handClock());
      await memory.learn(lesson());
      await memory.learn(lesson({ fix: 'another' }));
      expect(await memory.like(met('s1'))).toMatchObject([{ fix: 'look first' }]);
      await memory.learn(lesson({ run: 'r2' }));
      expect(await memory.like(met('s1'))).toHaveLength(2);
    });

    it('counts attempts that were told and judged, and those that passed, once each', async () => {
      const memory = await open(handClock());
      await memory.learn(lesson());
      const counts = async () => (await memory.like(met('s1'))).map(({ told, passed }) => [told, passed]);
      const [one] = await memory.like(met('s1'));
      const id = one?.id ?? 0;
      const first = { run: 'r2', task: 't1', attempt: 1 };
      for (let again = 0; again < 2; again++) await memory.told([id], first);
      await memory.told([id], { ...first, attempt: 2 });
      // Nobody knows yet what came of it.
      expect(await counts()).toEqual([[0, 0]]);
      for (let again = 0; again < 2; again++) await memory.credit({ ...first, attempt: 2 }, false);
      expect(await counts()).toEqual([[1, 0]]);
      for (let again = 0; again < 2; again++) await memory.credit(first, true);
      await memory.credit({ run: 'r9', task: 't1', attempt: 1 }, true);
      expect(await counts()).toEqual([[2, 1]]);
      await memory.told([id], first);
      expect(await counts()).toEqual([[2, 1]]);
      // Judged again, after a merge, it passed after all.
      await memory.credit({ ...first, attempt: 2 }, true);
      expect(await counts()).toEqual([[2, 2]]);
    });

    it('is empty and sound at first', async () => {
      const memory = await open(handClock());
      expect(await memory.like(met('s1', 'TypeError'))).toEqual([]);
      await memory.told([], { run: 'r1', task: 't1', attempt: 1 });
      await memory.credit({ run: 'r1', task: 't1', attempt: 1 }, true);
      expect(await memory.check()).toEqual([]);
    });
  });
}
