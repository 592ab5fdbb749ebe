import { expect, test } from 'vitest';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../../../src/ports/outside/sandbox.ts';
import type { Place } from '../../../../src/rooms/verify/candidate.ts';
import { beside } from '../../../../src/rooms/verify/runs/beside.ts';
import { meanwhile } from '../../../../src/rooms/verify/runs/meanwhile.ts';
import type { TrialResult } from '../../../../src/rooms/verify/stage.ts';
import { emptyVerdict } from '../../../../src/rooms/verify/verdict.ts';

const passed: TrialResult = { verdict: { ...emptyVerdict, status: 'pass' }, run: null };
const unread = { ...emptyVerdict, stopped_at: 'syntax' as const };

test('reading begins once the tests are under way, and their verdict counts where it finds nothing', async () => {
  const steps: string[] = [];
  const place = placeWith(async () => undefined);
  const found = await meanwhile(
    place,
    async () => {
      steps.push('reading');
      return null;
    },
    async (_, underway) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      steps.push('tests');
      underway();
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push('more');
      await new Promise((resolve) => setTimeout(resolve, 60));
      return passed;
    },
  );
  expect(found).toEqual(passed);
  expect(steps).toEqual(['tests', 'more', 'reading']);
});

test('what was read stops the change at once, and the tests are ended', async () => {
  const ended: string[] = [];
  const place = placeWith((signal) => until(signal).then(() => void ended.push('command')));
  const found = await meanwhile(
    place,
    async () => unread,
    async ({ sandbox, signal }, underway) => {
      underway();
      await sandbox.run({} as SandboxCommand, signal);
      signal.throwIfAborted();
      return passed;
    },
  );
  expect(found).toEqual({ verdict: unread, run: null });
  expect(ended).toEqual(['command']);
});

test('what was read comes before a fault of the tests, which is told where reading finds nothing', async () => {
  const place = placeWith(async () => undefined);
  const cannotStart = async () => {
    throw new Error('no runner');
  };
  expect(await meanwhile(place, async () => unread, cannotStart)).toEqual({ verdict: unread, run: null });
  await expect(meanwhile(place, async () => null, cannotStart)).rejects.toThrow('no runner');
});

test('work beside the tests that never began is over when it is stopped', async () => {
  const never = new Promise<void>(() => undefined);
  const work = beside(
    placeWith(async () => undefined),
    never,
    async () => 'done',
  );
  await work.stop();
  await expect(work.result()).rejects.toThrow();
  await work.underway;
});

test('work beside the tests is under way with its first command, or when it has none', async () => {
  const steps: string[] = [];
  const place = placeWith(async () => void steps.push('command'));
  const begun = Promise.resolve();
  const busy = beside(place, begun, async ({ sandbox, signal }) => {
    steps.push('preparing');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await sandbox.run({} as SandboxCommand, signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    steps.push('done');
  });
  await busy.underway;
  expect(steps).toEqual(['preparing', 'command']);
  await busy.result();
  await beside(place, begun, async () => 'nothing to run').underway;
  const fails = beside(place, begun, () => Promise.reject(new Error('no runner')));
  await fails.underway;
  await expect(fails.result()).rejects.toThrow('no runner');
});

function placeWith(run: (signal: AbortSignal) => Promise<void>): Place {
  const sandbox: Sandbox = {
    kind: 'none',
    unfit: async () => null,
    run: async (_, signal) => {
      await run(signal);
      return {} as SandboxResult;
    },
  };
  return { sandbox, signal: new AbortController().signal } as Place;
}

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
