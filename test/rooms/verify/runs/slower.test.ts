import { expect, test } from 'vitest';
import { noTests } from '../../../../src/languages/runs/run-tests.ts';
import { slowerAgain } from '../../../../src/rooms/verify/runs/slower.ts';
import type { TestRun } from '../../../../src/schema/judge/test-run.ts';

/** One test for each file, named like it. */
const took = (durations: Record<string, number>): TestRun => ({
  ...noTests(),
  cases: Object.entries(durations).map(([file, duration_ms]) => ({
    ...{ id: file, file, names: [file], line: null, status: 'passed', error: null },
    duration_ms,
  })),
});

async function found(now: TestRun, again: { judged?: TestRun; base?: TestRun }, affected: string[] | null = null) {
  const asked: string[] = [];
  const slower = await slowerAgain(
    { base: took({ a: 10, b: 10 }), now },
    { affected, limit_ms: 5000 },
    (side, files) => {
      asked.push(`${side} ${files.join(' ')}`);
      return Promise.resolve(again[side] ?? noTests());
    },
  );
  return { asked, slow: slower.map((one) => one.test) };
}

const slow = took({ a: 900, b: 900 });

test('what is slow again, and not on base, is slower', async () => {
  const again = { judged: slow, base: took({ a: 10, b: 10 }) };
  expect(await found(slow, again)).toEqual({ asked: ['judged a b', 'base a b'], slow: ['a', 'b'] });
});

test('base runs no more than what was slow twice', async () => {
  const again = { judged: took({ a: 10, b: 900 }), base: took({ b: 10 }) };
  expect(await found(slow, again)).toEqual({ asked: ['judged a b', 'base b'], slow: ['b'] });
  expect(await found(slow, { judged: took({ a: 10, b: 10 }) })).toEqual({ asked: ['judged a b'], slow: [] });
});

test('on a machine that has become slow as a whole, nothing is slower', async () => {
  expect((await found(slow, { judged: slow, base: slow })).slow).toEqual([]);
});

test('a test that the change cannot affect is not looked at', async () => {
  const again = { judged: took({ b: 900 }), base: took({ b: 10 }) };
  expect(await found(slow, again, ['b'])).toEqual({ asked: ['judged b', 'base b'], slow: ['b'] });
  expect(await found(slow, {}, [])).toEqual({ asked: [], slow: [] });
});

test('where a rerun would take too long, the first run counts', async () => {
  expect(await found(took({ a: 6000, b: 10 }), {})).toEqual({ asked: [], slow: ['a'] });
});
