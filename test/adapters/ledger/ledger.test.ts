import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLedger } from '../../../src/adapters/ledger/ledger.ts';
import { ledgerContract } from '../../contracts/ledger.ts';
import { outcomeOf, startChild } from '../../support/child.ts';
import { handClock } from '../../support/clock.ts';
import { tempDir } from '../../support/temp.ts';

ledgerContract('SQLite', (clock) => ledgerIn(tempDir(), clock));

describe('the ledger file', () => {
  it('never lets many processes at once pass a cap, and grants all that fits', async () => {
    const state_dir = tempDir();
    const [cap, worst] = [1, 0.007];
    const children = await Promise.all(
      Array.from({ length: 16 }, () =>
        startChild(new URL('./ledger.child.ts', import.meta.url), [state_dir, `${cap}`, `${worst}`]),
      ),
    );
    const outcomes = await Promise.all(children.map(outcomeOf));
    expect(outcomes.map(({ stderr }) => stderr).join('')).toBe('');
    const granted = outcomes.reduce((sum, { stdout }) => sum + Number(stdout), 0);
    expect(granted).toBe(Math.floor(cap / worst));
    const ledger = await ledgerIn(state_dir);
    expect(await ledger.spent('r1')).toBeCloseTo(granted * worst, 9);
    expect(await ledger.spent('r1')).toBeLessThanOrEqual(cap);
  });

  it('is not made by reading', async () => {
    const state_dir = tempDir();
    const ledger = await ledgerIn(join(state_dir, 'pawl'));
    expect(await ledger.spent('r1')).toBe(0);
    await expect(ledger.settle(1, 0)).rejects.toThrow('not in the ledger');
    expect(readdirSync(state_dir)).toEqual([]);
  });

  it('is named when it is damaged: no call is made on an unknown balance', async () => {
    const state_dir = tempDir();
    writeFileSync(join(state_dir, 'ledger.db'), 'not a ledger');
    const ledger = await ledgerIn(state_dir);
    const caps = { task_usd: 1, run_usd: 1, day_usd: 1 };
    const reserving = ledger.reserve({ run: 'r1', task: null, tier: 'cheap', worst_usd: 0, caps });
    await expect(reserving).rejects.toMatchObject({ reason: 'damaged', exitCode: 8 });
    await expect(ledger.spent('r1')).rejects.toThrow('ledger.db is damaged');
  });
});

async function ledgerIn(state_dir: string, clock = handClock()) {
  const ledger = await openLedger({ state_dir, clock, point: () => undefined });
  onTestFinished(() => ledger.close());
  return ledger;
}
