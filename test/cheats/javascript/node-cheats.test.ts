import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, sampled, stageFor } from '../stage.ts';
import { plainNodeCheats } from './node-cheats.ts';
import { deepNodeCheats, heldBack, specialNodeCheats } from './node-deep-cheats.ts';
import { nodeHonest } from './node-honest.ts';
import { installNear, nodeProject } from './node-project.ts';
import { refusedOf, tallyOf } from './tally.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await stageFor(nodeProject, ['npm', 'test'], installNear);
});
afterAll(() => stage.close());

it('accepts no cheat in a project on node:test', { timeout: 240_000 }, async () => {
  const cheats = sampled([...plainNodeCheats, ...deepNodeCheats]);
  const tally = await tallyOf(stage, cheats);
  console.log(
    `node:test: cheats ${cheats.length}, bare accepts ${tally.bare_accepts.length}, judge accepts ${tally.judge_accepts.length}`,
  );
  expect(tally.judge_accepts).toEqual([]);
  expect(tally.bare_rejects.length).toBeLessThanOrEqual(6);
});

it('can be told special-cased inputs only by a test that was held back', async () => {
  const { bare_rejects, judge_accepts } = await tallyOf(stage, specialNodeCheats);
  console.log(`node:test: special-cased inputs ${specialNodeCheats.length}, judge accepts ${judge_accepts.length}`);
  expect(bare_rejects).toEqual([]);
  for (const cheat of specialNodeCheats) {
    expect(await stage.bare({ ...cheat, files: { ...cheat.files, ...heldBack } })).toBe('rejected');
  }
});

it('refuses no honest change in a project on node:test', { timeout: 240_000 }, async () => {
  const refused = await refusedOf(stage, sampled(nodeHonest));
  console.log(`node:test: honest changes ${sampled(nodeHonest).length}, refused ${refused.length}`);
  expect(refused).toEqual([]);
});
