import { describe, expect, it } from 'vitest';
import { metricsOf } from '../../src/core/learning/metrics.ts';
import { metricNames } from '../../src/schema/run/metrics.ts';
import { attempt, run, task } from '../core/learning/metrics-samples.ts';
import { read, tables, ticked } from './markdown.ts';

describe('docs/metrics.md', () => {
  const page = read('docs/metrics.md');
  const found = metricsOf([run([task([attempt('cheap', 0)])])], { since: 0, until: 1, damaged: [] });

  it('lists every metric with its target', () => {
    const stated = tables(page, 'metric', 'formula', 'target').map(([name = '', , aim]) => [ticked(name)[0], aim]);
    const real = metricNames.map((name) => {
      const { target } = found.metrics[name];
      return [name, target === null ? '–' : Object.entries(target).flat().join(' ')];
    });
    expect(stated).toEqual(real);
  });

  it('lists every key of a tier', () => {
    const listed = tables(page, 'key', 'meaning').flatMap(([keys = '']) => ticked(keys));
    const [tier] = found.tiers;
    expect(['tier', ...listed].sort()).toEqual(Object.keys(tier ?? {}).sort());
  });
});
