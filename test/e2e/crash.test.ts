import { describe, expect } from 'vitest';
import { expectSameEnd, prepare, recover, stateOf, trial } from './support/crash.ts';
import { type Place, test } from './support/place.ts';

/** `PAWL_SWEEP=all` tries every point; otherwise every 9th, from the first on. */
const stride = process.env.PAWL_SWEEP === 'all' ? 1 : 9;

describe('kill -9', () => {
  test('before and after anything durable, then resume: the same tree and exactly one commit', async ({ place }) => {
    prepare(place);
    const failures: string[] = [];
    let [next, last] = [1, Number.POSITIVE_INFINITY];
    const worker = async (): Promise<void> => {
      while (next < last) {
        const point = next;
        next += stride;
        const { crashed, fault } = await crashAt(place, point);
        if (!crashed) last = Math.min(last, point);
        if (fault !== null) failures.push(`${point}: ${fault}`);
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(failures).toEqual([]);
    expect(last).toBeGreaterThan(100);
  }, 1_200_000);
});

async function crashAt(place: Place, point: number): Promise<{ crashed: boolean; fault: string | null }> {
  const name = `point-${point}`;
  const env = stateOf(place, name);
  const scene = await trial(place, name);
  const first = await place.pawl(scene.start, { env: { ...env, PAWL_CRASH_AT: String(point) } });
  const crashed = first.signal === 'SIGKILL';
  try {
    const { code } = crashed ? await recover(place, scene, env) : first;
    expect(code).toBe(0);
    await expectSameEnd(place, scene, { env, crashes: crashed ? 1 : 0 });
  } catch (error) {
    return { crashed, fault: String(error) };
  } finally {
    await scene.server.close();
  }
  return { crashed, fault: null };
}
