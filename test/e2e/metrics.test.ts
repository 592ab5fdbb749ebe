import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Metrics } from '../../src/schema/run/metrics.ts';
import { parseExposition } from '../faces/prometheus/exposition.ts';
import { ofType } from './support/contract.ts';
import { cast, finish, turns, write } from './support/model.ts';
import { type Ended, type Printed, test } from './support/place.ts';
import { right, wrong } from './support/projects.ts';
import { runSingle, setting } from './support/single.ts';

const always = (content: string) => turns([write('add.js', content), finish()]);
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const spent = (events: Printed[], tier?: string): number =>
  sum(
    ofType(events, 'model.called')
      .filter((event) => tier === undefined || event.tier === tier)
      .map((event) => Number(event.usd)),
  );
const told = ({ lines }: Ended): Metrics => lines[0] as unknown as Metrics;

describe.concurrent('pawl metrics', () => {
  test('tells what real runs came to, in every format', async ({ place }) => {
    let solvable = true;
    const scene = await setting(
      place,
      cast({
        small: always(wrong),
        large: (request) => always(solvable ? right : wrong)(request),
      }),
    );
    const first = await runSingle(place, scene);
    expect(first.code).toBe(0);
    solvable = false;
    const second = await runSingle(place, scene);
    expect(second.code).toBe(1);

    const ended = await place.pawl(['metrics', ...scene.here, '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const { metrics, runs, tasks, tiers, usd, loops } = told(ended);
    const events = [...first.events, ...second.events];
    const attempts = ofType(events, 'attempt.started');
    const cost = sum(ofType(events, 'run.finished').map((event) => Number(event.usd)));
    expect(runs).toMatchObject({ finished: 2, by_status: { completed: 1, failed: 1 }, unfinished: 0, damaged: [] });
    expect(tasks).toEqual({ solved: 1, unsolved: 1, cancelled: 0 });
    expect(usd.finished).toBeCloseTo(cost, 9);
    expect(sum(Object.values(loops.by_kind))).toBe(ofType(events, 'loop.detected').length);
    expect(tiers.map(({ tier, called_usd }) => [tier, called_usd])).toEqual(
      ['cheap', 'smart'].map((tier) => [tier, expect.closeTo(spent(events, tier), 9)]),
    );
    expect(sum(tiers.map((tier) => tier.attempts))).toBe(attempts.length);
    expect(metrics).toMatchObject({
      success_rate: { value: 0.5, of: 2 },
      first_attempt_pass_rate: { value: 0, met: false },
      attempts_to_pass: { value: ofType(first.events, 'attempt.started').length, met: false },
      hand_over_rate: { value: 0.5, met: false },
      cost_per_solved_task_usd: { value: expect.closeTo(cost, 9) },
      saved_against_top_tier_usd: { of: 1, estimate: true },
      time_saved_seconds: { estimate: true },
    });

    const scraped = await place.pawl(['metrics', ...scene.here, '--prometheus']);
    expect(scraped).toMatchObject({ code: 0, stderr: '' });
    const families = parseExposition(scraped.stdout);
    expect(families.get('pawl_success_ratio')?.samples).toEqual([{ labels: {}, value: 0.5 }]);
    const table = await place.pawl(['metrics', ...scene.here, '--since', '24h']);
    expect(table.stdout).toMatch(/^tasks solved +50 % +2 tasks$/m);
  });

  test('of a repository without runs says so, exits 0 and writes nothing', async ({ place }) => {
    const target = place.repo({ 'a.txt': 'a\n' });
    const ended = await place.pawl(['metrics', '--target', target]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/no run ended in this period, so there is nothing to measure yet\n$/);
    expect(existsSync(join(target, '.pawl'))).toBe(false);
    expect(told(await place.pawl(['metrics', '--target', target, '--json'])).metrics.success_rate.value).toBeNull();
  });

  test('refuses a period that is none, in one line', async ({ place }) => {
    const ended = await place.pawl(['metrics', '--target', place.repo({ 'a.txt': 'a\n' }), '--since', 'soon']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^pawl: --since takes a period [^\n]*, not 'soon'\n$/);
  });
});
