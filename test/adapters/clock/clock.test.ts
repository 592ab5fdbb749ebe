import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/adapters/clock/clock.ts';

describe('the system clock', () => {
  it('tells the time in milliseconds', () => {
    const before = Date.now();
    const now = systemClock().now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  it('sleeps as long as it is asked to', async () => {
    const before = performance.now();
    await systemClock().sleep(50);
    expect(performance.now() - before).toBeGreaterThanOrEqual(49);
  });

  it('wakes at once, without an error, when its signal aborts or has aborted', async () => {
    const before = performance.now();
    const controller = new AbortController();
    const sleeping = systemClock().sleep(60_000, controller.signal);
    controller.abort();
    await sleeping;
    await systemClock().sleep(60_000, controller.signal);
    expect(performance.now() - before).toBeLessThan(50_000);
  });

  it('sleeps longer than the longest timer of the runtime', async () => {
    const controller = new AbortController();
    let awake = false;
    const sleeping = systemClock()
      .sleep(2 ** 32, controller.signal)
      .then(() => {
        awake = true;
      });
    await systemClock().sleep(20);
    expect(awake).toBe(false);
    controller.abort();
    await sleeping;
  });
});
