import { describe, expect } from 'vitest';
import { expectEvents, ofType } from './support/contract.ts';
import { finish, run, turns, write } from './support/model.ts';
import { type Place, test } from './support/place.ts';
import { appearing, mentioned, remaining } from './support/processes.ts';
import { adder, right } from './support/projects.ts';
import { branches } from './support/repo.ts';
import { runSingle, type Setting, setting } from './support/single.ts';

const solve = turns([write('add.js', right), finish()]);
/** The run is over this long after its time, however slow the machine. */
const grace = 90;

describe.concurrent('a budget', () => {
  test('of $0.001 ends the run with exit 5 before any call', async ({ place }) => {
    const scene = await setting(place, solve);
    const ended = await runSingle(place, scene, '--budget', '0.001');
    expect(ended).toMatchObject({ code: 5, stderr: '' });
    const events = expectEvents(ended.stdout);
    expect(scene.server.requests).toEqual([]);
    expect(ofType(events, 'budget.exhausted')).toMatchObject([{ cap: 'run', limit_usd: 0.001, spent_usd: 0 }]);
    expect(events.at(-1)).toMatchObject({ status: 'budget_exhausted', exit_code: 5, usd: 0, commits: [] });
    expect(branches(scene.target)).toEqual(['main']);
  });

  for (const cap of ['task', 'day'] as const) {
    test(`for the ${cap} does the same`, async ({ place }) => {
      const scene = await setting(place, solve, { more: `limits: { ${cap}_usd: 0.001 }\n` });
      const ended = await runSingle(place, scene);
      expect(ended).toMatchObject({ code: 5, stderr: '' });
      expect(scene.server.requests).toEqual([]);
      expect(ofType(ended.events, 'budget.exhausted')).toMatchObject([{ cap }]);
    });
  }

  test('is shared by the runs of a day: what one spent, the next cannot', async ({ place }) => {
    const usage = { input: 1000, output: 1000 };
    const costly = (content: string) => (request: Parameters<typeof solve>[0]) => ({
      ...turns([write('add.js', content), finish()])(request),
      usage,
    });
    // 1000 tokens in and out cost $0.0015; one call may cost up to about $0.011.
    const more = 'limits: { day_usd: 0.012 }\n';
    const one = await setting(place, costly(right), { more });
    expect((await runSingle(place, one, '--review', 'checks')).code).toBe(0);
    const other = await setting(place, costly(right), { more });
    const ended = await runSingle(place, other);
    expect(ofType(ended.events, 'budget.exhausted')).toMatchObject([{ cap: 'day', spent_usd: 0.0015 }]);
    expect(ended.code).toBe(5);
    expect(other.server.requests).toEqual([]);
  });
});

describe.concurrent('a timeout', () => {
  test('ends a run whose model hangs with exit 6', async ({ place }) => {
    const scene = await setting(place, () => ({ fault: { kind: 'hang' } }));
    const ended = await runSingle(place, scene, '--timeout', '0.05');
    expect(ended).toMatchObject({ code: 6, stderr: '' });
    expect(expectEvents(ended.stdout).at(-1)).toMatchObject({ status: 'timed_out', exit_code: 6, commits: [] });
    expect(ended.seconds).toBeLessThan(3 + grace);
    expect(await remaining(scene.target)).toEqual([]);
  });

  test('ends a command of the model that hangs, and leaves no process', async ({ place }) => {
    const nap = `sleep 1000.${process.pid}`;
    const scene = await setting(place, turns([run(`${nap} & setsid ${nap} & ${nap}`), finish()]));
    const { ended, limit_s } = await timedOut(place, scene, (over) => appearing(nap, over));
    expect(ended).toMatchObject({ code: 6, stderr: '' });
    expectEvents(ended.stdout);
    expect(ended.seconds).toBeLessThan(limit_s + grace);
    expect(await remaining(nap)).toEqual([]);
    expect(await remaining(scene.target)).toEqual([]);
  });

  test('ends a test suite that hangs, and leaves no process', async ({ place }) => {
    const marker = `--test-timeout=4242${process.pid}`;
    const files = {
      ...adder,
      'package.json': adder['package.json']?.replace('node --test', `node --test ${marker}`) ?? '',
      'add.test.js':
        "import { test } from 'node:test';\ntest('waits', async () => { await new Promise((r) => setTimeout(r, 1e8)); });\n",
    };
    const scene = await setting(place, solve, { files });
    const { ended, limit_s } = await timedOut(place, scene, (over) => mentioned(scene.target, over));
    expect(ended).toMatchObject({ code: 6, stderr: '' });
    expectEvents(ended.stdout);
    expect(ended.seconds).toBeLessThan(limit_s + grace);
    expect(await remaining(marker)).toEqual([]);
    expect(await remaining(scene.target)).toEqual([]);
  });

  test('that is long enough changes nothing', async ({ place }) => {
    const scene = await setting(place, solve);
    expect((await runSingle(place, scene, '--timeout', '5')).code).toBe(0);
  });
});

/** A run that is to hang until its time is over. A slow machine may not come as far: then it gets more time. */
async function timedOut(place: Place, scene: Setting, hangs: (over: Promise<unknown>) => Promise<boolean>) {
  for (const limit_s of [18, 120]) {
    const running = runSingle(place, scene, '--timeout', String(limit_s / 60));
    const isHanging = await hangs(running);
    const ended = await running;
    if (isHanging) return { ended, limit_s };
  }
  throw new Error('nothing hung, however long the run had');
}
