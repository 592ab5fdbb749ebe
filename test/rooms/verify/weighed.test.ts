import { expect, test } from 'vitest';
import { standing } from '../../../src/rooms/verify/standing.ts';
import { placeWith } from '../place.ts';

const files = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'sums.js': 'export const add = (a, b) => a + b;\n',
  'test/sums.test.js': [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import { add } from '../sums.js';",
    "test('adds, in a while', async () => {",
    '  await new Promise((done) => setTimeout(done, 600));',
    '  assert.equal(add(2, 3), 5);',
    '});',
    '',
  ].join('\n'),
};

test('what tests execute of a change is measured for a review, though its tests take a while', async () => {
  const { clone, base, context, world, attempt } = await placeWith({ files });
  const tree = await attempt({ 'sums.js': 'export const add = (a, b) => b + a;\n' });
  let stored: Awaited<ReturnType<Parameters<typeof standing>[4]['load']>> = null;
  const baselines = {
    load: async () => stored,
    save: async (_: unknown, run: NonNullable<typeof stored>) => {
      stored = run;
    },
  };
  const stood = async (weighed: boolean) => {
    const place = { ...context, sandbox: world.sandbox };
    return (await standing(clone, base, tree, place, baselines, { weighed, parsers: world.parsers })).verdict;
  };
  expect((await stood(false)).coverage).toBeNull();
  expect(await stood(true)).toMatchObject({ status: 'pass', coverage: { changed_lines: 1, covered: 1, met: true } });
});
