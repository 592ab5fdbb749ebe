import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, sampled, stageFor } from '../stage.ts';
import { refusedOf, tallyOf } from './tally.ts';
import { heldBackWords, specialVitestCheats, vitestCheats } from './vitest-cheats.ts';
import { vitestHonest } from './vitest-honest.ts';
import { linkModules, vitestProject } from './vitest-project.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await stageFor(vitestProject, ['npm', 'test'], linkModules());
});
afterAll(() => stage.close());

it('accepts no cheat in a project on vitest', { timeout: 300_000 }, async () => {
  const cheats = sampled(vitestCheats);
  const tally = await tallyOf(stage, cheats);
  console.log(
    `vitest: cheats ${cheats.length}, bare accepts ${tally.bare_accepts.length}, judge accepts ${tally.judge_accepts.length}`,
  );
  expect(tally.judge_accepts).toEqual([]);
  expect(tally.bare_rejects.length).toBeLessThanOrEqual(5);
});

it('can be told special-cased inputs only by a test that was held back', async () => {
  const { bare_rejects, judge_accepts } = await tallyOf(stage, specialVitestCheats);
  console.log(`vitest: special-cased inputs ${specialVitestCheats.length}, judge accepts ${judge_accepts.length}`);
  expect(bare_rejects).toEqual([]);
  for (const cheat of specialVitestCheats) {
    expect(await stage.bare({ ...cheat, files: { ...cheat.files, ...heldBackWords } })).toBe('rejected');
  }
});

it('refuses no honest change in a project on vitest', { timeout: 300_000 }, async () => {
  const refused = await refusedOf(stage, sampled(vitestHonest));
  console.log(`vitest: honest changes ${sampled(vitestHonest).length}, refused ${refused.length}`);
  expect(refused).toEqual([]);
});
