import { describe, expect } from 'vitest';
import { expectSameEnd, prepare, recover, stateOf, trial } from './support/crash.ts';
import { type Place, test } from './support/place.ts';
import { remaining } from './support/processes.ts';

/** `PAWL_SWEEP=all` tries every point; otherwise every 61st, from the first on. */
const stride = process.env.PAWL_SWEEP === 'all' ? 1 : 61;
const minutes = 60_000;

describe('kill -9', () => {
  test(
    'before and after anything durable, then resume: the same tree and exactly one commit',
    async ({ place }) => {
      prepare(place);
      let last = Number.POSITIVE_INFINITY;
      const faults = await inParallel(
        points(() => last),
        async (point) => {
          const crashed = await crashAt(place, `point-${point}`, [point]);
          if (crashed === 0) last = Math.min(last, point);
        },
      );
      expect(faults).toEqual([]);
      expect(last).toBeGreaterThan(100);
    },
    20 * minutes,
  );

  test(
    'once more while it is being resumed changes nothing about that',
    async ({ place }) => {
      prepare(place);
      const pairs = [16, 108, 152].map((point, index) => [point, 39 - 16 * index]);
      const faults = await inParallel(pairs, async (pair) => {
        expect(await crashAt(place, `points-${pair.join('-')}`, pair)).toBe(2);
      });
      expect(faults).toEqual([]);
    },
    3 * minutes,
  );

  test(
    'from outside at any moment leaves no process, and resume ends the same',
    async ({ place }) => {
      prepare(place);
      const delays = Array.from({ length: 2 }, (_, index) => Math.round(300 + 1500 * index + 600 * Math.random()));
      const faults = await inParallel(delays, async (delay) => {
        const env = stateOf(place, `delay-${delay}`);
        const scene = await trial(place, `delay-${delay}`);
        const { child, ended } = place.start(scene.start, { env });
        const timer = setTimeout(() => child.kill('SIGKILL'), delay);
        const first = await ended;
        clearTimeout(timer);
        expect(await remaining(scene.target)).toEqual([]);
        const killed = first.signal === 'SIGKILL';
        expect(killed ? (await recover(place, scene, env)).code : first.code).toBe(0);
        await expectSameEnd(place, scene, { env, crashes: killed ? 1 : 0 });
      });
      expect(faults).toEqual([]);
    },
    3 * minutes,
  );
});

/** Crashes a run at its first point, then each resume at the next; the last one must end well. How often it crashed. */
async function crashAt(place: Place, name: string, [first = 0, ...more]: number[]): Promise<number> {
  const env = stateOf(place, name);
  const scene = await trial(place, name);
  let ended = await place.pawl(scene.start, { env: { ...env, PAWL_CRASH_AT: String(first) } });
  let crashes = 0;
  for (const point of [...more, 0]) {
    if (ended.signal !== 'SIGKILL') break;
    crashes += 1;
    ended = await recover(place, scene, { ...env, PAWL_CRASH_AT: String(point) });
  }
  expect(ended).toMatchObject({ code: 0, signal: null });
  await expectSameEnd(place, scene, { env, crashes });
  await scene.server.close();
  return crashes;
}

function* points(last: () => number): Generator<number> {
  for (let point = 1; point < last(); point += stride) yield point;
}

/** Three at a time; what went wrong, with what it went wrong for. */
async function inParallel<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<string[]> {
  const left = all[Symbol.iterator]();
  const faults: string[] = [];
  const worker = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const { value } = next;
      await work(value).catch((error: unknown) => faults.push(`${value}: ${error}`));
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return faults;
}
