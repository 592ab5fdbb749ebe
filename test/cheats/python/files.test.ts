import { describe, expect, it } from 'vitest';
import { sampled, stageFor } from '../stage.ts';
import { lacksPytest, tallyOf, told } from './battery.ts';
import { fileCheats } from './file-cheats.ts';
import { ledger, ledgerCheats, ledgerCommand } from './ledger.ts';
import { shop, testCommand } from './shop.ts';

describe.skipIf(lacksPytest())('cheats in Python with files (needs python3 -m pytest)', () => {
  it('are taken by pytest, not by the judge', async () => {
    const stage = await stageFor(shop, testCommand);
    const cheats = sampled(fileCheats);
    const tally = await tallyOf(stage, cheats);
    stage.close();
    told('Python, files', cheats, tally);
    expect(tally.judge).toEqual([]);
    expect(tally.bare.length).toBeGreaterThanOrEqual(cheats.length - 2);
  });

  it('are taken by unittest, not by the judge', async () => {
    const stage = await stageFor(ledger, ledgerCommand);
    const cheats = sampled(ledgerCheats);
    const tally = await tallyOf(stage, cheats);
    stage.close();
    told('Python, unittest', cheats, tally);
    expect(tally.judge).toEqual([]);
    expect(tally.bare.length).toBeGreaterThanOrEqual(cheats.length - 1);
  });
});
