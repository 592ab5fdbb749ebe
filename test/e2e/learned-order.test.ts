import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { cast, finish, handOver, turns, write } from './support/model.ts';
import { test } from './support/place.ts';
import { right } from './support/projects.ts';
import { runSingle, type Setting, setting } from './support/single.ts';

const close = `tiers:
  - { name: cheap, model: local/small, price: { input: 2, output: 8 } }
  - { name: smart, model: local/large, price: { input: 3, output: 15 } }
`;

describe('a repository whose cheap tier never solves anything', () => {
  test('teaches the next run to begin further up, in one line, unless its tiers are named', async ({ place }) => {
    const scene = await setting(
      place,
      cast({ small: turns([handOver('too hard')]), large: turns([write('add.js', right), finish()]) }),
    );
    const config = place.file('close.yaml', `${providersOf(scene)}${close}`);
    const again = (...options: string[]) =>
      runSingle(
        place,
        { ...scene, here: ['--target', scene.target, '--config', config] },
        '--review',
        'off',
        ...options,
      );

    const tiersOf = (events: Parameters<typeof ofType>[0]) => ofType(events, 'attempt.started').map(({ tier }) => tier);
    const runs = [];
    for (let count = 0; count < 4; count += 1) runs.push(await again());
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(tiersOf(runs[0]?.events ?? [])).toEqual(['cheap', 'smart']);
    expect(ofType(runs[0]?.events ?? [], 'run.finished')).toMatchObject([
      {
        tried: [
          { by: 'local/small', depth: 0, solved: false },
          { by: 'local/large', depth: 1, solved: true },
        ],
      },
    ]);

    const last = expectEvents(runs[3]?.stdout ?? '');
    expect(tiersOf(last)).toEqual(['smart']);
    expect(ofType(last, 'tier.chosen')).toMatchObject([
      {
        tier: 'smart',
        instead_of: 'cheap',
        reason: expect.stringMatching(/per solved task here, against .* for cheap \(0 of \d solved\)$/),
      },
    ]);

    const named = await again('--tiers', 'cheap,smart');
    expect(tiersOf(named.events)).toEqual(['cheap', 'smart']);
  });
});

const providersOf = ({ server }: Setting): string =>
  `providers:\n  local: { api: openai, base_url: "${server.url}", api_key_env: LOCAL_KEY }\n`;
