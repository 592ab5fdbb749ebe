import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject } from 'vitest';
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

const usd = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0);

describe('many runs at once on one cap for the day', () => {
  test('64 runs of one question each, 8 in each of 8 processes, at $0.03 a call: $1.00 pays for 33, the others end with 5', async ({
    place,
  }) => {
    const server = await place.models(
      () => ({ calls: [answer({ answer: 'so' })], usage: { input: 100, output: 4096 } }),
      () => null,
    );
    const file = place.file('pawl.yaml', config(server.url, 4096, 1));
    const files = withAgents({ scout: agentFile('scout', 'finish') });
    const targets = atOnce(8, () => place.repo(files));
    const told = await Promise.all(targets.map((target) => eightRuns(place, target, file)));
    const ends = told.flat();
    const ended = (code: number) => ends.filter(({ exit_code }) => exit_code === code);
    expect([ended(0).length, ended(5).length]).toEqual([33, 31]);
    expect(server.requests).toHaveLength(33);
    expect(usd(ends.map((each) => each.usd))).toBeCloseTo(0.99, 6);
    expect(usd(ended(5).map((each) => each.usd))).toBe(0);
  });

  test('whole runs keep it too: what was paid for is at most the cap, and who finds it empty exits 5', async ({
    place,
  }) => {
    const calls = [write('add.js', right), finish()];
    const server = await place.models(() => ({ calls, usage: { input: 100, output: 8192 } }));
    const file = place.file('pawl.yaml', config(server.url, 8192, 0.1));
    const ended = await Promise.all(atOnce(4, () => whole(place, file)));
    const exits = (code: number) => ended.filter((each) => each.code === code).length;
    expect(exits(0) + exits(5)).toBe(4);
    expect(exits(5)).toBeGreaterThan(0);
    expect(usd(ended.map(({ events }) => Number(ofType(events, 'run.finished').at(-1)?.usd)))).toBeLessThanOrEqual(0.1);
    expect(server.requests.length).toBeGreaterThan(0);
  });

  const crowd = Number(process.env.PAWL_CROWD ?? 0);
  const long = { timeout: 1_200_000 };
  test.skipIf(crowd === 0)('a crowd in one repository keeps $1.00 (needs PAWL_CROWD=64)', long, async ({ place }) => {
    const calls = [write('add.js', right), finish()];
    const server = await place.models(() => ({ calls, usage: { input: 100, output: 8192 } }));
    const file = place.file('pawl.yaml', config(server.url, 8192, 1));
    const target = place.repo(adder);
    const ended = await Promise.all(atOnce(crowd, () => whole(place, file, target)));
    const exits = (code: number) => ended.filter((each) => each.code === code).length;
    expect([...new Set(ended.map(({ stderr }) => stderr))]).toEqual(['']);
    expect([exits(0), exits(5)]).toEqual([Math.min(33, crowd), Math.max(0, crowd - 33)]);
    expect(server.requests).toHaveLength(Math.min(33, crowd));
  });
});

/** Eight runs at once in a process of their own, through the package as a program imports it. */
async function eightRuns(place: Place, target: string, config: string) {
  const program = `
    import { createApp } from ${JSON.stringify(pathToFileURL(join(inject('installed'), 'dist', 'index.js')).href)};
    const app = await createApp(${JSON.stringify({ target, config })});
    const ends = await Promise.all(Array.from({ length: 8 }, async () => {
      const { run, done } = await app.consult('scout', { question: 'why?' });
      const { exit_code } = await done;
      return { exit_code, usd: (await app.view(run)).usd };
    }));
    await app.close();
    console.log(JSON.stringify(ends));
  `;
  const args = ['--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { cwd: place.dir, env: place.env });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as { exit_code: number; usd: number }[];
}

function whole(place: Place, file: string, target = place.repo(adder)): Promise<Ended> {
  const options = ['--config', file, '--yes', '--json', '--plan', 'single', '--review', 'off'];
  return place.pawl(['run', 'make it add', '--target', target, ...options]);
}

const atOnce = <T>(times: number, start: () => T): T[] => Array.from({ length: times }, start);
