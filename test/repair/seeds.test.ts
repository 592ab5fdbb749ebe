import { describe, expect, test } from 'vitest';
import { javascriptSeeds } from './seeds-javascript.ts';
import { pythonSeeds } from './seeds-python.ts';
import { typescriptSeeds } from './seeds-typescript.ts';
import { unseenSeeds } from './seeds-unseen.ts';
import { reason, repaired } from './stage.ts';

const seeds = Object.entries({ ...javascriptSeeds, ...pythonSeeds, ...typescriptSeeds, ...unseenSeeds });
/** All of them take minutes: some, unless PAWL_TEST_REPAIR is `all` or a part of a name. */
const asked = process.env.PAWL_TEST_REPAIR;
const chosen = seeds.filter(([name, { beyond }], at) =>
  asked === undefined ? at % 16 === 0 && !beyond : asked === 'all' || name.includes(asked),
);
const lines: string[] = [];

describe.skipIf(reason !== null)('a seeded fault', () => {
  test('is one of at least forty', () => expect(seeds.length).toBeGreaterThanOrEqual(40));

  test.each(chosen)('%s', async (name, seed) => {
    const begun = performance.now();
    const { finished, right, outcome, tree, base } = await repaired(seed);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    lines.push(`${finished ? 'repaired' : 'left    '} ${seconds.padStart(5)} s  ${name}: ${outcome.summary}`);
    if (finished) expect(right).toBe(true);
    else expect(tree).toBe(base);
    if (!seed.beyond) expect(finished).toBe(true);
  });

  test('is repaired or left as it was, and never half of it', () => {
    const made = lines.filter((line) => line.startsWith('repaired'));
    console.log(`${made.length} of ${lines.length} seeded faults repaired\n${lines.join('\n')}`);
    expect(made.length / lines.length).toBeGreaterThanOrEqual(0.6);
  });
});
