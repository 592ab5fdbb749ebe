import { describe, expect, it } from 'vitest';
import { sampled, stageFor } from '../stage.ts';
import { lacksPytest, refusedOf } from './battery.ts';
import { honestChanges } from './honest.ts';
import { ledger, ledgerCommand, ledgerHonest } from './ledger.ts';
import { heldBack, loadedCheats } from './loaded.ts';
import { shop, testCommand } from './shop.ts';

describe.skipIf(lacksPytest())('honest changes in Python (needs python3 -m pytest)', () => {
  it('are passed', { timeout: 240_000 }, async () => {
    const shops = await stageFor(shop, testCommand);
    const ledgers = await stageFor(ledger, ledgerCommand);
    const refused = [
      ...(await refusedOf(shops, sampled(honestChanges))),
      ...(await refusedOf(ledgers, sampled(ledgerHonest))),
    ];
    shops.close();
    ledgers.close();
    console.log(
      `Python: honest changes ${sampled(honestChanges).length + sampled(ledgerHonest).length}, refused ${refused.length}`,
    );
    expect(refused).toEqual([]);
  });

  it('differ from answers for known inputs by a test that was held back', async () => {
    const stage = await stageFor(shop, testCommand);
    const [honest] = honestChanges;
    for (const cheat of loadedCheats().filter((one) => one.special)) {
      expect([cheat.name, await stage.bare({ ...cheat, files: { ...cheat.files, ...heldBack } })]).toEqual([
        cheat.name,
        'rejected',
      ]);
    }
    expect(await stage.bare({ name: 'held back', files: { ...honest?.files, ...heldBack } })).toBe('accepted');
    stage.close();
  });
});
