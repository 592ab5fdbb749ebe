import { describe, expect, test } from 'vitest';
import { launcher } from '../../src/engine/launch/launcher.ts';
import type { Wiring } from '../../src/engine/wiring.ts';
import { maxEventBytes, type Recorded, type Tried } from '../../src/schema/run/event.ts';
import { taskKinds } from '../../src/schema/run/task.ts';
import { policyWith, tier } from '../core/policy.ts';
import { finished, houseWith } from './house.ts';

/** No tests: nothing is run. */
const files = { 'a.txt': 'one\n' };
const policy = policyWith({ history: [], review: 'off' });
type House = Awaited<ReturnType<typeof houseWith>>;

const historyIn = (events: Recorded[]) =>
  events.flatMap((event) => (event.type === 'run.started' ? (event.policy.history ?? []) : []));

async function historyOfRun(house: House, changes: Partial<Wiring> = {}) {
  const launch = launcher({ ...house.wiring, ...changes });
  return historyIn((await finished(await launch.run('make add add'))).events);
}

describe('what earlier runs teach a new one', () => {
  test('is what they came to in this repository, in whichever folder of it', async () => {
    const house = await houseWith({ files, policy });
    expect(await historyOfRun(house)).toEqual([]);
    const [once] = await historyOfRun(house);
    expect(once).toMatchObject({ tier: 'cheap', tries: [1] });
    const target = async () => ({ ...house.target, scope: 'packages/one' });
    const [twice] = await historyOfRun(house, { target });
    expect(twice).toMatchObject({ tier: 'cheap', tries: [2] });
  });

  test('is shortened from its oldest end, not dropped, where the whole would be too large to record', async () => {
    const tiers = Array.from({ length: 24 }, (_, at) => tier(`tier${at}`));
    const house = await houseWith({ files, policy: { ...policy, tiers } });
    const old = Array.from({ length: 120 }, (_, at): Tried => {
      const kind = taskKinds[at % taskKinds.length] ?? 'fix';
      return { kind, by: `local/tier${at % 24}`, depth: 3, solved: false, usd: 0.123456 };
    });
    const ended = async () => [{ run: 'r1', tried: old }];
    const journal = async () => ({ ...house.journal, ended });
    const launch = launcher({ ...house.wiring, journal });
    const { events } = await finished(await launch.run('make add add'));
    const rows = historyIn(events);
    expect(rows.length).toBeGreaterThanOrEqual(15);
    expect(rows.length).toBeLessThan(120);
    expect(rows.at(-1)).toMatchObject({ tier: 'tier23', kind: 'docs' });
    expect(Buffer.byteLength(JSON.stringify(events[0]))).toBeLessThan(maxEventBytes);
  });
});
