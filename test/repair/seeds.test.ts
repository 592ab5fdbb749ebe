import { describe, expect, test } from 'vitest';
import { javascriptSeeds } from './seeds-javascript.ts';
import { pythonSeeds } from './seeds-python.ts';
import { reason, repaired } from './stage.ts';

const seeds = { ...javascriptSeeds, ...pythonSeeds };
const pick = process.env.SEED;
describe.skipIf(reason !== null)('seeds', () => {
  for (const [name, seed] of Object.entries(seeds)) {
    if (pick && !name.includes(pick)) continue;
    test(name, { timeout: 100000 }, async () => {
      const begun = Date.now();
      const { finished, right, outcome, steps } = await repaired(seed);
      console.log(
        `@@ ${finished ? (right ? 'RIGHT' : 'WRONG') : 'NOT  '} ${name} ${Date.now() - begun} ms :: ${outcome.summary} ${
          pick || (finished && !right)
            ? JSON.stringify(
                steps.map((s) => s.observation),
                null,
                1,
              )
            : ''
        }`,
      );
    });
  }
});
