import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { systemClock } from '../../src/adapters/clock/clock.ts';
import { openLedger } from '../../src/adapters/ledger/ledger.ts';
import type { Answer, ServedRequest } from '../../src/faces/demo/model-server.ts';
import { expectEvents, ofType } from './support/contract.ts';
import { cast, finish, run, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';
import { runSingle, setting } from './support/single.ts';

const price = { input: 0.3, output: 1.2 };
const cap = 0.1;

/** What a provider charges that counts every byte as a token and says all that it may. */
function charged({ bytes, body }: ServedRequest): number {
  const google = (body.generationConfig as { maxOutputTokens?: number } | undefined)?.maxOutputTokens;
  const most = Number(body.max_tokens ?? body.max_completion_tokens ?? google);
  expect(most).toBeGreaterThan(0);
  return (bytes * price.input + most * price.output) / 1e6;
}

async function booked(place: Place, name: string): Promise<number> {
  const state_dir = join(place.dir, 'state', 'pawl');
  const ledger = await openLedger({ state_dir, clock: systemClock(), point: () => undefined });
  return ledger.spent(name).finally(() => ledger.close());
}

/** Another command every time, for ever. */
const busy = ({ index }: ServedRequest): Answer => ({ calls: [run(`echo ${index}`)], usage: null });
const worthless = {
  nothing: busy,
  zeros: (request: ServedRequest) => ({ ...busy(request), usage: { input: 0, output: 0 } }),
  'less than nothing': (request: ServedRequest) => ({ ...busy(request), usage: { input: -9000, output: -9000 } }),
  'half of it': (request: ServedRequest) => ({ ...busy(request), usage: { input: 10, output: 0 } }),
};

describe.concurrent('a provider that used all it was allowed, on a cap of $0.10,', () => {
  for (const [api, report] of [
    ...(['openai', 'anthropic', 'deepseek', 'google'] as const).map((wire) => [wire, 'nothing'] as const),
    ...(['zeros', 'less than nothing', 'half of it'] as const).map((what) => ['openai', what] as const),
  ])
    test(`and reports ${report} on the wire of ${api}: no less is booked than it charged, and no more than the cap`, async ({
      place,
    }) => {
      const server = await place.models(worthless[report], () => null);
      const config = place.file(
        'pawl.yaml',
        `providers:
  local: { api: ${api}, base_url: "${server.url}", api_key_env: LOCAL_KEY }
tiers:
  - { name: only, model: local/small, price: { input: ${price.input}, output: ${price.output} } }
`,
      );
      const here = ['--target', place.repo(adder), '--config', config];
      const options = ['--yes', '--json', '--plan', 'single', '--budget', String(cap)];
      const ended = await place.pawl(['run', 'make it add', ...here, ...options]);
      expect(ended).toMatchObject({ code: 5, stderr: '' });
      const bills = server.requests.map(charged).reduce((all, each) => all + each, 0);
      const spent = await booked(place, ended.run);
      expect(server.requests.length).toBeGreaterThan(3);
      expect(spent).toBeCloseTo(Number(expectEvents(ended.stdout).at(-1)?.usd), 9);
      expect(spent).toBeGreaterThanOrEqual(bills);
      expect(spent).toBeLessThanOrEqual(cap);
    });
});

describe.concurrent('a provider that reports more than was reserved', () => {
  const usage = { input: 200_000, output: 10 };
  const solve = turns([write('add.js', right), finish()]);

  test('is booked as reported and called no more: the run goes on with the next tier', async ({ place }) => {
    const greedy = (request: ServedRequest) => ({ ...busy(request), usage });
    const scene = await setting(place, cast({ small: greedy, large: solve }));
    const ended = await runSingle(place, scene, '--review', 'off');
    const events = expectEvents(ended.stdout);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(scene.server.requests.filter(({ model }) => model === 'small')).toHaveLength(1);
    const usd = (200_000 * 0.3 + 10 * 1.2) / 1e6;
    expect(ofType(events, 'tier.stopped')).toMatchObject([{ tier: 'cheap', model: 'local/small', usd }]);
    expect(ofType(events, 'model.called')[0]).toMatchObject({ tier: 'cheap', usd });
    expect(ofType(events, 'tier.escalated')).toMatchObject([
      { from: 'cheap', to: 'smart', reason: expect.stringContaining('tier cheap was stopped: local/small reported') },
    ]);
    const log = await place.pawl(['log', ended.run, ...scene.here]);
    expect(log.stdout).toMatch(/cheap gets no more calls in this run: local\/small reported more usage than/);
  });

  test('is not asked for a role either: the next tier answers', async ({ place }) => {
    const more = 'roles: { planner: cheap, auditor: cheap, reviewer: cheap }\n';
    const dear = (request: ServedRequest): Answer => ({ ...solve(request), usage });
    const scene = await setting(place, cast({ small: dear, large: solve }), { more });
    const ended = await runSingle(place, scene);
    expect(ended.code).toBe(0);
    const roles = ofType(ended.events, 'model.called').map(({ role, tier }) => `${role} by ${tier}`);
    expect(roles[0]).toBe('developer by cheap');
    expect(roles.length).toBeGreaterThan(1);
    expect(roles.slice(1).filter((name) => name.endsWith('cheap'))).toEqual([]);
  });
});
