import { describe, expect, test } from 'vitest';
import { historyOf } from '../../src/core/tier-history.ts';
import type { Tried } from '../../src/schema/event.ts';
import { tier } from './policy.ts';

const tried = (by: string, solved: boolean, changes: Partial<Tried> = {}): Tried => ({
  ...{ kind: 'fix', by, depth: 0, solved, usd: 0.25 },
  ...changes,
});
const tiers = [tier('cheap'), tier('smart')];

describe('the history of a ladder', () => {
  test('counts tries and solved tasks of each tier by kind and depth', () => {
    const seen = [
      tried('local/cheap', false),
      tried('local/smart', true, { depth: 1 }),
      tried('local/cheap', true),
      tried('local/cheap', true, { kind: 'docs', usd: 0.1 }),
    ];
    expect(historyOf(seen, tiers)).toEqual([
      { tier: 'cheap', kind: 'fix', tries: [2], solved: [1], usd: 0.5 },
      { tier: 'smart', kind: 'fix', tries: [0, 1], solved: [0, 1], usd: 0.25 },
      { tier: 'cheap', kind: 'docs', tries: [1], solved: [1], usd: 0.1 },
    ]);
  });

  test('knows a model under another name, and forgets one that is not in the ladder', () => {
    const renamed = [{ ...tier('first'), model: 'local/cheap' }];
    expect(historyOf([tried('local/cheap', true), tried('local/gone', true)], renamed)).toEqual([
      { tier: 'first', kind: 'fix', tries: [1], solved: [1], usd: 0.25 },
    ]);
  });

  test('forgets what is long ago, so that a skipped tier gets its chance again', () => {
    const old = Array.from({ length: 200 }, () => tried('local/cheap', false));
    const since = Array.from({ length: 120 }, () => tried('local/smart', true));
    expect(historyOf([...old, ...since], tiers).map((row) => row.tier)).toEqual(['smart']);
  });
});
