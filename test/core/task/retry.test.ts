import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelay } from '../../../src/core/task/retry.ts';
import type { FaultKind } from '../../../src/schema/judge/fault.ts';

const fault = (kind: FaultKind, retry_after_ms: number | null = null) => ({ kind, retry_after_ms });
const passing: FaultKind[] = ['rate_limited', 'overloaded', 'server_error', 'unreachable', 'timeout', 'broken_stream'];
const final: FaultKind[] = ['unauthorized', 'bad_request', 'context_overflow', 'refused', 'cancelled'];

describe('retrying a failed call', () => {
  it.each(final)('gives up at once on %s, whatever the provider asks for', (kind) => {
    expect(retryDelay(fault(kind), 1, 0.5)).toBeNull();
    expect(retryDelay(fault(kind, 10), 1, 0.5)).toBeNull();
  });

  it.each(passing)('tries five times in all on %s', (kind) => {
    expect(retryDelay(fault(kind), 4, 0.5)).not.toBeNull();
    expect(retryDelay(fault(kind), 5, 0.5)).toBeNull();
  });

  it('tries twice in all on a malformed answer', () => {
    expect(retryDelay(fault('malformed'), 1, 0)).toBe(0);
    expect(retryDelay(fault('malformed'), 2, 0)).toBeNull();
  });

  it('honours Retry-After up to ten minutes, and never asks earlier than it was told', () => {
    expect(retryDelay(fault('rate_limited', 90_000), 1, 0.1)).toBe(90_000);
    expect(retryDelay(fault('overloaded', 600_000), 4, 0.9)).toBe(600_000);
    expect(retryDelay(fault('overloaded', 600_001), 1, 0.9)).toBeNull();
    expect(retryDelay(fault('rate_limited', 0), 1, 0.9)).toBe(0);
  });

  it('is short of patience where another provider can answer', () => {
    for (const kind of passing.filter((each) => each !== 'timeout')) {
      expect(retryDelay(fault(kind), 1, 0.5, true)).toBe(250);
      expect(retryDelay(fault(kind), 2, 0.5, true)).toBeNull();
    }
    expect(retryDelay(fault('timeout'), 1, 0.5, true)).toBeNull();
    expect(retryDelay(fault('rate_limited', 10_000), 1, 0.5, true)).toBe(10_000);
    expect(retryDelay(fault('rate_limited', 10_001), 1, 0.5, true)).toBeNull();
  });

  it('doubles the span of the jitter from half a second', () => {
    const spans = [1, 2, 3, 4].map((tries) => retryDelay(fault('server_error'), tries, 0.999999));
    expect(spans).toEqual([499, 999, 1999, 3999]);
    expect(retryDelay(fault('server_error'), 3, 0.5)).toBe(1000);
    expect(retryDelay(fault('server_error'), 3, 0)).toBe(0);
  });

  it('waits for an outage as long as patience lasts, with a last try at its end', () => {
    for (const kind of ['rate_limited', 'overloaded', 'server_error', 'unreachable'] as const) {
      expect(retryDelay(fault(kind), 5, 0, false, 60_000)).toBe(4000);
      expect(retryDelay(fault(kind), 20, 0.999999, false, 60_000)).toBe(30_000);
      expect(retryDelay(fault(kind), 20, 0.5, false, 700)).toBe(700);
      expect(retryDelay(fault(kind), 20, 0.5, false, 0)).toBeNull();
      expect(retryDelay(fault(kind), 5, 0.5, true, 60_000)).toBeNull();
    }
    for (const kind of ['timeout', 'broken_stream', 'malformed', 'unauthorized'] as const)
      expect(retryDelay(fault(kind), 5, 0.5, false, 60_000)).toBeNull();
  });

  it('asks no earlier than it was told during an outage either, and leaves where that takes too long', () => {
    expect(retryDelay(fault('rate_limited', 40_000), 7, 0.5, false, 60_000)).toBe(40_000);
    expect(retryDelay(fault('rate_limited', 10), 7, 0, false, 60_000)).toBe(15_000);
    expect(retryDelay(fault('rate_limited', 60_001), 7, 0.5, false, 60_000)).toBeNull();
  });

  it('never waits longer than 30 s by itself', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...passing),
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (kind, tries, random) => {
          const delay = retryDelay(fault(kind), tries, random);
          if (delay !== null) expect(delay).toBeLessThan(30_000);
        },
      ),
    );
  });
});
