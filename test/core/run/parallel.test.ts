import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadline, decide } from '../../../src/core/run/decide.ts';
import { fold } from '../../../src/core/run/fold.ts';
import { initialState } from '../../../src/core/run/initial-state.ts';
import type { Recorded } from '../../../src/schema/run/event.ts';
import { policyWith } from '../policy.ts';
import { anyPolicy, anyScript, undisturbed } from '../scripts.ts';
import { calm, simulate } from '../simulator.ts';

const stateOf = (journal: readonly Recorded[]) => journal.reduce(fold, initialState);

describe('messages', () => {
  const lettersIn = (journal: readonly Recorded[]) => {
    const sent = journal.flatMap((event) => (event.type === 'message.sent' ? [event] : []));
    const received = journal.flatMap((event) => (event.type === 'message.received' ? [event] : []));
    return { sent, received };
  };

  test('are each received once, by each in the order they were sent, before the work goes on', () => {
    fc.assert(
      fc.property(anyPolicy, undisturbed, (policy, script) => {
        const { journal } = simulate(policy, script);
        const { sent, received } = lettersIn(journal);
        for (const to of ['moderator', 'tech_lead'] as const) {
          const order = received.filter((one) => one.to === to).map(({ message }) => message);
          expect(order).toEqual(
            sent
              .filter((one) => one.to === to)
              .map(({ seq }) => seq)
              .slice(0, order.length),
          );
        }
        for (const { message, kind, task } of received)
          expect(journal[message - 1]).toMatchObject({ type: 'message.sent', kind, task });
      }),
      { numRuns: 60 },
    );
  });

  test.each([1, 2, 3])('are neither lost nor handled twice wherever the run is cut off: %i', (seed) => {
    const policy = policyWith({ parallel: 3, improve: 1 });
    const script = { seed, tasks: 4, odds: { ...calm, pass: 0.7, approve: 0.6, conflict: 0.3 } };
    const { journal } = simulate(policy, script);
    for (let cut = 1; cut < journal.length; cut += 1) {
      const resumed = simulate(policy, script, journal.slice(0, cut));
      const { sent, received } = lettersIn(resumed.journal);
      const numbers = received.map(({ message }) => message);
      expect(new Set(numbers).size, `cut at ${cut}`).toBe(numbers.length);
      const completed = resumed.state.tasks.filter(({ status }) => status === 'completed').map(({ task }) => task.id);
      const due = sent.filter(({ task }) => completed.includes(task)).map(({ seq }) => seq);
      expect(
        due.filter((seq) => !numbers.includes(seq)),
        `cut at ${cut}`,
      ).toEqual([]);
    }
  });
});

test('a message about a finished task that nobody took up, as in journals of older versions, holds up no other', () => {
  const policy = policyWith({ improve: 0 });
  const script = { seed: 1, tasks: 2, odds: calm };
  const { journal } = simulate(policy, script);
  const finished = journal.findIndex((event) => event.type === 'task.finished');
  const older = journal
    .slice(0, finished + 1)
    .filter(({ type }) => type !== 'message.received')
    .map((event, index) => ({ ...event, seq: index + 1 }));
  const { state } = simulate(policy, script, older);
  expect(state.finished).toMatchObject({ exit_code: 0 });
  expect(state.commits).toHaveLength(2);
});

describe('tasks side by side', () => {
  test('are committed one on top of the other, each as it was judged there', () => {
    fc.assert(
      fc.property(anyPolicy, anyScript, (policy, script) => {
        const { journal } = simulate(policy, script);
        let tip = 'base';
        for (const [index, event] of journal.entries()) {
          if (event.type !== 'commit.created' || event.partial) continue;
          expect(event.parent).toBe(tip);
          tip = event.sha;
          const verdict = journal
            .slice(0, index)
            .findLast((one) => one.type === 'verdict.reached' && one.task === event.task);
          expect(verdict).toMatchObject({ judged_tree: event.tree, verdict: { status: 'pass' } });
          const merged = journal
            .slice(0, index)
            .findLast((one) => one.type === 'change.merged' && one.task === event.task);
          if (merged) expect(verdict?.seq).toBeGreaterThan(merged.seq);
        }
      }),
      { numRuns: 120 },
    );
  });

  test('that conflict start again from what was committed, and both are kept', () => {
    const { journal, state } = simulate(policyWith({ parallel: 2 }), {
      seed: 3,
      tasks: 3,
      odds: { ...calm, conflict: 1 },
    });
    const conflict = journal.find((event) => event.type === 'change.merged');
    expect(conflict).toMatchObject({ tree: null, conflicts: ['a.js'] });
    const task = conflict?.type === 'change.merged' ? conflict.task : '';
    const isNext = (event: Recorded) => event.type === 'attempt.started' && event.task === task && event.attempt > 1;
    const started = journal.find(isNext);
    expect(started).toMatchObject({ attempt: 2, from_tree: 'tree-base' });
    expect(state.finished).toMatchObject({ exit_code: 0 });
    expect([...state.commits].sort()).toEqual(['commit-t1', 'commit-t2', 'commit-t3']);
  });

  test('go on while a person is asked about one, and the run rests when nothing else is left', () => {
    const policy = policyWith({ parallel: 2 });
    const odds = { ...calm, unseen: 1 };
    const { journal } = simulate(policy, { seed: 5, tasks: 3, odds });
    const asked = journal.findIndex((event) => event.type === 'handed.over');
    const answered = journal.findIndex((event) => event.type === 'answer.given');
    const between = journal.slice(asked, answered).filter((event) => 'task' in event && event.task === 't3');
    expect(between.map(({ type }) => type)).toContain('review.missing');
    const resting = stateOf(journal.slice(0, answered));
    expect(resting).toMatchObject({ running: {}, waiting: { about: 'review' } });
    expect(decide(resting, policy, resting.last_at + 1e9)).toEqual([]);
    expect(deadline(resting, policy)).toBe(Number.POSITIVE_INFINITY);
  });

  test('that are under way when another fails are finished and kept, and no other is begun', () => {
    const policy = policyWith({ parallel: 2, limits: { attempts_per_task: 1 } });
    const failing = Array.from({ length: 200 }, (_, seed) =>
      simulate(policy, { seed, tasks: 4, odds: { ...calm, pass: 0.5 } }),
    );
    const mixed = failing.filter(
      ({ state }) => state.tasks.some(({ status }) => status === 'failed') && state.commits.length > 0,
    );
    expect(mixed.length).toBeGreaterThan(10);
    for (const { journal, state } of mixed) {
      const failed = journal.findIndex((event) => event.type === 'task.finished' && event.status === 'failed');
      const later = journal
        .slice(failed)
        .filter((event) => event.type === 'message.sent' && event.kind === 'TASK_ASSIGNED');
      expect(later).toEqual([]);
      expect(state.tasks.filter(({ status }) => status === 'active')).toEqual([]);
      expect(state.finished?.exit_code).toBe(1);
    }
  });
});
