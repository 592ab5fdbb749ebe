import { expect, test } from 'vitest';
import type { Sandbox, SandboxCommand, SandboxResult } from '../../../../src/ports/outside/sandbox.ts';
import type { Place } from '../../../../src/rooms/verify/candidate.ts';
import { beside } from '../../../../src/rooms/verify/runs/beside.ts';
import { meanwhile } from '../../../../src/rooms/verify/runs/meanwhile.ts';
import type { TrialResult } from '../../../../src/rooms/verify/stage.ts';
import { emptyVerdict } from '../../../../src/rooms/verify/verdict.ts';

const passed: TrialResult = { verdict: { ...emptyVerdict, status: 'pass' }, run: null };
const unread = { ...emptyVerdict, stopped_at: 'syntax' as const };

test('reading begins with the first command of the tests, and their verdict counts where it finds nothing', async () => {
  const steps: string[] = [];
  const place = placeWith(async () => void steps.push('command'));
  const found = await meanwhile(
    place,
    async () => {
      steps.push('reading');
      return null;
    },
    async ({ sandbox, signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push('tests');
      await sandbox.run({} as SandboxCommand, signal);
      return passed;
    },
  );
  expect(found).toEqual(passed);
  expect(steps).toEqual(['tests', 'command', 'reading']);
});

test('what was read stops the change at once, and the tests are ended', async () => {
  const ended: string[] = [];
  const place = placeWith((signal) => until(signal).then(() => void ended.push('command')));
  const found = await meanwhile(
    place,
    async () => unread,
    async ({ sandbox, signal }) => {
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
  const work = beside(new AbortController().signal, never, async () => 'done');
  await work.stop();
  await expect(work.result()).rejects.toThrow();
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
