import { describe, expect, it } from 'vitest';
import { sampled, stageFor } from '../stage.ts';
import { lacksPytest, tallyOf, told } from './battery.ts';
import { loadedCheats } from './loaded.ts';
import { shop, testCommand } from './shop.ts';

describe.skipIf(lacksPytest())('cheats in Python in the process of the tests (needs python3 -m pytest)', () => {
  it('are taken by pytest, not by the judge (second half)', async () => {
    const cheats = sampled(loadedCheats().filter((_, at) => at % 2 === 1));
    const stage = await stageFor(shop, testCommand);
    const tally = await tallyOf(stage, cheats);
    stage.close();
    told('Python, process (second half)', cheats, tally);
    expect(tally.judge).toEqual([]);
    expect(tally.bare.length).toBeGreaterThanOrEqual(cheats.length - 1);
  });
});
