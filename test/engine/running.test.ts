import { describe, expect, test } from 'vitest';
import type { Step } from '../../src/core/run/step.ts';
import { Running } from '../../src/engine/loop/running.ts';
import { Unfit } from '../../src/ports/errors.ts';
import type { PawlEvent } from '../../src/schema/run/event.ts';

const never = new AbortController().signal;
const forever = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
const verify = (task: string): Step => ({ kind: 'verify', task, attempt: 1 });
const said = (text: string): PawlEvent => ({ type: 'answer.given', text });
const nameOf = (event: PawlEvent) => (event.type === 'answer.given' ? event.text : event.type);

/** Takes everything that the steps offer, as the loop does, and says in which order. */
async function drained(running: Running): Promise<PawlEvent[]> {
  const taken: PawlEvent[] = [];
  while (!running.empty) {
    for (const { event, written } of await running.next(forever, never)) {
      taken.push(event);
      written();
    }
  }
  return taken;
}

describe('a step in flight', () => {
  test('journals that it started, what it did, and that it ended', async () => {
    const running = new Running(async function* () {
      yield said('one');
      yield said('two');
    });
    running.start(verify('t1'));
    expect(running.empty).toBe(false);
    expect((await drained(running)).map(nameOf)).toEqual(['step.started', 'one', 'two', 'step.finished']);
    expect(running.empty).toBe(true);
  });

  test('goes on only once its event is written', async () => {
    const did: string[] = [];
    const running = new Running(async function* () {
      did.push('before one');
      yield said('one');
      did.push('after one');
    });
    running.start(verify('t1'));
    const [started] = await running.next(forever, never);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(did).toEqual([]);
    started?.written();
    const [one] = await running.next(forever, never);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(did).toEqual(['before one']);
    one?.written();
    await drained(running);
    expect(did).toEqual(['before one', 'after one']);
  });

  test('that only records is one event', async () => {
    const running = new Running(() => {
      throw new Error('no room is needed');
    });
    running.start({ kind: 'record', task: 't1', event: said('decided') });
    expect((await drained(running)).map(nameOf)).toEqual(['decided']);
  });

  test.each<[string, () => never, unknown]>([
    [
      'what a person can act on keeps its reason and exit code',
      () => {
        throw new Unfit('no bubblewrap', 'no_sandbox');
      },
      { reason: 'no_sandbox', message: 'no bubblewrap', exit_code: 8 },
    ],
    [
      'any other error is one of ours',
      () => {
        throw new TypeError('x is not a function');
      },
      { reason: 'internal', message: 'internal error: x is not a function', exit_code: 1 },
    ],
    [
      'what is thrown need not be an error',
      () => {
        throw 'words';
      },
      { reason: 'internal', message: 'internal error: words', exit_code: 1 },
    ],
    [
      'a long message is cut',
      () => {
        throw new Error('x'.repeat(9000));
      },
      { reason: 'internal', message: `internal error: ${'x'.repeat(500)}`, exit_code: 1 },
    ],
    [
      'a step that was told to stop did not fail',
      () => {
        throw AbortSignal.abort().reason;
      },
      null,
    ],
  ])('that breaks says so as data: %s', async (_, breaks, error) => {
    const running = new Running(async function* () {
      yield said('one');
      breaks();
    });
    running.start(verify('t1'));
    expect((await drained(running)).at(-1)).toEqual({ type: 'step.finished', step: 'verify', task: 't1', error });
  });
});

describe('several steps', () => {
  test('offer their events one at a time each, none twice, none lost', async () => {
    const running = new Running(async function* (step) {
      for (const number of [1, 2, 3]) yield said(`${step.task} ${number}`);
    });
    for (const task of ['t1', 't2', 't3']) running.start(verify(task));
    const taken = (await drained(running)).map(nameOf);
    for (const task of ['t1', 't2', 't3'])
      expect(taken.filter((name) => name.startsWith(task))).toEqual([`${task} 1`, `${task} 2`, `${task} 3`]);
    expect(taken).toHaveLength(15);
  });

  test('make their first offer at once, so that nothing is decided twice', async () => {
    const running = new Running(async function* () {
      yield said('one');
    });
    for (const task of ['t1', 't2']) running.start(verify(task));
    const offers = await running.next(forever, never);
    expect(offers.map(({ event }) => event.type)).toEqual(['step.started', 'step.started']);
  });
});

describe('waiting for an event', () => {
  const hanging = () =>
    new Running(async function* () {
      yield* [];
      await new Promise(() => undefined);
    });

  test('ends with nothing when the pause is over', async () => {
    const running = hanging();
    running.start(verify('t1'));
    for (const { written } of await running.next(forever, never)) written();
    expect(await running.next(async () => undefined, never)).toEqual([]);
    expect(running.empty).toBe(false);
  });

  test('ends with nothing when the work is stopped', async () => {
    const running = hanging();
    running.start(verify('t1'));
    for (const { written } of await running.next(forever, never)) written();
    const stop = new AbortController();
    const next = running.next(forever, stop.signal);
    stop.abort();
    expect(await next).toEqual([]);
  });

  test('does not begin where nothing runs', async () => {
    expect(await hanging().next(forever, never)).toEqual([]);
  });
});
