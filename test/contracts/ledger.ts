import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ports/state/ledger.ts';
import { handClock } from '../support/clock.ts';

const caps = { task_usd: 1, run_usd: 2, day_usd: 3 };
const call = { run: 'r1', task: 't1', tier: 'cheap', worst_usd: 0.5, caps };

/** What every ledger promises. `open` makes an empty one. */
export function ledgerContract(name: string, open: (clock: ReturnType<typeof handClock>) => Promise<Ledger>): void {
  describe(`the ledger contract, kept by ${name}`, () => {
    it('grants up to a cap, its last cent included, and no more', async () => {
      const ledger = await open(handClock());
      expect(await ledger.reserve(call)).toMatchObject({ ok: true });
      expect(await ledger.reserve(call)).toMatchObject({ ok: true });
      expect(await ledger.reserve({ ...call, worst_usd: 1e-9 })).toEqual({
        ok: false,
        cap: 'task',
        limit_usd: 1,
        spent_usd: 1,
      });
      expect(await ledger.spent('r1')).toBe(1);
    });

    it('names the first cap that would break: the task, the run, then the day', async () => {
      const ledger = await open(handClock());
      const refused = async (change: Partial<typeof call>) => {
        const answer = await ledger.reserve({ ...call, ...change });
        return answer.ok ? null : [answer.cap, answer.spent_usd];
      };
      expect(await refused({ worst_usd: 9 })).toEqual(['task', 0]);
      for (const task of ['t1', 't2']) expect(await refused({ task, worst_usd: 1 })).toBeNull();
      expect(await refused({ task: 't3' })).toEqual(['run', 2]);
      expect(await refused({ run: 'r2', worst_usd: 1 })).toBeNull();
      expect(await refused({ run: 'r3' })).toEqual(['day', 3]);
    });

    it('holds a call of no task against the run and the day only', async () => {
      const ledger = await open(handClock());
      expect(await ledger.reserve({ ...call, task: null, worst_usd: 2 })).toMatchObject({ ok: true });
      expect(await ledger.reserve({ ...call, task: null })).toMatchObject({ ok: false, cap: 'run' });
      expect(await ledger.reserve({ ...call, run: 'r2' })).toMatchObject({ ok: true });
    });

    it('begins anew with every day, but not for a run', async () => {
      const clock = handClock(Date.UTC(2030, 0, 1, 23, 59));
      const ledger = await open(clock);
      for (const run of ['r1', 'r2', 'r3']) await ledger.reserve({ ...call, run, worst_usd: 1 });
      expect(await ledger.reserve({ ...call, run: 'r4' })).toMatchObject({ ok: false, cap: 'day' });
      clock.pass(60_000);
      expect(await ledger.reserve({ ...call, run: 'r4' })).toMatchObject({ ok: true });
      expect(await ledger.reserve({ ...call, task: 't2', worst_usd: 1.5 })).toMatchObject({ ok: false, cap: 'task' });
    });

    it('counts what a call really cost once it is settled, less or more', async () => {
      const ledger = await open(handClock());
      const first = await ledger.reserve(call);
      const second = await ledger.reserve(call);
      if (!first.ok || !second.ok) throw new Error('refused');
      await ledger.settle(first.id, 0.1);
      expect(await ledger.spent('r1')).toBe(0.6);
      await ledger.settle(second.id, 0.7);
      expect(await ledger.spent('r1')).toBe(0.8);
      expect(await ledger.reserve({ ...call, worst_usd: 0.2 })).toMatchObject({ ok: true });
    });

    it('settles the same amount twice in peace, and nothing else', async () => {
      const ledger = await open(handClock());
      const held = await ledger.reserve(call);
      if (!held.ok) throw new Error('refused');
      await ledger.settle(held.id, 0.1);
      await ledger.settle(held.id, 0.1);
      await expect(ledger.settle(held.id, 0.2)).rejects.toThrow('already settled');
      await expect(ledger.settle(held.id + 1, 0.1)).rejects.toThrow('not in the ledger');
      expect(await ledger.spent('r1')).toBe(0.1);
    });

    it('grants exactly as many calls as fit, whatever binary fractions do', async () => {
      const ledger = await open(handClock());
      const cases: [number, number, number][] = [
        [0.07, 0.01, 7],
        [0.3, 0.1, 3],
        [0.29, 0.01, 29],
        [0.1, 0.003, 33],
        [0.134, 0.067, 2],
        [0.000001, 0.0000003, 3],
      ];
      for (const [cap, worst_usd, fit] of cases) {
        const only = { task_usd: cap, run_usd: 1e6, day_usd: 1e6 };
        let granted = 0;
        while ((await ledger.reserve({ ...call, run: `${cap}`, worst_usd, caps: only })).ok) granted++;
        expect([cap, granted]).toEqual([cap, fit]);
      }
    });

    it('rounds a cost up, so that none is free', async () => {
      const ledger = await open(handClock());
      await ledger.reserve({ ...call, worst_usd: 1e-10 });
      expect(await ledger.spent('r1')).toBe(1e-9);
    });

    it('takes a budget of nothing for free calls only', async () => {
      const ledger = await open(handClock());
      const none = { task_usd: 0, run_usd: 0, day_usd: 0 };
      expect(await ledger.reserve({ ...call, worst_usd: 0, caps: none })).toMatchObject({ ok: true });
      expect(await ledger.reserve({ ...call, worst_usd: 1e-9, caps: none })).toMatchObject({ ok: false, cap: 'task' });
    });

    it('refuses what is not an amount', async () => {
      const ledger = await open(handClock());
      for (const worst_usd of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
        await expect(ledger.reserve({ ...call, worst_usd })).rejects.toThrow('not an amount');
      }
      await expect(ledger.reserve({ ...call, caps: { ...caps, day_usd: Number.NaN } })).rejects.toThrow('cap');
      expect(await ledger.spent('r1')).toBe(0);
    });
  });
}
