import { describe, expect, test } from 'vitest';
import { metricsOf } from '../../../src/core/learning/metrics.ts';
import { exposition } from '../../../src/faces/prometheus/metrics.ts';
import { metricNames } from '../../../src/schema/run/metrics.ts';
import { attempt, run, samples, task } from '../../core/learning/metrics-samples.ts';
import { parseExposition } from './exposition.ts';

const period = { since: Date.UTC(2026, 9, 1), until: Date.UTC(2026, 9, 31), damaged: [{ run: 'r9', reason: 'x' }] };
const families = parseExposition(exposition(metricsOf(samples, period)));
const only = (name: string) => families.get(name)?.samples[0]?.value;

describe('the exposition', () => {
  test('tells every metric once, with help, type and a unit that scrapers know', () => {
    for (const name of metricNames) expect([...families.keys()]).toContain(`pawl_${name.replace(/_rate$/, '_ratio')}`);
    for (const [name, { type, help }] of families) {
      expect(name).toMatch(/^pawl_[a-z_]+$/);
      expect(name).not.toMatch(/_(total|count|sum|bucket|rate|minutes|hours|percent|ms)$/);
      expect(type).toBe('gauge');
      expect(help).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('tells the same numbers', () => {
    expect(only('pawl_success_ratio')).toBeCloseTo(2 / 3);
    expect(only('pawl_cost_per_solved_task_usd')).toBeCloseTo(0.37);
    expect(only('pawl_time_saved_seconds')).toBe(3 * 3600 - 660);
    expect(only('pawl_runs_damaged')).toBe(1);
    expect(only('pawl_period_start_timestamp_seconds')).toBe(Date.UTC(2026, 9, 1) / 1000);
    expect(families.get('pawl_tier_success_ratio')?.samples).toEqual([
      { labels: { tier: 'cheap' }, value: expect.closeTo(1 / 3) },
      { labels: { tier: 'smart' }, value: 0.5 },
    ]);
    expect(families.get('pawl_metric_target')?.samples).toContainEqual({
      labels: { metric: 'pawl_hand_over_ratio' },
      value: 0.1,
    });
    expect(families.get('pawl_metric_target_met')?.samples.map(({ value }) => value)).toEqual([0, 0, 0, 1]);
  });

  test('marks estimates', () => {
    expect(families.get('pawl_time_saved_seconds')?.help).toMatch(/estimate/);
    expect(families.get('pawl_success_ratio')?.help).not.toMatch(/estimate/);
  });

  test('of nothing holds NaN where there is no data', () => {
    const empty = parseExposition(exposition(metricsOf([], { ...period, damaged: [] })));
    expect(empty.get('pawl_success_ratio')?.samples).toEqual([{ labels: {}, value: Number.NaN }]);
    expect(empty.get('pawl_metric_target_met')?.samples.every(({ value }) => Number.isNaN(value))).toBe(true);
    expect(empty.get('pawl_tier_tasks')?.samples).toEqual([]);
  });

  test.each([['quo"ted'], ['back\\slash'], ['two\nlines'], ['brace}'], ['comma,="x"'], ['\\n'], ['é ✓'], ['']])(
    'keeps a tier called %j',
    (tier) => {
      const found = metricsOf([run([task([attempt(tier, 0.1, { passed: true })])])], period);
      const [sample] = parseExposition(exposition(found)).get('pawl_tier_tasks')?.samples ?? [];
      expect(sample).toEqual({ labels: { tier }, value: 1 });
    },
  );

  test('lets no escape through to a terminal', () => {
    const found = metricsOf([run([task([attempt('\u001b[31mred\r\u009b', 0.1)])])], period);
    expect(exposition(found).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

describe('the reader of these tests', () => {
  test.each([
    ['no end', 'a 1'],
    ['a sample without a family', 'a 1\n'],
    ['a type after samples', '# HELP a x\na 1\n# TYPE a gauge\n'],
    ['a family in two places', '# TYPE a gauge\na 1\n# TYPE b gauge\nb 1\n# TYPE a gauge\n'],
    ['a raw quote', '# TYPE a gauge\na{x="y"z"} 1\n'],
    ['a series twice', '# TYPE a gauge\na{x="y"} 1\na{x="y"} 2\n'],
    ['no number', '# TYPE a gauge\na null\n'],
    ['a bad name', '# TYPE a gauge\na-b 1\n'],
  ])('refuses %s', (_, text) => {
    expect(() => parseExposition(text)).toThrow();
  });
});
