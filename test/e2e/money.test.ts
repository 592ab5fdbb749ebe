import { describe, expect } from 'vitest';
import { agentFile, finish as answer, withAgents } from './support/consulting.ts';
import { ofType } from './support/contract.ts';
import { finish, write } from './support/model.ts';
import { type Ended, type Place, test } from './support/place.ts';
import { adder, right } from './support/projects.ts';

/** One tier whose every call reserves $0.03 and costs as much: so many tokens are the most that it may say. */
const config = (url: string, tokens: number, day_usd: number) => `providers:
  local: { api: openai, base_url: "${url}", api_key_env: LOCAL_KEY }
tiers: [{ name: cheap, model: local/small, price: { input: 0, output: ${30_000 / tokens} } }]
limits: { day_usd: ${day_usd} }
`;

const sum = (amounts: number[]) => Math.round(amounts.reduce((all, usd) => all + usd, 0) * 1e9) / 1e9;
const spent = (ended: Ended[]) => sum(ended.map(({ events }) => Number(ofType(events, 'run.finished').at(-1)?.usd)));
const exits = (ended: Ended[], code: number) => ended.filter((each) => each.code === code).length;

describe('many runs at once on one cap for the day', () => {
  test('64 processes, each a run of one question in one of 16 repositories, $0.03 a call: $1.00 pays for 33, the others exit 5', {
    timeout: 180_000,
  }, async ({ place }) => {
    const server = await place.models(
      () => ({ calls: [answer({ answer: 'so' })], usage: { input: 100, output: 4096 }, delay_ms: 50 }),
      () => null,
    );
    const files = withAgents({ scout: agentFile('scout', 'finish') });
    const targets = Array.from({ length: 16 }, () => place.repo(files));
    const file = place.file('pawl.yaml', config(server.url, 4096, 1));
    const asked = ['agents', 'run', 'scout', '--input', '-', '--config', file, '--json'];
    const ended = await atOnce(64, (index) =>
      place.pawl([...asked, '--target', targets[index % 16] ?? ''], { input: '{"question":"why?"}' }),
    );
    expect(ended.map(({ stderr }) => stderr).join('')).toBe('');
    expect([exits(ended, 0), exits(ended, 5)]).toEqual([33, 31]);
    expect(server.requests).toHaveLength(33);
    expect(spent(ended)).toBeCloseTo(0.99, 6);
  });

  test('whole runs keep it too: what was paid for is at most the cap, and who finds it empty exits 5', async ({
    place,
  }) => {
    const calls = [write('add.js', right), finish()];
    const server = await place.models(() => ({ calls, usage: { input: 100, output: 8192 } }));
    const file = place.file('pawl.yaml', config(server.url, 8192, 0.1));
    const ended = await atOnce(4, () => whole(place, file));
    expect(exits(ended, 0) + exits(ended, 5)).toBe(4);
    expect(exits(ended, 5)).toBeGreaterThan(0);
    expect(spent(ended)).toBeLessThanOrEqual(0.1);
    expect(server.requests.length).toBeGreaterThan(0);
  });
});

function whole(place: Place, file: string): Promise<Ended> {
  const options = ['--config', file, '--yes', '--json', '--plan', 'single', '--review', 'off'];
  return place.pawl(['run', 'make it add', '--target', place.repo(adder), ...options]);
}

const atOnce = <T>(times: number, start: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => start(index)));
