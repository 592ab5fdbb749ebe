import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/ports/state/journal.ts';
import type { PawlEvent, Recorded } from '../../src/schema/run/event.ts';
import { handClock } from '../support/clock.ts';

export const answer = (text: string): PawlEvent => ({ type: 'answer.given', text });

export async function readAll(journal: Journal, run: string, after?: number): Promise<Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of journal.read(run, after)) events.push(event);
  return events;
}

/** What every journal promises. `open` makes an empty one. */
export function journalContract(name: string, open: (clock: ReturnType<typeof handClock>) => Promise<Journal>): void {
  describe(`the journal contract, kept by ${name}`, () => {
    it('reads back what was appended, in order, numbered from one', async () => {
      const journal = await open(handClock());
      const lease = await journal.claim('r1');
      const appended = [await lease.append(answer('a')), await lease.append(answer('b'))];
      expect(appended.map(({ seq, run }) => [seq, run])).toEqual([
        [1, 'r1'],
        [2, 'r1'],
      ]);
      expect(await readAll(journal, 'r1')).toEqual(appended);
      expect(await readAll(journal, 'r1', 1)).toEqual(appended.slice(1));
      expect(await readAll(journal, 'r1', 2)).toEqual([]);
    });

    it('returns from append exactly what a later reader will see', async () => {
      const journal = await open(handClock());
      const lease = await journal.claim('r1');
      const odd = { type: 'answer.given', text: 'lone \ud800 and \u0000', extra: undefined, more: 1 } as PawlEvent;
      const appended = await lease.append(odd);
      expect(await readAll(journal, 'r1')).toStrictEqual([appended]);
    });

    it('keeps runs apart', async () => {
      const journal = await open(handClock());
      const [one, two] = [await journal.claim('r1'), await journal.claim('r2')];
      await one.append(answer('one'));
      await two.append(answer('two'));
      expect(await readAll(journal, 'r1')).toMatchObject([{ seq: 1, text: 'one' }]);
      expect(await readAll(journal, 'r2')).toMatchObject([{ seq: 1, text: 'two' }]);
      expect(two.token).toBeGreaterThan(one.token);
    });

    it('stamps the time of the clock and never lets it go back within a run', async () => {
      const clock = handClock();
      const journal = await open(clock);
      const lease = await journal.claim('r1');
      const first = await lease.append(answer('a'));
      expect(first.at).toBe(new Date(clock.now()).toISOString());
      clock.pass(-3_600_000);
      expect((await lease.append(answer('b'))).at).toBe(first.at);
    });

    it('refuses a second claim while the first is held and grants it after release, with a newer token', async () => {
      const journal = await open(handClock());
      const first = await journal.claim('r1');
      await first.append(answer('a'));
      await expect(journal.claim('r1')).rejects.toMatchObject({ reason: 'owned', exitCode: 2 });
      await first.release();
      const second = await journal.claim('r1');
      expect(second.token).toBeGreaterThan(first.token);
      await expect(first.append(answer('late'))).rejects.toMatchObject({ reason: 'lease_lost' });
      expect((await second.append(answer('b'))).seq).toBe(2);
    });

    it('lets a late release of an old lease leave the new one alone', async () => {
      const journal = await open(handClock());
      const first = await journal.claim('r1');
      await first.append(answer('a'));
      await first.release();
      const second = await journal.claim('r1');
      await first.release();
      await expect(second.append(answer('b'))).resolves.toMatchObject({ seq: 2 });
    });

    it('keeps commands in the inbox, oldest first, until an append takes them out', async () => {
      const journal = await open(handClock());
      const lease = await journal.claim('r1');
      await journal.send('r1', { kind: 'answer', text: 'yes' });
      await journal.send('r1', { kind: 'plan', tasks: [], forecast_usd: 0 });
      await journal.send('r1', { kind: 'cancel', reason: 'enough' });
      const [first, ...later] = await lease.inbox();
      expect([first, ...later].map((each) => each?.command)).toEqual([
        { kind: 'answer', text: 'yes' },
        { kind: 'plan', tasks: [], forecast_usd: 0 },
        { kind: 'cancel', reason: 'enough' },
      ]);
      await lease.append(answer('yes'), first?.id);
      expect(await lease.inbox()).toEqual(later);
      await expect(lease.append(answer('twice'), first?.id)).rejects.toThrow('not in the inbox');
      expect(await readAll(journal, 'r1')).toHaveLength(1);
    });

    it('refuses commands for a run that it does not know', async () => {
      const journal = await open(handClock());
      await expect(journal.send('r9', { kind: 'cancel', reason: '' })).rejects.toMatchObject({ exitCode: 2 });
    });

    it('refuses an event that does not fit or is too large, and stores nothing of it', async () => {
      const journal = await open(handClock());
      const lease = await journal.claim('r1');
      await expect(lease.append({ type: 'answer.given' } as PawlEvent)).rejects.toThrow('answer.given');
      await expect(lease.append({ type: 'no.such' } as unknown as PawlEvent)).rejects.toThrow('no.such');
      await expect(lease.append(answer('ä'.repeat(4090)))).rejects.toThrow('too large');
      expect(await readAll(journal, 'r1')).toEqual([]);
    });

    it('forgets a removed run, but not one that is held', async () => {
      const journal = await open(handClock());
      const lease = await journal.claim('r1');
      await lease.append(answer('a'));
      await expect(journal.remove('r1')).rejects.toMatchObject({ reason: 'owned' });
      await lease.release();
      await journal.remove('r1');
      expect(await readAll(journal, 'r1')).toEqual([]);
      expect(await journal.runs()).toEqual([]);
      await expect(journal.remove('r1')).rejects.toMatchObject({ exitCode: 2 });
    });

    it('never gives a run that was removed and made again an old token', async () => {
      const journal = await open(handClock());
      const old = await journal.claim('r1');
      await old.release();
      const again = await journal.claim('r1');
      expect(again.token).toBeGreaterThan(old.token);
    });

    it('finds nothing wrong with what it wrote itself', async () => {
      const journal = await open(handClock());
      const lease = await journal.claim('r1');
      for (let n = 0; n < 3; n++) await lease.append(answer(`${n}`));
      expect(await journal.check()).toEqual([]);
    });
  });
}
