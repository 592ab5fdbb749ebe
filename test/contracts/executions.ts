import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/ports/state/memory.ts';
import type { Execution, ExecutionKeys, StoredExecution } from '../../src/schema/run/execution.ts';
import { handClock } from '../support/clock.ts';
import { lesson } from './memory.ts';

type Failure = Execution['failures'][number];
const day = 86_400_000;
const began = handClock().now();

export const failing = (test_name: string, more: Partial<Failure> = {}): Failure => ({
  ...{ test_name, test_file: 'add.test.js', error_type: 'TypeError', error_message: 'x is null', stack_trace: '' },
  ...{ signature: 's1', pattern: 'TypeError: x is null', broken: true },
  ...more,
});

/** A failing execution, or a passing one where it has no failures. */
export function execution(more: Partial<Execution> = {}): Execution {
  const { run = 'r1', task = 't1', attempt = 1, failures = [failing('adds')] } = more;
  return {
    ...{ run, task, attempt, at: new Date(began).toISOString() },
    code_hash: createHash('sha256').update(`${run} ${task} ${attempt}`).digest('hex'),
    ...{ tree: 'a'.repeat(40), tier: 'cheap', passed: failures.length === 0 },
    environment: { node_version: '20.19.0', test_framework: 'node:test' },
    test_results: {
      total: 2,
      passed: 2 - failures.length,
      failed: failures.length,
      errors: 0,
      skipped: 0,
      duration_ms: 5,
    },
    ...{ failures, left_out: 0, analyses: [] },
    change: { files: ['add.js'], description: 'It adds.', insertions: 5, deletions: 2 },
    ...more,
  };
}

const keys = (more: Partial<ExecutionKeys>): ExecutionKeys => ({
  ...{ files: [], tests: [], error_types: [], signatures: [] },
  ...more,
});
const names = (executions: StoredExecution[]) => executions.map(({ run, attempt }) => `${run}.${attempt}`);

/** What every memory promises of executions and of itself as a whole. `open` makes an empty one with 30 days' retention. */
export function executionsContract(name: string, open: (clock: ReturnType<typeof handClock>) => Promise<Memory>): void {
  const filled = async (...all: Partial<Execution>[]) => {
    const memory = await open(handClock());
    for (const more of all) await memory.remember(execution(more));
    return memory;
  };

  describe(`the executions contract, kept by ${name}`, () => {
    it('gives an execution back as it was, once, however often it is remembered', async () => {
      const memory = await filled({}, {});
      const [one, ...more] = await memory.ofRun('r1');
      expect(one).toEqual({ ...execution(), id: expect.any(Number), led_to_pass: false });
      expect(more).toEqual([]);
    });

    it('finds by file, test, type of error, signature and words, and by all of them at once', async () => {
      const memory = await filled(
        {
          run: 'a',
          analyses: [{ signature: 's1', root_cause: 'the lookup forgets Zürich', fix_strategy: 'x', confidence: 1 }],
        },
        { run: 'b', change: { ...execution().change, files: ['sub.js'] } },
        { run: 'c', failures: [failing('subtracts', { error_type: 'RangeError', signature: 's2' })] },
      );
      const search = async (query: object) => names(await memory.search({ ...query, limit: 9 }));
      expect(await search({ file: 'add.js' })).toEqual(['c.1', 'a.1']);
      expect(await search({ test: 'adds' })).toEqual(['b.1', 'a.1']);
      expect(await search({ error_type: 'RangeError' })).toEqual(['c.1']);
      expect(await search({ signature: 's1', file: 'add.js' })).toEqual(['a.1']);
      expect(await search({ words: 'zürich FORGETS' })).toEqual(['a.1']);
      expect(await search({ words: 'zürich', error_type: 'RangeError' })).toEqual([]);
      for (const words of ['"', 'AND OR NOT', 'x" OR words:', '* ^ -', '']) expect(await search({ words })).toEqual([]);
      expect(await search({})).toEqual(['c.1', 'b.1', 'a.1']);
      expect(names(await memory.search({ limit: 1 }))).toEqual(['c.1']);
    });

    it('recalls the newest by each kind of key, each once', async () => {
      const memory = await filled(
        ...Array.from({ length: 12 }, (_, at) => ({ run: `f${at}`, failures: [failing('other', { signature: 'x' })] })),
        { run: 'byTest', change: { ...execution().change, files: ['other.js'] } },
      );
      const files = await memory.recall(keys({ files: ['add.js'] }), 10);
      expect(files).toHaveLength(10);
      expect(names(files)[0]).toBe('f11.1');
      const both = await memory.recall(keys({ files: ['add.js'], tests: ['adds', 'other'], signatures: ['x'] }), 2);
      expect(names(both)).toEqual(['byTest.1', 'f11.1', 'f10.1']);
      expect(await memory.recall(keys({ tests: ['nothing'], error_types: [''] }), 10)).toEqual([]);
    });

    it('knows which failures a later attempt got past, whatever comes first', async () => {
      const memory = await filled({ attempt: 1 }, { attempt: 3, failures: [] }, { attempt: 2 }, { task: 't2' });
      const led = (await memory.ofRun('r1')).map(({ task, attempt, led_to_pass }) => [task, attempt, led_to_pass]);
      expect(led).toEqual([
        ['t1', 1, true],
        ['t1', 2, true],
        ['t1', 3, true],
        ['t2', 1, false],
      ]);
    });

    it('finds runs by any part of their name, the newest first', async () => {
      const memory = await filled({ run: 'x-one' }, { run: 'x-two' }, { run: 'y' });
      expect(await memory.runsNamed('x-', 9)).toEqual(['x-two', 'x-one']);
      expect(await memory.runsNamed('', 1)).toEqual(['y']);
    });

    it('lists everything by run and task, and lessons whose executions are gone', async () => {
      const memory = await filled(
        { run: 'b' },
        { run: 'a', task: 't2' },
        { run: 'a', task: 't1' },
        { run: 'a', task: 't1', attempt: 2 },
      );
      await memory.learn(lesson({ run: 'a', task: 't2' }));
      await memory.learn(lesson({ run: 'old', task: 't9' }));
      const all: [string, string, number, boolean][] = [];
      for await (const { run, task, executions, lesson: learned } of memory.tasks())
        all.push([run, task, executions.length, learned !== null]);
      expect(all).toEqual([
        ['a', 't1', 2, false],
        ['a', 't2', 1, true],
        ['b', 't1', 1, false],
        ['old', 't9', 0, true],
      ]);
    });

    it('forgets executions after 30 days by itself, in small portions', async () => {
      const clock = handClock();
      const memory = await open(clock);
      for (let n = 0; n < 60; n++) await memory.remember(execution({ run: `r${n}` }));
      expect(await memory.tidy()).toEqual({ executions: 0, lessons: 0 });
      clock.pass(31 * day);
      await memory.remember(execution({ run: 'young', at: new Date(clock.now()).toISOString() }));
      const removed: number[] = [];
      for (let n = 0; n < 4; n++) removed.push((await memory.tidy()).executions);
      expect(removed).toEqual([25, 25, 10, 0]);
      expect(names(await memory.search({ limit: 99 }))).toEqual(['young.1']);
      expect(await memory.search({ words: 'adds', limit: 9 })).toHaveLength(1);
    });

    it('keeps lessons while they earn it', async () => {
      const clock = handClock();
      const memory = await open(clock);
      for (const run of ['unused', 'misleads', 'helps']) await memory.learn(lesson({ run, fix: run }));
      const idOf = async (run: string) => (await memory.lessonsWith(run, 1))[0]?.id ?? 0;
      for (let attempt = 1; attempt <= 3; attempt++) {
        for (const run of ['misleads', 'helps']) {
          await memory.told([await idOf(run)], { run: `of ${run}`, task: 't1', attempt });
          await memory.credit({ run: `of ${run}`, task: 't1', attempt }, run === 'helps');
        }
      }
      const left = async () => (await memory.lessonsWith('', 9)).map(({ run }) => run).sort();
      clock.pass(31 * day);
      await memory.tidy();
      expect(await left()).toEqual(['helps', 'unused']);
      clock.pass(200 * day);
      await memory.told([await idOf('helps')], { run: 'late', task: 't1', attempt: 1 });
      await memory.credit({ run: 'late', task: 't1', attempt: 1 }, true);
      clock.pass(200 * day);
      await memory.tidy();
      expect(await left()).toEqual(['helps']);
    });

    it('prunes everything from before a time, and takes nothing of it back', async () => {
      const memory = await filled({ run: 'a' }, { run: 'b', at: new Date(began + 1000).toISOString() });
      await memory.learn(lesson());
      // A lesson that may still help is no execution.
      expect(await memory.prune(began + 500)).toEqual({ executions: 1, lessons: 0 });
      const taken = await memory.take({
        executions: [execution({ run: 'a' }), execution({ run: 'c', at: new Date(began + 600).toISOString() })],
        lessons: [],
      });
      expect(taken).toEqual({ executions: 1, lessons: 0, skipped: 1 });
      expect(names(await memory.search({ limit: 9 }))).toEqual(['c.1', 'b.1']);
    });

    it('takes in what another memory has, once, and no lesson that was removed', async () => {
      const memory = await filled({ run: 'a' });
      const learned = { ...lesson({ run: 'x' }), at: new Date(began).toISOString(), told: 3, passed: 2 };
      const portion = { executions: [execution({ run: 'a' }), execution({ run: 'b' })], lessons: [learned] };
      expect(await memory.take(portion)).toEqual({ executions: 1, lessons: 1, skipped: 1 });
      expect(await memory.take(portion)).toEqual({ executions: 0, lessons: 0, skipped: 3 });
      const [one] = await memory.lessonsWith('', 9);
      expect(one).toMatchObject(learned);
      expect(await memory.forget(one?.id ?? 0)).toBe(true);
      expect(await memory.forget(one?.id ?? 0)).toBe(false);
      expect(await memory.take(portion)).toMatchObject({ lessons: 0 });
      await memory.learn(lesson({ run: 'x' }));
      expect(await memory.lessonsWith('', 9)).toEqual([]);
    });
  });
}
