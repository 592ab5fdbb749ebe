import { describe, expect, test } from 'vitest';
import { forecastUsd } from '../../../src/core/money/forecast.ts';
import type { Tier } from '../../../src/schema/settings/policy.ts';
import { policyWith } from '../policy.ts';

const tier = (name: string, price: Tier['price'], attempts = 3): Tier => ({
  name,
  developer: 'native',
  model: `local/${name}`,
  price,
  attempts,
  command: [],
});
const flash = { input: 0.3, output: 1.2, cached: 0.006 };
const sonnet = { input: 3, output: 15, cached: 0.3 };
const base = policyWith();
const limits = { ...base.limits, task_usd: 1, run_usd: 5, day_usd: 20 };
const of = (tiers: Tier[], changes: Partial<typeof base> = {}) => ({ ...base, limits, roles: {}, tiers, ...changes });

describe('the forecast of a plan', () => {
  test('is nothing where nothing costs anything', () => {
    expect(forecastUsd(of([tier('own', null), tier('free', { input: 0, output: 0 })]), 3)).toBe(0);
  });

  test('is what the rules of thumb come to: attempts of the first tier, and a share of those of the next', () => {
    const one = 1.5 * (30_000 * 0.3 + 70_000 * 0.006 + 6000 * 1.2);
    const two = 0.35 * 1.5 * (30_000 * 3 + 70_000 * 0.3 + 6000 * 15);
    const judging = 20_000 * 3 + 1500 * 15;
    const policy = of([tier('flash', flash), tier('sonnet', sonnet)], { review: 'on', roles: { reviewer: 'sonnet' } });
    expect(forecastUsd(policy, 1)).toBe(Math.ceil((one + two + judging) / 1e4) / 100);
    expect(forecastUsd({ ...policy, review: 'off' }, 1)).toBe(Math.ceil((one + two) / 1e4) / 100);
  });

  test('takes what the user says of an attempt of an agent that has no price', () => {
    const agent: Tier = { ...tier('agent', null), developer: 'acp', model: null, attempt_usd: 0.2 };
    expect(forecastUsd(of([agent], { review: 'off' }), 1)).toBe(0.3);
  });

  test('grows with the tasks, with the price and with a tier, and shrinks with fewer attempts', () => {
    const cheap = of([tier('flash', flash)]);
    expect(forecastUsd(cheap, 4)).toBeGreaterThan(forecastUsd(cheap, 1));
    expect(forecastUsd(of([tier('sonnet', sonnet)]), 1)).toBeGreaterThan(forecastUsd(cheap, 1));
    expect(forecastUsd(of([tier('flash', flash), tier('sonnet', sonnet)]), 1)).toBeGreaterThan(forecastUsd(cheap, 1));
    expect(forecastUsd(of([tier('sonnet', sonnet, 1)]), 1)).toBeLessThan(forecastUsd(of([tier('sonnet', sonnet)]), 1));
    expect(forecastUsd(cheap, 0)).toBe(0);
  });

  test('is never more than may be spent', () => {
    const dear = of([tier('dear', { input: 1000, output: 1000 })]);
    expect(forecastUsd(dear, 1)).toBe(1);
    expect(forecastUsd(dear, 3)).toBe(3);
    expect(forecastUsd(dear, 30)).toBe(5);
    expect(forecastUsd({ ...dear, limits: { ...limits, day_usd: 2 } }, 30)).toBe(2);
  });
});
