import { expect, it } from 'vitest';
import { isBelieved, metricMet, metricTarget, metricValue } from '../../src/faces/metric-words.ts';
import type { Metric } from '../../src/schema/run/metrics.ts';

const metric = (changes: Partial<Metric>): Metric => ({
  value: 0.5,
  of: 9,
  target: null,
  met: null,
  estimate: false,
  ...changes,
});

it('says that there is too little data, instead of an estimate from few tasks or a target that they miss', () => {
  const estimate = { value: -0.0053, estimate: true };
  expect(metricValue('saved_against_top_tier_usd', metric({ ...estimate, of: 2 }))).toBe('too little data');
  expect(metricValue('saved_against_top_tier_usd', metric(estimate))).toBe('~-$0.0053');
  const missed = { target: { above: 0.7 }, met: false };
  expect(metricMet(metric({ ...missed, of: 2 }))).toBe('too few');
  expect(metricMet(metric(missed))).toBe('no');
  expect(metricTarget('first_attempt_pass_rate', metric(missed))).toBe('> 70 %');
  expect(metricValue('success_rate', metric({ value: null }))).toBe('no data');
  expect(isBelieved('time_saved_seconds')).toBe(false);
});
