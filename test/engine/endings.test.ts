import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Unfit } from '../../src/ports/errors.ts';
import type { World } from '../../src/ports/world.ts';
import type { PawlEvent } from '../../src/schema/run/event.ts';
import { policyWith, tier } from '../core/policy.ts';
import { finished, type HouseOptions, houseWith, untilStopped, wrong } from './house.ts';

const once = { tiers: [tier('cheap', 1)], review: 'off' as const };
const exhausted: PawlEvent = {
  ...{ type: 'budget.exhausted', cap: 'run', limit_usd: 1, spent_usd: 0.9, needed_usd: 0.2 },
};
const developers = (work: () => AsyncGenerator<PawlEvent, { ended: 'finished'; summary: string }>) =>
  ({ open: async () => ({ work }) }) as unknown as World['developers'];

/** What happens, and whether a person is left with something to do. */
const endings: [number, HouseOptions, boolean][] = [
  [0, {}, false],
  [1, { develop: async () => ({ files: { 'add.js': wrong } }) }, true],
  [
    5,
    {
      world: {
        developers: developers(async function* () {
          yield exhausted;
          return { ended: 'finished', summary: '' };
        }),
      },
    },
    true,
  ],
  [
    6,
    { policy: policyWith({ ...once, limits: { run_minutes: 0.02 } }), develop: (_, signal) => untilStopped(signal) },
    true,
  ],
  [
    8,
    {
      world: {
        developers: {
          open: async () => {
            throw new Unfit('the agent is not installed');
          },
        },
      },
    },
    true,
  ],
];

describe('every end of a run leaves its report in every form', () => {
  test.each(endings)('exit code %i', async (code, options, needsPerson) => {
    const house = await houseWith({ policy: policyWith(once), ...options });
    const { end } = await finished(await house.launch.run('make add add'));
    expect(end.exit_code).toBe(code);
    expect(formsOf(house.repository_state, end.run)).toEqual([true, true, true, needsPerson]);
  });

  test('a cancelled one too, with nothing to hand over', async () => {
    const house = await houseWith({
      develop: async () => ({ ended: 'hand_over', summary: 'Which one?' }),
      policy: policyWith(once),
    });
    const { end } = await finished(await house.launch.run('make add add'));
    expect(end.exit_code).toBe(3);
    expect(formsOf(house.repository_state, end.run)).toEqual([false, false, false, false]);
    await house.launch.cancel(end.run);
    expect(formsOf(house.repository_state, end.run)).toEqual([true, true, true, false]);
  });
});

const formsOf = (state: string, run: string): boolean[] =>
  ['report.md', 'report.json', 'report.html', 'handover.md'].map((name) =>
    existsSync(join(state, 'reports', run, name)),
  );
